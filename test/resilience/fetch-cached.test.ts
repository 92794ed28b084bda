import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { protectionUnits, subscriptions } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { searchRestorePoints } from '../../functions/search-restore-points.ts';
import type { Operation } from '../../lib/operation.ts';
import { buildSearch } from '../support/builders.ts';
import { advanceTime } from '../support/moving-date.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const authorization = `Bearer ${await stack.issueToken({})}`;
/** Issued before time passes: to Frontdesk a token of the advanced clock is one of the future. */
const reader = `Bearer ${await stack.issueToken({ roles: ['HealthEvents.Read'] })}`;
/** Of callers whose rate nobody else takes from. */
const bearers = await Promise.all(
  Array.from({ length: 2 }, async () => {
    const id = randomUUID();
    return `Bearer ${await stack.issueToken({ oid: id, sub: id, roles: ['HealthEvents.Read'] })}`;
  }),
);
const countCalls = async () => (await stack.upstream.calls()).length;

/** A list that no test has asked for before. */
const freshList = () => ({
  params: {
    subscriptionId: subscriptions.contoso,
    resourceGroupName: 'rg-shop',
    resourceProviderNamespace: 'Vendor.Compute',
    resourceType: 'virtualMachines',
    resourceName: `vm-${randomUUID()}`,
  },
  rawQuery: 'api-version=2025-05-01',
  headers: { authorization },
});

it('what is not stored may not be used again (C-58, invariant I3)', async () => {
  const serve = serveDirectly(listHealthEvents);
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { value: [{ id: 7 }] } } });
  const { headers } = await serve(freshList());
  expect(headers).toMatchObject({
    'cache-status': 'Frontdesk; fwd=uri-miss',
    'cache-control': 'private, max-age=0, must-revalidate',
  });
});

it('a body without a canonical form shares a response with the same text only', async () => {
  const { toCanonicalBody, ...cache } = searchRestorePoints.cache ?? { maxAge: 30 };
  const serve = serveDirectly({ ...searchRestorePoints, cache } as Operation);
  const headers = { authorization, 'content-type': 'application/json' };
  const units = [protectionUnits.shopSite, protectionUnits.drive];
  const seen: unknown[] = [];
  for (const protectionUnitIds of [units, units.toReversed(), units]) {
    const response = await serve({ params: {}, headers, body: buildSearch({ protectionUnitIds }) });
    seen.push(response.headers['cache-status']);
  }
  const miss = 'Frontdesk; fwd=uri-miss; stored';
  expect(seen).toEqual([miss, miss, expect.stringMatching(/; hit; /)]);
});

// A load that another caller begins: test/unit/cache/response-cache.test.ts.
it.each([
  ['counts for who caused it', 2, 2],
  ['is not begun by who has no call left: the stored response is served', 1, 1],
])('a load in the background %s (P-25)', async (_, burst, calls) => {
  const serve = serveDirectly(listHealthEvents, {
    LIMITS: JSON.stringify({ caller: { perSecond: 0.001, burst } }),
    // The table's time does not pass with ours.
    CACHE_CONNECTION_STRING:
      'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/a;',
  });
  const request = { ...freshList(), headers: { authorization: bearers.pop() ?? '' } };
  const ask = async (filter = '') => (await serve({ ...request, rawQuery: `${request.rawQuery}${filter}` })).status;
  expect(await ask()).toBe(200);
  advanceTime(61_000);
  expect(await ask()).toBe(200);
  await expect.poll(countCalls).toBe(calls);
  expect(await ask('&$filter=priority%20ge%201')).toBe(429);
  expect(await countCalls()).toBe(calls);
});

it('max-age stays as the age grows, also of a stale response, and a 304 says the same (C-58)', async () => {
  const serve = serveDirectly(listHealthEvents);
  const request = { ...freshList(), headers: { authorization: reader } };
  const etag = String((await serve(request)).headers['etag']);
  const conditional = { ...request, headers: { ...request.headers, 'if-none-match': etag } };
  let passed = 0;
  for (const seconds of [20, 30, 15]) {
    passed += seconds;
    // What is stale is not replaced.
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 500 } });
    advanceTime(seconds * 1_000);
    const [full, notModified] = [await serve(request), await serve(conditional)];
    expect([full.status, notModified.status]).toEqual([200, 304]);
    for (const { headers } of [full, notModified]) {
      expect(headers).toMatchObject({
        etag,
        age: String(passed),
        'cache-control': 'private, max-age=60',
        vary: 'accept-encoding, authorization',
      });
    }
  }
});
