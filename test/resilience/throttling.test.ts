/** F07 and F10 as callers see them (F29: test/security/fairness.test.ts): what throttles or fails one caller, provider or subscription leaves the others alone. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { getStreamingJob } from '../../functions/get-streaming-job.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { awaitReady, sendChanged } from '../support/send-changed.ts';
import { openServices, serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import {
  putAuthorization,
  putJob,
  readItem,
  readJob,
  removeAuthorization,
  startJob,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

/** Every role on every resource. */
const grants = [{ roles: [...new Set(validRequests.map(({ role }) => role))], resources: ['*'] }];

// A quarter of a write's deadline is long enough for a slow machine.
const room = { parallel: 8, queue: 128 };
const often = { perSecond: 100_000, burst: 100_000 };

const clock = createSkippingClock();
const stack = await startStack({
  clock,
  settings: {
    LIMITS: JSON.stringify({
      arm: { bulkhead: { read: room, write: room }, rate: { read: often, write: often } },
      documentModels: UPSTREAMS.documentModels.limits,
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
const REMAINING = 'x-ms-ratelimit-remaining-subscription-resource-requests';
const throttle = (
  path: string,
  seconds: number,
  body: unknown = { error: { code: 'TooManyRequests', message: 'm' } },
) =>
  stack.upstream.fault({
    api: 'arm',
    path,
    // A provider with its own limit sends this.
    fault: { kind: 'status', status: 429, headers: { 'retry-after': String(seconds), [REMAINING]: '0' }, body },
  });
const other = { values: { subscriptionId: subscriptions.fabrikam } };

it('F10 P-10 six 429s refuse nobody else of a hundred callers: they wait, and leave one after the other', async () => {
  for (let count = 0; count < 6; count++) await throttle('authorizations', 1);
  const writes = Array.from({ length: 100 }, (_, at) =>
    sendChanged(stack, putAuthorization, { values: { authorizationId: `a-${at}` }, claims: createCaller() }),
  );
  const refused = (await Promise.all(writes)).map(statusOf).filter((status) => status >= 300);
  expect(refused).toEqual([]);
  expect(await stack.upstream.calls()).toHaveLength(106);
});

it('F10 P-10 a quota of deletes that is used up leaves the subscription’s other writes alone', async () => {
  await stack.upstream.control('quotas', { kind: 'deletes', size: 1, perSecond: 1 / 60, isEnforced: true });
  const remove = () => sendChanged(stack, removeAuthorization);
  const removed = [await remove(), await remove(), await remove()];
  expect(removed.map(({ status, headers }) => [status, headers['x-frontdesk-outcome']])).toEqual([
    [204, undefined],
    [429, 'rejected'],
    [429, 'not-sent'],
  ]);
  expect((await sendChanged(stack, putJob)).status).toBe(201);
});

it('F10 P-10 one provider’s 429 shuts neither the other providers nor other subscriptions', async () => {
  await throttle('StreamAnalytics', 100);
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
  await throttle('authorizations', 100, body);
  expect(statusOf(await sendChanged(stack, putAuthorization))).toBe(429);
  const [job, elsewhere] = [await sendChanged(stack, putJob), await sendChanged(stack, putAuthorization, other)];
  expect([job.status, job.headers['x-frontdesk-outcome']]).toEqual([429, 'not-sent']);
  expect(elsewhere.status).not.toBe(429);
  expect(await stack.upstream.calls()).toHaveLength(2);
});

it('F07 P-08 one job that breaks connections shuts no other job, three shut their operation, and no other', async () => {
  const start = (jobName: string) => sendChanged(stack, startJob, { values: { jobName } });
  await stack.upstream.fault({ api: 'arm', path: '/bad-', times: 100, fault: { kind: 'reset' } });
  for (let count = 0; count < 20; count++) await start('bad-1');
  expect(statusOf(await start('good-1'))).not.toBe(503);
  await start('bad-2');
  await start('bad-3');
  const refused = await start('good-2');
  expect([refused.status, refused.json.error.code]).toEqual([503, 'circuit_open']);
  expect(statusOf(await sendChanged(stack, putAuthorization))).toBeLessThan(300);
});

it('a healthy upstream with a smaller bucket is not starved: a bucket of 100 where 250 are assumed', async () => {
  await stack.upstream.control('quotas', { kind: 'reads', size: 100, perSecond: 25, isEnforced: true });
  const services = openServices({ LIMITS: JSON.stringify({ arm: UPSTREAMS.arm.limits }) }, clock);
  const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
  const read = { params: readJob.values, rawQuery: readJob.query.slice(1), headers };
  const serve = serveBy(services, getStreamingJob);
  const sent: Promise<{ readonly status: number }>[] = [];
  for (let count = 0; count < 300; count++) {
    sent.push(serve(read));
    // A call that waits does not stop the time.
    await Promise.race([sent.at(-1), sleep(50)]);
    clock.skip(1_000 / 24);
  }
  const served = (await Promise.all(sent)).filter(({ status }) => status === 200);
  expect(served.length).toBeGreaterThanOrEqual(285);
});
