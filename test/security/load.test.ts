import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectGranted, expectRecord, expectShape, listRows, wideLimits } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { awaitReady, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { readCustomer, readItem, searchPoints, toUnseen } from '../support/valid-requests.ts';

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

it('A71 a caller above its rate gets 429 with Retry-After; ten quiet callers are served', async () => {
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

it('A71 a large response counts as several requests: it is returned, and what comes next waits', async () => {
  const oid = randomUUID();
  const send = () => sendChanged(stack, readItem, { claims: { oid, sub: oid } });
  const filler = 'x'.repeat(1000 * 1024);
  await stack.upstream.fault({ times: 5, fault: { kind: 'patch', body: { filler } } });
  for (let read = 0; read < 5; read++) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
});

it('A71 no new token, other operation or header gives a caller more than its rate', async () => {
  const oid = randomUUID();
  const claims = { oid, sub: oid };
  const spend = Array.from({ length: 3 * burst }, () => sendChanged(stack, readItem, { claims }));
  await Promise.all(spend);
  const dodges = [
    sendChanged(stack, readItem, {
      claims: { ...claims, uti: 'other', name: 'Other', exp: Math.floor(Date.now() / 1000) + 60 },
    }),
    sendChanged(stack, readCustomer, { claims }),
    sendChanged(stack, readItem, {
      claims,
      headers: { 'x-forwarded-for': '10.0.0.1', 'client-ip': '10.0.0.1', 'user-agent': 'other' },
    }),
    sendChanged(stack, readItem, { claims: { ...claims, sub: 'other' } }),
    sendChanged(stack, readItem, { claims: { ...claims, roles: ['Items.Read', 'Customers.Read'] } }),
  ];
  expect((await Promise.all(dodges)).map(({ status }) => status)).toEqual(dodges.map(() => 429));
});

it('A71 nobody can use up another caller’s rate: a request without a valid token counts for no one', async () => {
  const oid = randomUUID();
  const bad = Array.from({ length: 3 * burst }, () =>
    sendChanged(stack, readItem, { claims: { oid, sub: oid, aud: 'other' } }),
  );
  expect(new Set((await Promise.all(bad)).map(({ status }) => status))).toEqual(new Set([401]));
  await expectGranted(stack, readItem, { claims: { oid, sub: oid } });
});

it('stored responses and requests that share one load count a twentieth; ever new searches count whole (P-25, A72)', async () => {
  const oid = randomUUID();
  const claims = { oid, sub: oid };
  const search = toUnseen(searchPoints);
  for (let round = 0; round < 3; round++) {
    const shared = Array.from({ length: 2 * burst }, () => sendChanged(stack, search, { claims }));
    expect(new Set((await Promise.all(shared)).map(({ status }) => status))).toEqual(new Set([200]));
  }
  // A load and 119 stored responses have taken seven of twenty.
  const reads = Array.from({ length: burst - 7 }, () => sendChanged(stack, readItem, { claims }));
  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
  for (const refused of [readItem, toUnseen(searchPoints)])
    expect((await sendChanged(stack, refused, { claims })).status).toBe(429);
});

it('A72 a limited number of one caller’s searches is stored at a time; the others are still served', async () => {
  const oid = randomUUID();
  const before = await listRows(stack);
  for (let sent = 0; sent < 2 * maxRows; sent++) {
    const { headers } = await expectGranted(stack, toUnseen(searchPoints), { claims: { oid, sub: oid } });
    expect(headers['cache-status']).toBe(`Frontdesk; fwd=uri-miss${sent < maxRows ? '; stored' : ''}`);
  }
  expect(await listRows(stack)).toHaveLength(before.length + maxRows);
});
