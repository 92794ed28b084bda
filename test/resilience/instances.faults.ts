/** Four instances on one table: how often they load what they share. */
import { afterAll, expect, it } from 'vitest';
import { startTables } from '../../dev/tables.ts';
import { type CacheKey, toCacheKey } from '../../lib/cache/key.ts';
import { ResponseCache } from '../../lib/cache/response-cache.ts';
import { createMemoryStore } from '../../lib/cache/store.ts';
import { openTable } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import { createManualClock } from '../support/clocks.ts';
import { report } from './harness/figures.ts';

const tables = await startTables({ port: 0 });
afterAll(() => tables.close());

const INSTANCES = 4;
const CALLERS = 25;
const KEYS = 20;
const policy = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };

/** Moved by hand; patient, since all instances share one process with the table. */
const clock = createManualClock(Date.now(), 1 / 20);
const address = { connectionString: tables.connectionString, name: 'frontdeskcache' };
const instances = Array.from(
  { length: INSTANCES },
  () =>
    new ResponseCache({
      store: new TableStore(openTable(address, clock), clock),
      memory: createMemoryStore(8 * 1024 * 1024),
      takeRow: () => true,
      clock,
    }),
);
const keys = Array.from({ length: KEYS }, (_, n) =>
  toCacheKey({ operation: 'o', profile: 'vendor', apiVersion: '1', tenant: 't', accessScope: 's', relayed: n }),
);
const loads = new Map<CacheKey, number>();

/** Every instance's callers ask for every key at once; answers how often each key was loaded. */
async function askAll(): Promise<number[]> {
  loads.clear();
  await Promise.all(
    keys.flatMap((key) =>
      instances.flatMap((instance) =>
        Array.from({ length: CALLERS }, async () =>
          instance.get({ key, owner: 'caller', policy, noCache: false, load: async () => load(key) }),
        ),
      ),
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

it('four instances on one table: four cold loads at most, one refresh a key and window', async (context) => {
  const cold = await askAll();
  expect(Math.max(...cold)).toBeLessThanOrEqual(INSTANCES);
  const refreshes: number[] = [];
  for (let window = 0; window < 5; window++) {
    clock.time += 70_000;
    const counts = [await askAll(), await askAll()];
    refreshes.push(...keys.map((_, n) => (counts[0]?.[n] ?? 0) + (counts[1]?.[n] ?? 0)));
  }
  report(
    context,
    `${Math.max(...cold)} cold loads a key at most; ${Math.max(...refreshes)} refresh a key and window at most, ${(refreshes.reduce((sum, count) => sum + count, 0) / refreshes.length).toFixed(2)} on average`,
  );
  expect(Math.max(...refreshes)).toBe(1);
  // They do refresh.
  expect(Math.min(...refreshes)).toBe(1);
});

it.each([
  ['searches', { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 300 }],
  ['events', policy],
])('%s: an instance whose own copy is past use takes over what another has stored since', async (name, of) => {
  const [one, other] = instances as [ResponseCache, ResponseCache];
  const key = toCacheKey({
    ...{ operation: 'o', profile: 'vendor', apiVersion: '1', tenant: 't', accessScope: 's' },
    relayed: name,
  });
  const ask = async (instance: ResponseCache) => {
    const { state } = await instance.get({ key, owner: 'caller', policy: of, noCache: false, load: () => load(key) });
    await instance.settle();
    return state.hit;
  };
  loads.clear();
  expect(await ask(one)).toBe(false);
  clock.time += (of.maxAge + of.staleWhileRevalidate + 10) * 1_000;
  expect(await ask(other)).toBe(false);
  clock.time += 5_000;
  expect(await ask(one)).toBe(true);
  expect(loads.get(key)).toBe(2);
});
