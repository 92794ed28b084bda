import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
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
/** Two for each test that needs separate callers; issued before the clock moves. */
const bearers = await Promise.all(
  Array.from({ length: 10 }, async () => {
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

it('C-58 what is not stored may not be used again (invariant I3)', async () => {
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

it('a caller waits no longer than its own deadline', async () => {
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'hang' } });
  const { status, records } = await serveDirectly({ ...listHealthEvents, timeoutMs: 200 })(freshList());
  expect([status, records[0]?.['problem']]).toEqual([504, 'upstream_timeout']);
  expect(records[0]?.['reason']).toContain('The deadline passed.');
});

describe('a load that callers share', () => {
  /** Two callers, who request parts of one list. */
  function start(settings: Readonly<Record<string, string>>) {
    const serve = serveDirectly(listHealthEvents, settings);
    const request = freshList();
    const openCaller = () => {
      const bearer = { authorization: bearers.pop() ?? '' };
      return async (part: number) => {
        const rawQuery = `${request.rawQuery}&$filter=priority%20ge%20${part}`;
        return (await serve({ ...request, rawQuery, headers: bearer })).status;
      };
    };
    return { ann: openCaller(), bob: openCaller() };
  }
  const ONE_CALL = { LIMITS: '{"caller":{"perSecond":0.001,"burst":1}}' };

  it('and that exceeds the share of the caller who began it is begun by another (P-25)', async () => {
    const { ann, bob } = start(ONE_CALL);
    expect(await ann(0)).toBe(200);
    advanceTime(51_000);
    expect(await Promise.all([ann(1), bob(1)])).toEqual([429, 200]);
    expect(await countCalls()).toBe(2);
  });

  it('and that finds no place for the caller who began it is begun by another (P-11)', async () => {
    const read = { parallel: 4, queue: 0 };
    const limits = { bulkhead: { read, write: read } };
    const { ann, bob } = start({ LIMITS: JSON.stringify({ arm: limits }) });
    expect(await bob(0)).toBe(200);
    await stack.upstream.fault({ api: 'arm', times: 2, fault: { kind: 'delay', ms: 1_500 } });
    const slow = Promise.all([1, 2].map(ann));
    await expect.poll(countCalls).toBe(3);
    expect(await Promise.all([ann(4), bob(4)])).toEqual([503, 200]);
    expect(await slow).toEqual([200, 200]);
  });

  it('and that the upstream refuses is not repeated', async () => {
    const { ann, bob } = start({});
    await ann(0);
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 409 } });
    expect(await Promise.all([ann(1), bob(1)])).toEqual([409, 409]);
    expect(await countCalls()).toBe(2);
  });

  /** The table's time does not pass with ours. */
  const CACHE_CONNECTION_STRING =
    'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/a;';

  it('in the background counts for who caused it (P-25)', async () => {
    const { ann } = start({ LIMITS: '{"caller":{"perSecond":0.001,"burst":2}}', CACHE_CONNECTION_STRING });
    expect(await ann(0)).toBe(200);
    advanceTime(61_000);
    expect(await ann(0)).toBe(200);
    await expect.poll(countCalls).toBe(2);
    expect(await ann(1)).toBe(429);
  });

  it('in the background is not begun by who has no call left: the stored response is served (P-25)', async () => {
    const { ann } = start({ ...ONE_CALL, CACHE_CONNECTION_STRING });
    expect(await ann(0)).toBe(200);
    advanceTime(61_000);
    expect(await ann(0)).toBe(200);
    expect(await ann(1)).toBe(429);
    expect(await countCalls()).toBe(1);
  });
});

it('C-58 max-age stays as the age grows, also of a stale response, and a 304 says the same', async () => {
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
