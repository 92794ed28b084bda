/** What one resource, caller or tenant does never decides for another: the mechanisms around a call, as callers see them (F29: test/security/fairness.test.ts). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { subscriptions, tenants } from '../../dev/seed.ts';
import { getStreamingJob } from '../../functions/get-streaming-job.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { createSkippingClock, type SkippingClock } from '../support/clocks.ts';
import { awaitReady, type Change, sendChanged } from '../support/send-changed.ts';
import { openServices, serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  eachRequest,
  listCompanies,
  putAuthorization,
  putJob,
  readCustomer,
  readItem,
  readJob,
  removeAuthorization,
  searchPoints,
  toUnseen,
  type ValidRequest,
  validRequest,
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

const readSession = validRequest('getRestoreSession');
/** A read of each API whose paths name resources. */
const reads = [
  ['arm', readJob, 'jobName'],
  ['backupRestore', readSession, 'restoreSessionBaseId'],
  ['businessData', readItem, 'itemId'],
] as const;

/** Returns the problem of the response, or its status if the upstream returned it. */
async function ask(request: ValidRequest, change: Change = {}): Promise<string> {
  const { status, headers } = await sendChanged(stack, request, change);
  return headers['x-frontdesk-problem'] ?? String(status);
}

describe('P-21 one resource that refuses the token costs no other a request', () => {
  it.each(reads)('of %s', async (api, request, name) => {
    const odd = randomUUID();
    expect(await ask(request)).toBe('200');
    await stack.upstream.fault({ path: odd, times: 100, fault: { kind: 'status', status: 401 } });
    await stack.identity.fault({ times: 100, fault: { kind: 'hang' } });
    const own = [ask(request, { values: { ...request.values, [name]: odd } })];
    await expect.poll(async () => (await stack.identity.calls()).length).toBeGreaterThan(0);
    const others = await Promise.all(Array.from({ length: 20 }, () => ask(request)));
    expect(others, api).toEqual(Array(20).fill('200'));
    for (const end of tokenWaits) end();
    expect(await Promise.all(own)).toEqual(['upstream_auth']);
    await stack.identity.reset();
  });
});

/** Several calls of one caller, one after the other, or of a new one each. */
async function askEach(request: ValidRequest, changes: readonly Change[]): Promise<string[]> {
  const results: string[] = [];
  for (const change of changes) results.push(await ask(toUnseen(request), change));
  return results;
}

const createCaller = () => {
  const oid = randomUUID();
  return { oid, sub: oid };
};
const repeat = (change: Change) => Array<Change>(10).fill(change);
const fail = (path: string, times = 100) =>
  stack.upstream.fault({ path, times, fault: { kind: 'status', status: 500 } });

describe('P-08 what fails in one scope decides nothing for another', () => {
  it.each(eachRequest)('%s: three failing ones of one, ten calls of another', async (_, request) => {
    const [scopedBy] = ['subscriptionId', 'companyId'].filter((name) => request.template.includes(`{${name}}`));
    const narrowest = [...request.template.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
    const bad = randomUUID();
    const own = createCaller();
    const failing = ['a', 'b', 'c'].map((letter): Change => {
      // Where a scope has one path, or the API no scope, the callers are what fails.
      const claims = scopedBy && scopedBy === narrowest ? createCaller() : own;
      const resource = narrowest && { [narrowest]: bad.replace(/.$/, letter) };
      return { claims, values: { ...resource, ...(scopedBy && { [scopedBy]: bad }) } };
    });
    await fail(narrowest ? bad.slice(0, -1) : '', narrowest ? 100 : 3);
    const failed = await askEach(request, failing);
    expect(failed).toEqual(Array(3).fill('upstream_error'));
    const served = await askEach(request, repeat({ claims: createCaller() }));
    expect(served.filter((problem) => /circuit_open|throttled|overloaded/.test(problem))).toEqual([]);
    expect(await stack.upstream.calls()).toHaveLength(13);
  });

  const spellings: readonly (readonly [string, ValidRequest, string, readonly string[]])[] = [
    ['a job', readJob, 'jobName', ['job-bad', 'Job-Bad', 'JOB-BAD']],
    ['a resource group', readJob, 'resourceGroupName', ['bad-rg', 'BAD-rg', 'bad-RG']],
    ['a service', validRequest('getApiDiagnostic'), 'serviceName', ['bad-apim', 'Bad-Apim', 'BAD-APIM']],
    ['a tracking id', validRequest('fetchHealthEventDetails'), 'eventTrackingId', ['bad-id', 'Bad-Id', 'BAD-ID']],
    [
      'an item',
      readItem,
      'itemId',
      ['abcdefab-', 'ABCDEFAB-', 'aBcDeFaB-'].map((id) => `${id}0000-4000-8000-000000000001`),
    ],
  ];
  it.each(spellings)('%s in three spellings is one resource', async (_, request, name, values) => {
    for (const value of values) await fail(value);
    for (let count = 0; count < 3; count++)
      await askEach(
        request,
        values.map((value) => ({ values: { [name]: value } })),
      );
    expect(await askEach(request, repeat({}))).toEqual(Array(10).fill('200'));
  });

  it('a scope in three spellings is one, whose breaker they share', async () => {
    const { subscriptionId = '' } = readJob.values;
    await fail('bad-');
    const ids = [subscriptionId.toLowerCase(), subscriptionId.toUpperCase(), subscriptionId.toLowerCase()];
    const jobs = ids.map((id, at) => ({ values: { subscriptionId: id, jobName: `bad-${at}` } }));
    expect(await askEach(readJob, [...jobs, {}])).toEqual([...Array(3).fill('upstream_error'), 'circuit_open']);
    // The log says whose breaker it is, in one spelling.
    const records = stack.log.slice(-4);
    expect(records.map(({ scope }) => scope)).toEqual(Array(4).fill(subscriptionId.toLowerCase()));
    expect(records.at(-1)?.['reason']).toBe('breaker');
    clock.skip(1_000);
    // It closes for the other tests.
    expect(await ask(readJob)).toBe('200');
  });
});

const throttle = (path: string, status: number, seconds: number, times = 1) =>
  stack.upstream.fault({ path, times, fault: { kind: 'status', status, headers: { 'retry-after': `${seconds}` } } });

describe('P-10 a 503 or 403 with Retry-After holds back its own resource only', () => {
  it.each([503, 403].flatMap((status) => reads.map(([api, request, name]) => [status, api, request, name] as const)))(
    '%i of %s',
    async (status, _, request, name) => {
      const busy = randomUUID();
      const own = { values: { [name]: busy } };
      await throttle(busy, status, 120);
      await throttle(busy.toUpperCase(), status, 120);
      expect(await ask(request, own)).toBe(status === 403 ? 'throttled' : 'upstream_unavailable');
      expect(await ask(request, own)).toBe('throttled');
      // Where the API has no case, in every spelling.
      const isFolded = request.template.includes('subscription') || request.template.includes('companies');
      if (isFolded) expect(await ask(request, { values: { [name]: busy.toUpperCase() } })).toBe('throttled');
      expect(await askEach(request, repeat({}))).toEqual(Array(10).fill('200'));
    },
  );

  it.each([searchPoints, authorizeCopy, listCompanies].map((request) => [request.operation, request] as const))(
    '%s, whose requests all have one path: of its own caller',
    async (_, request) => {
      const own = createCaller();
      await throttle('', 503, 120);
      expect(await askEach(request, [{ claims: own }, { claims: own }])).toEqual(['upstream_unavailable', 'throttled']);
      expect(await ask(toUnseen(request), { claims: createCaller() })).toBe('200');
    },
  );

  it('a 429 holds back its operation in its scope', async () => {
    await throttle('customers', 429, 120);
    const company = { companyId: randomUUID() };
    expect(await askEach(readCustomer, [{}, {}])).toEqual(['throttled', 'throttled']);
    expect([await ask(readCustomer, { values: company }), await ask(readItem)]).toEqual(['upstream_refused', '200']);
  });
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

describe('P-11 who waits for one limit takes no room from others', () => {
  it('turns go by tenant: forty people of one leave the only person of another half of the places', async () => {
    await stack.upstream.fault({ path: 'items', times: 60, fault: { kind: 'delay', ms: 300 } });
    const send = async (claims: Change['claims'], correlation: string) =>
      ask(readItem, {
        claims: { roles: [readItem.role], ...claims },
        headers: { 'x-ms-client-request-id': correlation },
      });
    const many = Array.from({ length: 40 }, () => send(createCaller(), 'many'));
    await expect.poll(async () => (await stack.upstream.calls()).length).toBe(5);
    const own = { ...createCaller(), tid: tenants.fabrikam };
    const ten = Array.from({ length: 10 }, () => send(own, 'own'));
    expect(await Promise.all(ten)).toEqual(Array(10).fill('200'));
    const order = (await stack.upstream.calls()).map(({ headers }) => headers['client-request-id']);
    expect(order.lastIndexOf('own')).toBeLessThan(32);
    await Promise.all(many);
  });
});
