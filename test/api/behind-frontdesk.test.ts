/** What happens behind Frontdesk and is not the caller's: faults of the deployment, repeated headers, limits. */
import { describe, expect, it } from 'vitest';
import { readCode } from '../support/abuse.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  eachRequest,
  listEvents,
  putJob,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

const clock = createSkippingClock();
const stack = await startStack({ clock, expectedAlerts: ['upstream_setup', 'upstream_drift'] });
const send = (request: ValidRequest) => sendChanged(stack, toUnseen(request));

// Each service's words: test/unit/upstream/accept-response.test.ts.
it('what the deployment lacks is 502, and the operator learns the cause (C-86)', async () => {
  await stack.upstream.control('modes', { lacks: 'custom subdomain' });
  const response = await send(authorizeCopy);
  expect([response.status, readCode(response)]).toEqual([502, 'upstream_setup']);
  expect(response.text).not.toMatch(/subdomain/i);
  expect(stack.log.at(-1)).toMatchObject({ problem: 'upstream_setup', reason: 'custom_subdomain' });
  expect(stack.alerts.at(-1)).toMatchObject({ alert: 'upstream_setup', reason: 'custom_subdomain' });
});

describe('headers that come twice', () => {
  const json = 'application/json; charset=utf-8';

  it.each(eachRequest)('%s: the first of them counts (C-88)', async (_, request) => {
    const plain = await send(request);
    const headers = { 'content-type': [json, 'text/html'], etag: ['"first"', '"second"'], date: ['x', 'y'] };
    await stack.upstream.reset();
    await stack.upstream.fault({ fault: { kind: 'repeat', headers } });
    const response = await send(request);
    expect([response.status, response.text === '']).toEqual([plain.status, plain.text === '']);
    if ('etag' in plain.headers && !request.isCached) expect(response.headers['etag']).toBe('"first"');
  });
});

describe('what is left of a limit', () => {
  const names = (headers: Readonly<Record<string, string>>) =>
    Object.keys(headers).filter((name) => name.startsWith('x-ms-ratelimit-'));

  it('of the management API is relayed, also of a refusal, and a browser may read it (C-85)', async () => {
    const header = 'x-ms-ratelimit-remaining-subscription-writes';
    const written = await send(putJob);
    expect(Number(written.headers[header])).toBeGreaterThan(0);
    expect(written.headers['access-control-expose-headers']).toContain(header);
    const left = { [header]: '7', 'x-ms-ratelimit-other': '1' };
    await stack.upstream.fault({ fault: { kind: 'status', status: 409, headers: left, body: '' } });
    const refused = await send(putJob);
    expect([refused.status, refused.headers[header], names(refused.headers)]).toEqual([409, '7', [header]]);
  });

  it('is never stored, nor that of a stored refusal (C-85)', async () => {
    const request = toUnseen(listEvents);
    for (const response of [await sendChanged(stack, request), await sendChanged(stack, request)])
      expect(names(response.headers)).toEqual([]);
    const missing = toUnseen(listEvents);
    const headers = { 'x-ms-ratelimit-remaining-subscription-reads': '7' };
    await stack.upstream.fault({ fault: { kind: 'status', status: 404, headers, body: '' } });
    for (const response of [await sendChanged(stack, missing), await sendChanged(stack, missing)])
      expect([response.status, names(response.headers)]).toEqual([404, []]);
  });
});
