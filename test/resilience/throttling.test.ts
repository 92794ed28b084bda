/** F10 and F29 as callers see them: what throttles or fails one caller, provider or subscription leaves the others alone. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { getStreamingJob } from '../../functions/get-streaming-job.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { DEFAULT_LIMITS } from '../../lib/upstream/limits.ts';
import { awaitReady } from '../support/await-ready.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { sendChanged } from '../support/send-changed.ts';
import { sendInTurn } from '../support/send-in-turn.ts';
import { serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  putAuthorization,
  putJob,
  readCustomer,
  readItem,
  readJob,
  readSession,
  removeAuthorization,
  startJob,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

/** Every role on every resource. */
const grants = [{ roles: [...new Set(validRequests.map(({ role }) => role))], resources: ['*'] }];

// A quarter of a write's deadline is long enough for a slow machine.
const room = { parallel: 8, queue: 128 };

const clock = createSkippingClock();
const stack = await startStack({
  clock,
  settings: {
    LIMITS: JSON.stringify({
      arm: { bulkhead: { read: room, write: room }, rate: {} },
      documentModels: DEFAULT_LIMITS.documentModels,
    }),
    ACCESS_POLICY: JSON.stringify({ grants }),
  },
});
await awaitReady(stack, readItem);
/** Gates that another test closed are open. */
beforeEach(() => clock.skip(600_000));

const createCaller = () => {
  const oid = randomUUID();
  return { oid, sub: oid };
};
const statusOf = ({ status }: { readonly status?: number | null }) => status ?? 0;
const throttle = (
  path: string,
  seconds: number,
  body: unknown = { error: { code: 'TooManyRequests', message: 'm' } },
) =>
  stack.upstream.fault({
    api: 'arm',
    path,
    fault: { kind: 'status', status: 429, headers: { 'retry-after': String(seconds) }, body },
  });
const other = { values: { subscriptionId: subscriptions.fabrikam } };

it('F10 P-10 six 429s refuse nobody else of a hundred callers: they wait, and leave one after the other', async () => {
  for (let count = 0; count < 6; count++) await throttle('authorizations', 1);
  const writes = Array.from({ length: 100 }, (_, at) =>
    sendChanged(stack, putAuthorization, { values: { authorizationId: `a-${at}` }, claims: createCaller() }),
  );
  const refused = (await Promise.all(writes)).map(statusOf).filter((status) => status >= 300);
  // The budget has a retry for three of the six at least.
  expect(new Set([429, ...refused])).toEqual(new Set([429]));
  expect(refused.length).toBeLessThanOrEqual(3);
  expect(await stack.upstream.calls()).toHaveLength(106 - refused.length);
});

it('F10 P-10 a quota of deletes that is used up leaves the subscription’s other writes alone', async () => {
  await stack.upstream.control('quotas', { api: 'arm', kind: 'deletes', size: 1, windowSeconds: 60, isEnforced: true });
  const remove = () => sendChanged(stack, removeAuthorization);
  const removed = [await remove(), await remove(), await remove()];
  expect(removed.map(({ status, headers }) => [status, headers['x-frontdesk-outcome']])).toEqual([
    [200, undefined],
    [429, 'rejected'],
    [429, 'not-sent'],
  ]);
  expect((await sendChanged(stack, putJob)).status).toBe(201);
});

it('F10 P-10 one provider’s 429 shuts neither the other providers nor other subscriptions', async () => {
  await throttle('StreamAnalytics', 60);
  const put = (request: ValidRequest, change = {}) => sendChanged(stack, request, change);
  expect(statusOf(await put(putJob))).toBe(429);
  const refused = await put(putJob);
  expect([refused.status, refused.json.error.code]).toEqual([429, 'throttled']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
  const [sent, held] = stack.log.slice(-2);
  expect([sent?.['upstreamTries'], sent?.['upstreamStatus']]).toEqual([1, 429]);
  // A call that was not sent is no try.
  expect([held?.['upstreamTries'], held?.['upstreamStatus']]).toEqual([undefined, undefined]);
  expect(statusOf(await put(putAuthorization))).toBeLessThan(300);
  expect(statusOf(await put(putJob, other))).toBeLessThan(500);
  expect((await stack.upstream.calls()).map(({ path }) => path.includes('StreamAnalytics'))).toEqual([
    true,
    false,
    true,
  ]);
});

it('F10 P-10 the subscription’s own quota shuts all its writes, and no other subscription’s', async () => {
  const body = { error: { code: 'SubscriptionRequestsThrottled', message: 'Number of write requests exceeded.' } };
  await throttle('authorizations', 45, body);
  expect(statusOf(await sendChanged(stack, putAuthorization))).toBe(429);
  const [job, elsewhere] = [await sendChanged(stack, putJob), await sendChanged(stack, putAuthorization, other)];
  expect([job.status, job.headers['x-frontdesk-outcome']]).toEqual([429, 'not-sent']);
  expect(elsewhere.status).not.toBe(429);
  expect(await stack.upstream.calls()).toHaveLength(2);
});

it('F29 G21 one caller’s slow reads leave room for another’s', async () => {
  await stack.upstream.fault({ api: 'business', path: 'customers', times: 20, fault: { kind: 'delay', ms: 1_000 } });
  const claims = createCaller();
  const slow = Array.from({ length: 20 }, () => sendChanged(stack, readCustomer, { claims }));
  await expect.poll(async () => (await stack.upstream.calls()).length).toBeGreaterThanOrEqual(4);
  const quick = Array.from({ length: 5 }, () => sendChanged(stack, readItem, { claims: createCaller() }));
  expect((await Promise.all(quick)).map(statusOf)).toEqual(quick.map(() => 200));
  expect((await Promise.all(slow)).map(statusOf).filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
});

it('G21 one caller’s copies leave room for another’s', async () => {
  const claims = createCaller();
  const copies = await Promise.all(Array.from({ length: 10 }, () => sendChanged(stack, authorizeCopy, { claims })));
  expect(copies.map(statusOf).filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statusOf(await sendChanged(stack, authorizeCopy, { claims: createCaller() }))).toBe(200);
});

it('F07 P-08 one provider’s broken connections do not open the others’ breaker', async () => {
  await stack.upstream.fault({ api: 'arm', path: 'StreamAnalytics', times: 5, fault: { kind: 'reset' } });
  // No other test starts a job: its breaker stays open.
  for (let count = 0; count < 5; count++) await sendChanged(stack, startJob, other);
  const refused = await sendChanged(stack, startJob, other);
  expect([refused.status, refused.json.error.code]).toEqual([503, 'circuit_open']);
  expect(statusOf(await sendChanged(stack, putAuthorization, other))).not.toBe(503);
});

it('F12 P-06 a fifth of all calls fails, too few for the breaker: retries are a tenth of the requests, or three', async () => {
  const failing = { values: { restoreSessionBaseId: randomUUID() } };
  const path = failing.values.restoreSessionBaseId;
  await stack.upstream.fault({ api: 'graph', path, times: 10_000, fault: { kind: 'status', status: 500 } });
  const statuses: number[] = [];
  const send = async (lane: number) => {
    const claims = createCaller();
    for (let count = 0; count < 50; count++) {
      const change = (count + lane) % 5 === 0 ? failing : {};
      statuses.push(statusOf(await sendChanged(stack, readSession, { ...change, claims })));
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(send));
  const times = (status: number) => statuses.filter((each) => each === status).length;
  // No circuit opened: only the failing calls failed.
  expect([times(200), times(502)]).toEqual([240, 60]);
  const retries = (await stack.upstream.calls()).length - statuses.length;
  expect(retries).toBeGreaterThan(3);
  expect(retries).toBeLessThanOrEqual(0.1 * statuses.length + 3);
});

/** Of all instances together. */
const shared = { perSecond: 10, burst: 100 };

function openInstance() {
  const limits = { bulkhead: { read: room, write: room }, rate: { read: shared } };
  const settings = readSettings({ ...process.env, LIMITS: JSON.stringify({ arm: limits }) });
  const services = createServices(settings, clock, () => {});
  onTestFinished(services.close);
  return serveBy(services, getStreamingJob);
}

it('P-32 G28 two instances use the limit that an upstream enforces and are not refused, also while a third comes and goes', async () => {
  const { perSecond, burst: size } = shared;
  await stack.upstream.control('quotas', { api: 'arm', kind: 'reads', size, perSecond, isEnforced: true });
  const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
  const read = { params: readJob.values, rawQuery: readJob.query.slice(1), headers };
  const load = { clock, seconds: 20, perSecond: 24 };
  const two = [openInstance(), openInstance()];
  await sendInTurn(two, read, load);
  for (const present of [two, [...two, openInstance()], two]) {
    const before = (await stack.upstream.calls()).length;
    const served = await sendInTurn(present, read, load);
    const statuses = (await stack.upstream.calls()).slice(before).map(statusOf);
    const refused = statuses.filter((status) => status === 429).length;
    // Without pacing a quarter is refused.
    expect(refused).toBeLessThanOrEqual(0.1 * statuses.length);
    expect(statuses.length - refused).toBeGreaterThanOrEqual(0.6 * perSecond * load.seconds);
    expect(Math.min(...served)).toBeGreaterThan(0);
  }
});
