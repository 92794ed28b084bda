import { describe, expect, it } from 'vitest';
import { unlimited } from '../support/abuse.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import { authorizeCopy, toPath } from '../support/valid-requests.ts';
import { CANARY, echoes } from './canary-forms.ts';

const key = `${CANARY}/Key+of<the>document&models==`;

const clock = createSkippingClock();
const stack = await startStack({
  settings: { ...unlimited, DOCUMENT_MODELS_KEY: key },
  clock,
  expectedAlerts: ['upstream_auth', 'upstream_drift'],
});

const path = toPath(authorizeCopy) + authorizeCopy.query;
const headers = { 'vendor-subscription-key': 'the-callers-own' };
const send = () => stack.send('POST', path, { body: authorizeCopy.body, headers });

describe('the key of the document models', () => {
  it('is sent instead of a token, not the caller’s own; if it is refused, the response is 502 without a retry (S3-53)', async () => {
    // The emulator does not know it.
    const { status, json } = await send();
    expect([status, json.error.code]).toEqual([502, 'upstream_auth']);
    const [call, ...more] = await stack.upstream.calls();
    expect(call?.headers).toMatchObject({ 'vendor-subscription-key': key });
    expect(call?.headers).not.toHaveProperty('authorization');
    expect(more).toEqual([]);
  });

  const body = { accessToken: 'a', seen: key };
  const success = { name: 'repeats it in a success', toFault: () => ({ kind: 'status', status: 200, body }) };

  it.each([success, ...echoes])('is not returned or logged if the upstream $name', async ({ toFault }) => {
    await stack.upstream.fault({ times: 5, fault: toFault({ body: {}, secrets: [key] }) });
    const logged = stack.log.length;
    const { headers, text } = await send();
    expect((await stack.upstream.calls())[0]?.headers['vendor-subscription-key']).toBe(key);
    expect(JSON.stringify([headers, text, stack.log.slice(logged)])).not.toContain(CANARY);
    // Gates and breakers open again.
    clock.skip(301_000);
  });
});
