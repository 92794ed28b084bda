import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { TableClient as Rows } from '@azure/data-tables';
import * as fc from 'fast-check';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { startTables } from '../../../dev/tables.ts';
import { type CacheKey, toCacheKey, toDigest } from '../../../lib/cache/key.ts';
import type { Lease, StoredResponse } from '../../../lib/cache/store.ts';
import { openTable } from '../../../lib/cache/table-client.ts';
import { TableStore, toPartition } from '../../../lib/cache/table-store.ts';
import { createManualClock, type ManualClock } from '../../support/clocks.ts';
import { runs } from '../../support/runs.ts';

const NOW = 1_800_000_000_000;
/** Timers are slow: under load the table takes longer than its time limits. */
const newClock = () => createManualClock(NOW, 1 / 20);
const tables = await startTables({ port: 0 });
afterAll(() => tables.close());

let count = 0;
const newName = () => `cache${count++}`;
/** Returns an instance over the table, which need not exist. */
const open = (name: string, clock: ManualClock = newClock(), alert?: (name: string, cause: unknown) => void) =>
  new TableStore(openTable({ connectionString: tables.connectionString, name }, clock), clock, alert);

/** Returns an instance over an empty table; `rows` is the SDK's client of the same table. */
async function start() {
  const name = newName();
  const rows = Rows.fromConnectionString(tables.connectionString, name, { allowInsecureConnection: true });
  await rows.createTable();
  const clock = newClock();
  const change = (properties: object) =>
    rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, ...properties }, 'Merge');
  const invalid: unknown[] = [];
  return { name, rows, clock, store: open(name, clock, (_, reason) => invalid.push(reason)), invalid, change };
}

/** Opens a store over a server in place of the table service. */
async function openEdge(respond: RequestListener, clock = newClock()) {
  const edge = await listen(createServer(respond), 0);
  onTestFinished(() => edge.close());
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=edge;AccountKey=AAAA;TableEndpoint=${edge.url}/edge;`;
  const pauses: unknown[] = [];
  const table = openTable({ connectionString, name: 'cache' }, clock);
  return { store: new TableStore(table, clock, (_, error) => pauses.push(error)), clock, pauses };
}

const request = { operation: 'o', profile: 'p', upstream: 'http://u', apiVersion: 'v', tenant: 't', accessScope: '*' };
const toKey = (relayed: unknown): CacheKey => toCacheKey({ ...request, relayed });
const key = toKey('/it');

/** Returns what an instance with this clock has just fetched. */
function fetchNow(clock: ManualClock, body: string | Buffer = '{"value":[]}', of = key): StoredResponse {
  const bytes = Buffer.from(body);
  const [fetchedAt, date] = [clock.monotonicNow(), clock.wallNow()];
  const times = { fetchedAt, expiresAt: fetchedAt + 60_000, date };
  return { body: bytes, packed: gzipSync(bytes, { level: 1 }), digest: toDigest(of, bytes), ...times };
}

async function save(store: TableStore, response: StoredResponse, of = key): Promise<string | undefined> {
  return store.save(of, response, (await store.insertLease(of)) as Lease);
}

it('one instance makes the row, loads and saves; the others find it leased, then loaded', async () => {
  const { name, clock, store } = await start();
  const instances = Array.from({ length: 5 }, () => open(name));
  const leases = await Promise.all([store, ...instances].map((instance) => instance.insertLease(key)));
  expect(leases.filter(Boolean)).toEqual([{ tag: expect.any(String), isNew: true }]);
  const lease = leases.find(Boolean) as Lease;
  const other = instances[0] as TableStore;
  expect(await other.read(key)).toEqual({ tag: lease.tag, response: undefined, leasedMs: 10_000 });
  const response = fetchNow(clock);
  const tag = await store.save(key, response, lease);
  expect(await other.read(key)).toEqual({ tag, response: { ...response, tag }, leasedMs: 0 });
  expect(await other.read(toKey('/other'))).toBeUndefined();
});

it('a missing table is empty, and the first lease creates it; concurrent first leases too (F47)', async () => {
  const name = newName();
  const instances = Array.from({ length: 4 }, () => open(name));
  expect(await instances[0]?.read(key)).toBeUndefined();
  const leases = await Promise.all(instances.map((instance, number) => instance.insertLease(toKey(number))));
  expect(leases).toEqual(instances.map(() => ({ tag: expect.any(String), isNew: true })));
});

it('whoever knows the tag of a row takes its lease, once; whoever takes it later writes, whatever ends last (P-14, I9)', async () => {
  const { name, clock, store } = await start();
  const tag = (await save(store, fetchNow(clock))) as string;
  const instances = [store, open(name), open(name)];
  const leases = await Promise.all(instances.map((instance) => instance.takeLease(key, tag)));
  const first = leases.find(Boolean) as Lease;
  expect(leases.filter(Boolean)).toHaveLength(1);
  const second = (await store.takeLease(key, first.tag)) as Lease;
  expect(await store.save(key, fetchNow(clock, '"late"'), first)).toBeUndefined();
  await store.endLease(key, first, true);
  expect(await store.read(key)).toMatchObject({ tag: second.tag, leasedMs: 10_000 });
  expect(await store.save(key, fetchNow(clock, '"newer"'), second)).toBeDefined();
  expect(String((await store.read(key))?.response?.body)).toBe('"newer"');
});

it('a lease ends by itself after ten seconds, or when it is given back; one of the far future is none', async () => {
  const { clock, store, change } = await start();
  const tag = (await save(store, fetchNow(clock))) as string;
  const lease = (await store.takeLease(key, tag)) as Lease;
  clock.time += 9_999;
  expect((await store.read(key))?.leasedMs).toBe(1);
  clock.time += 1;
  expect((await store.read(key))?.leasedMs).toBe(0);
  const again = (await store.takeLease(key, lease.tag)) as Lease;
  await store.endLease(key, again, false);
  expect(await store.read(key)).toMatchObject({ leasedMs: 0, response: expect.anything() });
  await change({ leasedUntil: new Date(clock.wallNow() + 86_400_000) });
  expect((await store.read(key))?.leasedMs).toBe(0);
});

it('a lease that ends without a response leaves no row, nor does what is gone', async () => {
  const { clock, store } = await start();
  await store.endLease(key, (await store.insertLease(key)) as Lease, false);
  expect(await store.read(key)).toBeUndefined();
  const tag = (await save(store, fetchNow(clock))) as string;
  await store.endLease(key, (await store.takeLease(key, tag)) as Lease, true);
  expect(await store.read(key)).toBeUndefined();
});

it('a new response replaces all of the old one (F51)', async () => {
  const { rows, clock, store } = await start();
  const noise = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 2_654_435_761) >>> 13));
  const tag = (await save(store, fetchNow(clock, noise))) as string;
  await store.save(key, fetchNow(clock, '{}'), (await store.takeLease(key, tag)) as Lease);
  const row = await rows.getEntity(toPartition(key), key);
  expect(Object.keys(row).filter((name) => name.startsWith('content'))).toEqual(['content0']);
});

it('a damaged row holds no response and can be leased (A68, F49)', async () => {
  const { clock, store, change, invalid } = await start();
  await store.insertLease(toKey('/lease'));
  expect([(await store.read(toKey('/lease')))?.response, invalid]).toEqual([undefined, []]);
  await save(store, fetchNow(clock));
  await change({ digest: '0'.repeat(64) });
  const damaged = await store.read(key);
  expect([damaged?.response, invalid]).toEqual([undefined, ['The row is damaged.']]);
  expect(await store.takeLease(key, String(damaged?.tag))).toBeDefined();
});

it.each([
  [-131_000, -131_000],
  [-3_000, -3_000],
  [0, 0],
  [3_000, 0],
  [5_001, undefined],
  [3_600_000, undefined],
])(
  'F59: a row of an instance whose clock is %d ms ahead seems %d ms younger than it is, and no younger than now',
  async (aheadMs, younger) => {
    const { name, clock, store, invalid } = await start();
    const ahead = createManualClock(NOW + aheadMs, 1 / 20);
    await save(open(name, ahead), fetchNow(ahead));
    const found = (await store.read(key))?.response;
    expect(invalid).toEqual(younger === undefined ? ['The row is from the future.'] : []);
    const fetchedAt = clock.monotonicNow() + (younger ?? 0);
    if (younger === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject({ fetchedAt, expiresAt: fetchedAt + 60_000 });
  },
);

it('F58: whatever the system time jumps, a row grows older with the time that passes', async () => {
  const step = fc.record({ passMs: fc.nat(20_000), jumpMs: fc.integer({ min: -60_000, max: 60_000 }) });
  const history = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
    const { clock, store } = await start();
    await save(store, fetchNow(clock));
    let age = 0;
    for (const { passMs, jumpMs } of steps) {
      clock.jump(jumpMs);
      clock.time += passMs;
      const found = (await store.read(key))?.response;
      // A row from the future is none.
      const seen = found ? clock.monotonicNow() - found.fetchedAt : Number.POSITIVE_INFINITY;
      expect(seen).toBeGreaterThanOrEqual(age + passMs);
      age = found ? seen : age + passMs;
    }
  });
  await fc.assert(history, { numRuns: runs(8) });
});

it('F58: a date that is ahead for a moment makes no row older; one that stays ahead does, until it is corrected', async () => {
  const { clock, store } = await start();
  const response = { ...fetchNow(clock), expiresAt: 1e11 };
  await save(store, response);
  const readAge = async () => clock.monotonicNow() - ((await store.read(key))?.response?.fetchedAt ?? Number.NaN);
  const jumpFor = async (ms: number) => {
    clock.jump(3_600_000);
    await readAge();
    clock.time += ms;
    await readAge();
    clock.jump(-3_600_000);
    return readAge();
  };
  expect(await jumpFor(1_000)).toBe(1_000);
  expect(await jumpFor(60_000)).toBe(61_000 + 3_600_000);
  clock.time += 3_660_000;
  expect(await readAge()).toBe(61_000 + 3_660_000);
});

const FAILING = [
  ['insertLease', (store: TableStore) => store.insertLease(key), 250],
  ['read', (store: TableStore) => store.read(key), 250],
  ['takeLease', (store: TableStore) => store.takeLease(key, 't'), 250],
  ['save', (store: TableStore) => store.save(key, fetchNow(newClock()), { tag: 't', isNew: false }), 1_000],
  ['endLease', (store: TableStore) => store.endLease(key, { tag: 't', isNew: true }, false), 1_000],
] as const;

it.each(FAILING)('%s waits for a table that hangs no longer than it may (F43)', async (_, call, limitMs) => {
  const setTimer = vi.fn((callback: () => void, _ms: number) => setTimeout(callback, 20.5));
  const { store } = await openEdge(() => {}, { ...newClock(), setTimer });
  await expect(call(store)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(setTimer.mock.calls[0]?.[1]).toBe(limitMs);
});

it('a response that is too large is refused before anything is sent, and is no failure of the table', async () => {
  const respond = vi.fn<RequestListener>((_, response) => void response.writeHead(500).end());
  const { store, clock, pauses } = await openEdge(respond);
  const tooLarge = fetchNow(clock, Buffer.alloc(8 * 1024 * 1024 + 1));
  const save = () => store.save(key, tooLarge, { tag: 't', isNew: true });
  for (let time = 0; time < 6; time++)
    await expect(save()).rejects.toMatchObject({ message: 'The response is too large for a row.' });
  expect([respond.mock.calls, pauses]).toEqual([[], []]);
});

it.each([
  [{}, 5, 10_000],
  [{ 'retry-after': '30' }, 1, 30_000],
  [{ 'retry-after': '86400' }, 1, 120_000],
])(
  'a table that fails with %j is not called after %d failures, for %d ms; then one failure is enough',
  async (headers, failures, pauseMs) => {
    let calls = 0;
    const { store, clock, pauses } = await openEdge((_, response) => {
      calls++;
      response.writeHead(503, headers).end();
    });
    const read = () => store.read(key).catch((error: Error) => error.name);
    for (let time = 0; time < failures; time++) expect(await read()).toBe('TableError');
    clock.time += pauseMs - 1;
    expect([await read(), calls, pauses.length]).toEqual(['SafeError', failures, 1]);
    clock.time += 1;
    expect([await read(), await read(), calls, pauses.length]).toEqual(['TableError', 'SafeError', failures + 1, 2]);
  },
);
