/** Two instances over one table: which of them loads what is stale. */
import { afterAll, expect, it } from 'vitest';
import { startTables } from '../../../dev/tables.ts';
import { toCacheKey } from '../../../lib/cache/key.ts';
import { ResponseCache } from '../../../lib/cache/response-cache.ts';
import { createMemoryStore } from '../../../lib/cache/store.ts';
import { openTable } from '../../../lib/cache/table-client.ts';
import { TableStore } from '../../../lib/cache/table-store.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';

const POLICY = { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 300 };

// The table may be slow; the instances' waits are short.
const slow = createManualClock(1_800_000_000_000, 1 / 20);
const clock = { ...slow, setTimer: (callback: () => void, ms: number) => setTimeout(callback, ms / 10) };
const tables = await startTables({ port: 0, now: slow.wallNow });
afterAll(() => tables.close());

/** Returns a function that lets an instance of its own request the key; its body is the `text` that it loads. */
function openInstance(relayed: string) {
  const request = { operation: 'o', profile: 'vendor', upstream: 'http://u', apiVersion: '1', tenant: 't' };
  const key = toCacheKey({ ...request, accessScope: '*', relayed });
  const table = openTable({ connectionString: tables.connectionString, name: 'cache' }, slow);
  const memory = createMemoryStore(1_000_000);
  const cache = new ResponseCache({ store: new TableStore(table, slow), memory, takeRow: () => true, clock });
  return async (load: () => Promise<string>) => {
    const options = { key, owner: 'ann', policy: POLICY, noCache: false };
    const { response } = await cache.get({ ...options, load: async () => ({ body: Buffer.from(await load()) }) });
    return { text: String(response.body), settle: () => cache.settle() };
  };
}

const loadsNothing = async (): Promise<string> => expect.unreachable();

it('when another instance’s newer response is stale too, one instance loads for all (P-14)', async () => {
  const [one, other, third] = [openInstance('a'), openInstance('a'), openInstance('a')];
  await (await one(async () => 'first')).settle();
  await other(loadsNothing);
  slow.time += 70_000;
  await (await third(async () => 'second')).settle();
  slow.time += 70_000;
  let loads = 0;
  const load = async () => {
    loads++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return 'third';
  };
  const results = await Promise.all([one(load), other(load)]);
  await Promise.all(results.map(({ settle }) => settle()));
  expect(loads).toBe(1);
  for (const each of [one, other]) expect((await each(loadsNothing)).text).toBe('third');
});

it('when the load of the instance with the lease fails, another one loads at once (P-14)', async () => {
  const [one, other] = [openInstance('b'), openInstance('b')];
  await (await one(async () => 'first')).settle();
  await other(loadsNothing);
  slow.time += 70_000;
  const failing = await one(() => Promise.reject(new Problem('upstream_unreachable')));
  await failing.settle();
  expect(failing.text).toBe('first');
  await (await other(async () => 'second')).settle();
  expect((await other(loadsNothing)).text).toBe('second');
});
