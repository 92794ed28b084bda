/** Four instances that share one table: how often they load the same response. */
import { afterAll, expect, it } from 'vitest';
import { startTables } from '../../dev/tables.ts';
import { type CacheKey, toCacheKey } from '../../lib/cache/key.ts';
import { ResponseCache } from '../../lib/cache/response-cache.ts';
import { MemoryStore } from '../../lib/cache/store.ts';
import { openTable } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import { createManualClock } from '../support/clocks.ts';
import { unlimitedRows } from '../support/shared-store.ts';
import { report } from './harness/measurements.ts';

/** Its timers are slow, because all instances share one process with the table. */
const clock = createManualClock(Date.now(), 1 / 20);
const tables = await startTables({ port: 0, now: clock.wallNow });
afterAll(() => tables.close());

const INSTANCES = 4;
const CALLERS = 25;
const KEYS = 20;
const EVENTS = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };
const SEARCHES = { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 300 };

const address = { connectionString: tables.connectionString, name: 'frontdeskcache' };
const instances = Array.from(
  { length: INSTANCES },
  () =>
    new ResponseCache({
      store: new TableStore(openTable(address, clock), clock),
      memory: new MemoryStore(8 * 1024 * 1024),
      rows: unlimitedRows,
      clock,
    }),
);
const toKey = (relayed: unknown) =>
  toCacheKey({
    operation: 'o',
    profile: 'vendor',
    upstream: 'http://u',
    apiVersion: '1',
    tenant: 't',
    accessScope: 's',
    relayed,
  });
const keys = Array.from({ length: KEYS }, (_, index) => toKey(index));
const loads = new Map<CacheKey, number>();

/** Every caller of every instance requests every key at the same time; returns how often each key was loaded. */
async function requestAll(): Promise<number[]> {
  loads.clear();
  const request = (instance: ResponseCache, key: CacheKey) =>
    instance.get({ key, owner: 'caller', policy: EVENTS, noCache: false, load: async () => load(key) });
  await Promise.all(
    keys.flatMap((key) =>
      instances.flatMap((instance) => Array.from({ length: CALLERS }, () => request(instance, key))),
    ),
  );
  await Promise.all(instances.map((instance) => instance.settle()));
  return keys.map((key) => loads.get(key) ?? 0);
}

async function load(key: CacheKey) {
  loads.set(key, (loads.get(key) ?? 0) + 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { body: Buffer.from(JSON.stringify({ value: [key] })) };
}

it('four instances on one table: one cold load, one refresh per key and window', async (context) => {
  const cold = await requestAll();
  expect(cold).toEqual(keys.map(() => 1));
  const refreshes: number[] = [];
  for (let window = 0; window < 5; window++) {
    clock.time += 70_000;
    const counts = [await requestAll(), await requestAll()];
    refreshes.push(...keys.map((_, index) => (counts[0]?.[index] ?? 0) + (counts[1]?.[index] ?? 0)));
  }
  const mean = refreshes.reduce((sum, count) => sum + count, 0) / refreshes.length;
  report(
    context,
    `at most ${Math.max(...cold)} cold loads per key; per key and window at most ${Math.max(...refreshes)} refreshes, ${mean.toFixed(2)} on average`,
  );
  expect(Math.max(...refreshes)).toBe(1);
  // Every key was refreshed.
  expect(Math.min(...refreshes)).toBe(1);
});

it.each([
  ['searches', SEARCHES],
  ['events', EVENTS],
])('%s: an instance whose own copy has expired uses the row that another instance has stored', async (name, policy) => {
  const [one, other] = instances as [ResponseCache, ResponseCache];
  const key = toKey(name);
  const isHit = async (instance: ResponseCache) => {
    const { state } = await instance.get({ key, owner: 'caller', policy, noCache: false, load: () => load(key) });
    await instance.settle();
    return state.hit;
  };
  loads.clear();
  expect(await isHit(one)).toBe(false);
  clock.time += (policy.maxAge + policy.staleWhileRevalidate + 10) * 1_000;
  expect(await isHit(other)).toBe(false);
  clock.time += 5_000;
  expect(await isHit(one)).toBe(true);
  expect(loads.get(key)).toBe(2);
});
