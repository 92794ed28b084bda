import { describe, expect, it, vi } from 'vitest';
import { unlimited } from '../support/abuse.ts';
import { createFastClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import { authorizeCopy, toPath } from '../support/valid-requests.ts';
import { CANARY, echoes, notations, toEcho } from './canary-forms.ts';

const key = `${CANARY}/Key+of<the>document&models==`;

const clock = createFastClock(20);
const stack = await startStack({
  settings: { ...unlimited, DOCUMENT_MODELS_KEY: key },
  clock,
  expectedAlerts: ['auth_unavailable', 'upstream_auth', 'upstream_drift'],
});

const path = toPath(authorizeCopy) + authorizeCopy.query;
const headers = { 'vendor-subscription-key': 'the-callers-own' };
const send = () => stack.send('POST', path, { body: authorizeCopy.body, headers });
// The issuer's keys are fetched once, however long that takes. The emulator does not know our key.
await vi.waitFor(async () => expect((await send()).status).toBe(502), 20_000);

/** Sends the request to an upstream with a fault, and expects the key at the upstream and nowhere else. */
async function expectKept(fault: Readonly<Record<string, unknown>>): Promise<void> {
  await stack.upstream.fault({ times: 5, fault });
  const logged = stack.log.length;
  const { headers, text } = await send();
  const [call] = await stack.upstream.calls();
  expect(call?.headers['vendor-subscription-key']).toBe(key);
  expect(JSON.stringify([headers, text, stack.log.slice(logged)])).not.toContain(CANARY);
}

describe('the key of the document models', () => {
  it('S3-53 is sent instead of a token, not the caller’s own; if it is refused, the response is 502 without a retry', async () => {
    await stack.upstream.reset();
    const { status, json } = await send();
    expect([status, json.error.code]).toEqual([502, 'upstream_auth']);
    const [call, ...more] = await stack.upstream.calls();
    expect(call?.headers).toMatchObject({ 'vendor-subscription-key': key });
    expect(call?.headers).not.toHaveProperty('authorization');
    expect(more).toEqual([]);
  });

  it.each(Object.entries(notations))('is in no error that repeats it %s', async (_, write) => {
    await expectKept({ kind: 'status', status: 400, body: write(JSON.stringify({ error: toEcho([key]) })) });
  });

  it('is in no success that repeats it', async () => {
    const target = { targetResourceId: 'r', targetResourceRegion: 'r', targetModelId: 'm', targetModelLocation: 'l' };
    const body = { ...target, expirationDateTime: '2099-01-01T00:00:00Z', accessToken: 'a', seen: key };
    await expectKept({ kind: 'status', status: 200, headers: { etag: `"${key}"` }, body });
    const { status, json } = await stack.send('POST', path, { body: authorizeCopy.body });
    expect([status, json.seen]).toEqual([200, '***']);
  });

  it.each(echoes)('is not returned by an upstream that $name', async ({ toFault }) => {
    await expectKept(toFault({ body: {}, secrets: [key] }));
    // Gates and breakers open again.
    clock.skip(200_000);
  });
});
