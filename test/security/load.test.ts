import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectGranted, expectRecord, expectShape, listRows, wideLimits } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { awaitReady, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { readItem, searchPoints, toUnseen } from '../support/valid-requests.ts';

/** The rate is so low that no token is refilled during a test. */
const burst = 20;
/** A thousand by default. */
const maxRows = 10;

const stack = await startStack({
  clock: createPatientClock(),
  settings: {
    LIMITS: JSON.stringify({ ...wideLimits, caller: { perSecond: 0.01, burst }, cachedResponses: maxRows }),
  },
});

it('a caller above its rate gets 429 with Retry-After; ten quiet callers are served (A71)', async () => {
  await awaitReady(stack, readItem);
  await stack.upstream.reset();
  const oid = randomUUID();
  const loud = () => sendChanged(stack, readItem, { claims: { oid, sub: oid } });
  const logged = stack.log.length;
  const [flood, quiet] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, loud)),
    Promise.all(Array.from({ length: 10 }, () => sendChanged(stack, readItem))),
  ]);
  expect(quiet.map(({ status }) => status)).toEqual(quiet.map(() => 200));
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(200 - burst);
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(burst);
  expect(await stack.upstream.calls()).toHaveLength(burst + quiet.length);
  expect(stack.log).toHaveLength(logged + 210);
  for (const response of refused) {
    expect(response.json.error.code).toBe('throttled');
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expectShape('businessData', response);
    expectRecord(stack.log.find(({ requestId }) => requestId === response.headers['x-ms-request-id']) ?? {}, response);
  }
});

it('a large response counts as several requests: it is returned, and what comes next waits (A71)', async () => {
  const oid = randomUUID();
  const send = () => sendChanged(stack, readItem, { claims: { oid, sub: oid } });
  const filler = 'x'.repeat(1000 * 1024);
  await stack.upstream.fault({ times: 5, fault: { kind: 'patch', body: { filler } } });
  for (let read = 0; read < 5; read++) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
});

it('nobody can use up another caller’s rate: a request without a valid token counts for no one (A71)', async () => {
  const oid = randomUUID();
  const bad = Array.from({ length: 3 * burst }, () =>
    sendChanged(stack, readItem, { claims: { oid, sub: oid, aud: 'other' } }),
  );
  expect(new Set((await Promise.all(bad)).map(({ status }) => status))).toEqual(new Set([401]));
  await expectGranted(stack, readItem, { claims: { oid, sub: oid } });
});

it('a limited number of one caller’s searches is stored at a time; the others are still served (A72)', async () => {
  const oid = randomUUID();
  const before = await listRows(stack);
  for (let sent = 0; sent < 2 * maxRows; sent++) {
    const { headers } = await expectGranted(stack, toUnseen(searchPoints), { claims: { oid, sub: oid } });
    expect(headers['cache-status']).toBe(`Frontdesk; fwd=uri-miss${sent < maxRows ? '; stored' : ''}`);
  }
  expect(await listRows(stack)).toHaveLength(before.length + maxRows);
});
