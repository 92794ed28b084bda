/** What one resource, caller or tenant does never decides for another, as callers see it. What a call counts for: test/unit/upstream/scope.test.ts. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { getStreamingJob } from '../../functions/get-streaming-job.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { createSkippingClock, type SkippingClock } from '../support/clocks.ts';
import { awaitReady, type Change, sendChanged } from '../support/send-changed.ts';
import { openServices, serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import {
  putAuthorization,
  putJob,
  readCustomer,
  readItem,
  readJob,
  removeAuthorization,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

/** Ends each wait for a token. */
const tokenWaits: (() => void)[] = [];
const skipping = createSkippingClock();
const clock: SkippingClock = {
  ...skipping,
  setTimer(callback, ms) {
    if (ms === 3_000) tokenWaits.push(callback);
    return skipping.setTimer(callback, ms);
  },
};
const grants = [{ roles: [...new Set(validRequests.map(({ role }) => role))], resources: ['*'] }];
const stack = await startStack({ clock, settings: { ACCESS_POLICY: JSON.stringify({ grants }) } });
await awaitReady(stack, readItem);
/** What another test closed, opened or asked is over. */
beforeEach(() => clock.skip(600_000));

/** Returns the problem of the response, or its status if the upstream returned it. */
async function ask(request: ValidRequest, change: Change = {}): Promise<string> {
  const { status, headers } = await sendChanged(stack, request, change);
  return headers['x-frontdesk-problem'] ?? String(status);
}

it('P-21 one resource that refuses the token costs no other a request', async () => {
  const odd = randomUUID();
  expect(await ask(readItem)).toBe('200');
  await stack.upstream.fault({ path: odd, times: 100, fault: { kind: 'status', status: 401 } });
  await stack.identity.fault({ times: 100, fault: { kind: 'hang' } });
  const own = ask(readItem, { values: { itemId: odd } });
  await expect.poll(async () => (await stack.identity.calls()).length).toBeGreaterThan(0);
  const others = await Promise.all(Array.from({ length: 20 }, () => ask(readItem)));
  expect(others).toEqual(Array(20).fill('200'));
  for (const end of tokenWaits) end();
  expect(await own).toBe('upstream_auth');
  await stack.identity.reset();
});

it('P-08 a scope in three spellings is one, whose breaker they share', async () => {
  const { subscriptionId = '' } = readJob.values;
  await stack.upstream.fault({ path: 'bad-', times: 100, fault: { kind: 'status', status: 500 } });
  const ids = [subscriptionId.toLowerCase(), subscriptionId.toUpperCase(), subscriptionId.toLowerCase()];
  const results: string[] = [];
  for (const [at, id] of ids.entries())
    results.push(await ask(readJob, { values: { subscriptionId: id, jobName: `bad-${at}` } }));
  expect([...results, await ask(readJob)]).toEqual([...Array(3).fill('upstream_error'), 'circuit_open']);
  // The log says whose breaker it is, in one spelling.
  const records = stack.log.slice(-4);
  expect(records.map(({ scope }) => scope)).toEqual(Array(4).fill(subscriptionId.toLowerCase()));
  expect(records.at(-1)?.['reason']).toBe('breaker');
  clock.skip(1_000);
  // It closes for the other tests.
  expect(await ask(readJob)).toBe('200');
});

it('P-10 a 429 holds back its operation in its scope', async () => {
  await stack.upstream.fault({
    path: 'customers',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
  });
  expect([await ask(readCustomer), await ask(readCustomer)]).toEqual(['throttled', 'throttled']);
  const other = { values: { companyId: randomUUID() } };
  expect([await ask(readCustomer, other), await ask(readItem)]).toEqual(['upstream_refused', '200']);
});

describe('P-10 what a 429 of the management API holds back (F10)', () => {
  it('a quota of deletes leaves the subscription’s other writes alone', async () => {
    await stack.upstream.control('quotas', { kind: 'deletes', size: 1, perSecond: 1 / 60, isEnforced: true });
    const outcomes: unknown[] = [];
    for (const _ of 'abc')
      outcomes.push((await sendChanged(stack, removeAuthorization)).headers['x-frontdesk-outcome']);
    expect(outcomes).toEqual([undefined, 'rejected', 'not-sent']);
    expect(await ask(putJob)).toBe('201');
  });

  it('the quota of a subscription is that of all its writes, and of no other subscription’s', async () => {
    const body = { error: { code: 'SubscriptionRequestsThrottled', message: 'Number of write requests exceeded.' } };
    await stack.upstream.fault({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '100' }, body } });
    expect([await ask(putAuthorization), await ask(putJob)]).toEqual(['throttled', 'throttled']);
    const other = { values: { subscriptionId: subscriptions.fabrikam } };
    expect(await ask(putAuthorization, other)).not.toBe('throttled');
    expect(await stack.upstream.calls()).toHaveLength(2);
    // A call that was not sent is no try.
    const [sent, held] = stack.log.slice(-3);
    expect([sent?.['upstreamTries'], held?.['upstreamTries']]).toEqual([1, undefined]);
    expect([held?.['reason'], held?.['scope']]).toEqual(['retry_after', putJob.values['subscriptionId']]);
  });

  it('P-12 a bucket of 100 where 250 are assumed starves nobody', async () => {
    await stack.upstream.control('quotas', { kind: 'reads', size: 100, perSecond: 25, isEnforced: true });
    const services = openServices({ LIMITS: JSON.stringify({ arm: UPSTREAMS.arm.limits }) }, clock);
    const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
    const serve = serveBy(services, getStreamingJob);
    const sent: Promise<{ readonly status: number }>[] = [];
    for (let count = 0; count < 300; count++) {
      sent.push(serve({ params: readJob.values, rawQuery: readJob.query.slice(1), headers }));
      // A call that waits does not stop the time.
      await Promise.race([sent.at(-1), sleep(50)]);
      clock.skip(1_000 / 24);
    }
    const served = (await Promise.all(sent)).filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(285);
  });
});
