import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { TableClient as Rows } from '@azure/data-tables';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { listen, type RunningServer } from '../../../dev/server.ts';
import { startTables } from '../../../dev/tables.ts';
import { type CacheKey, toCacheKey, toDigest } from '../../../lib/cache/key.ts';
import type { Lease, StoredResponse } from '../../../lib/cache/store.ts';
import { openTable, type TableClient } from '../../../lib/cache/table-client.ts';
import { toPartition } from '../../../lib/cache/table-entity.ts';
import { TableStore } from '../../../lib/cache/table-store.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { createManualClock } from '../../support/clocks.ts';

// Timers are slow: under load the table takes longer than its time limits.
const clock = createManualClock(1_800_000_000_000, 1 / 20);
const tables = await startTables({ port: 0, now: clock.wallNow });
const edges: RunningServer[] = [];
afterAll(async () => {
  await Promise.all([tables.close(), ...edges.map((edge) => edge.close())]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

let count = 0;
const newName = () => `cache${count++}`;

/** Opens a table of the emulator; it does not exist yet. */
const openNew = (name = newName()) => openTable({ connectionString: tables.connectionString, name }, clock);

/** Returns a store over an empty table; `rows` is the SDK's client of the same table. */
async function openStore(): Promise<{ store: TableStore; table: TableClient; rows: Rows }> {
  const name = newName();
  const rows = Rows.fromConnectionString(tables.connectionString, name, { allowInsecureConnection: true });
  await rows.createTable();
  const table = openNew(name);
  return { store: new TableStore(table, clock), table, rows };
}

/** Opens a table of a server in place of the table service. */
async function openEdge(respond: RequestListener, by: Clock = clock): Promise<TableClient> {
  const undated: RequestListener = (request, response) => {
    response.sendDate = false;
    respond(request, response);
  };
  const edge = await listen(createServer(undated), 0);
  edges.push(edge);
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=edge;AccountKey=AAAA;TableEndpoint=${edge.url}/edge;`;
  return openTable({ connectionString, name: 'cache' }, by);
}

function keyOf(relayed: unknown): CacheKey {
  return toCacheKey({
    operation: 'o',
    profile: 'p',
    upstream: 'http://u',
    apiVersion: 'v',
    tenant: 't',
    accessScope: '*',
    relayed,
  });
}

const key = keyOf('/it');
/** A lease. */
const taken = expect.any(Function);

function responseOf(body: string | Buffer, times: Partial<StoredResponse> = {}, of = key): StoredResponse {
  const bytes = Buffer.from(body);
  const fetchedAt = clock.monotonicNow();
  const packed = gzipSync(bytes, { level: 1 });
  return { body: bytes, packed, digest: toDigest(of, bytes), fetchedAt, expiresAt: fetchedAt + 60_000, ...times };
}

const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * at * 2_654_435_761) >>> 13));

it('returns what any instance has stored', async () => {
  const name = newName();
  const response = responseOf('{"value":[]}');
  await new TableStore(openNew(name), clock).set(key, response);
  const another = new TableStore(openNew(name), clock);
  expect(await another.get(key)).toEqual(response);
  expect(await another.get(keyOf('/other'))).toBeUndefined();
});

it('a missing table is empty, and the first write creates it; concurrent first writes too (F47)', async () => {
  const name = newName();
  const stores = Array.from({ length: 4 }, () => new TableStore(openNew(name), clock));
  const [first] = stores as [TableStore];
  expect(await first.get(key)).toBeUndefined();
  await expect(first.remove(key)).resolves.toBeUndefined();
  expect(await first.lease(key, 0)).toEqual(taken);
  await Promise.all(stores.map((store, number) => store.set(keyOf(number), responseOf('{}', {}, keyOf(number)))));
  expect(await Promise.all(stores.map((_, number) => first.get(keyOf(number))))).not.toContain(undefined);
});

it('a new response replaces all of the old one (F51)', async () => {
  const { store, rows } = await openStore();
  await store.set(key, responseOf(noise(200_000)));
  const small = responseOf('{}');
  await store.set(key, small);
  expect(await store.get(key)).toEqual(small);
  const row = await rows.getEntity(toPartition(key), key);
  expect(Object.keys(row).filter((name) => name.startsWith('content'))).toEqual(['content0']);
});

it('a response that is too large is refused before anything is sent', async () => {
  let calls = 0;
  const table = await openEdge((_, response) => {
    calls++;
    response.writeHead(500).end();
  });
  const tooLarge = responseOf(Buffer.alloc(8 * 1024 * 1024 + 1));
  await expect(new TableStore(table, clock).set(key, tooLarge)).rejects.toMatchObject({ name: 'ResponseTooLarge' });
  expect(calls).toBe(0);
});

it('removes a response, and ignores one that does not exist', async () => {
  const { store } = await openStore();
  await store.set(key, responseOf('{}'));
  await store.remove(key);
  expect(await store.get(key)).toBeUndefined();
  await store.remove(key);
});

it('a damaged row is a miss and is deleted (A68, F49)', async () => {
  const { store, rows } = await openStore();
  await store.set(key, responseOf('{}'));
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, digest: '0'.repeat(64) }, 'Merge');
  expect(await store.get(key)).toBeUndefined();
  const look = () => rows.getEntity(toPartition(key), key);
  await expect.poll(() => look().catch((error) => error)).toMatchObject({ statusCode: 404 });
});

it('a row copied from another key is a miss (A68)', async () => {
  const { store, rows } = await openStore();
  const other = keyOf('/other');
  await store.set(other, responseOf('{"tenant":"fabrikam"}', {}, other));
  const row = await rows.getEntity(toPartition(other), other);
  await rows.upsertEntity({ ...row, partitionKey: toPartition(key), rowKey: key });
  expect(await store.get(key)).toBeUndefined();
  expect(await store.get(other)).toBeDefined();
});

it('a damaged row that was written again meanwhile stays', async () => {
  const { store, table, rows } = await openStore();
  await store.set(key, responseOf('{}'));
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, version: 0 }, 'Merge');
  const good = responseOf('{"good":true}');
  const another = new TableStore(openNew(rows.tableName), clock);
  const { get } = table;
  vi.spyOn(table, 'get').mockImplementationOnce(async (...row) => {
    const found = await get(...row);
    await another.set(key, good);
    return found;
  });
  const deleting = vi.spyOn(table, 'delete');
  expect(await store.get(key)).toBeUndefined();
  await Promise.allSettled(deleting.mock.results.map(({ value }) => value as Promise<unknown>));
  expect(await another.get(key)).toEqual(good);
});

it('only one instance gets the lease to refresh, for ten seconds (P-14)', async () => {
  const { store } = await openStore();
  const response = responseOf('{}');
  await store.set(key, response);
  expect(await store.lease(key, response.fetchedAt)).toEqual(taken);
  expect(await store.lease(key, response.fetchedAt)).toBe('busy');
  clock.time += 9_999;
  expect(await store.lease(key, response.fetchedAt)).toBe('busy');
  clock.time += 1;
  expect(await store.lease(key, response.fetchedAt)).toEqual(taken);
  expect(await store.lease(key, response.fetchedAt)).toBe('busy');
  // The lease does not change the response.
  expect(await store.get(key)).toEqual(response);
});

it('one of many concurrent instances gets the lease', async () => {
  const { store, rows } = await openStore();
  const response = responseOf('{}');
  await store.set(key, response);
  const stores = Array.from({ length: 10 }, () => new TableStore(openNew(rows.tableName), clock));
  const leases = await Promise.all(stores.map((one) => one.lease(key, response.fetchedAt)));
  expect(leases.filter((lease) => typeof lease === 'function')).toHaveLength(1);
  expect(leases.filter((lease) => lease === 'busy')).toHaveLength(9);
});

it('a lease that is given back can be taken at once; one that another instance has taken meanwhile stays (P-14)', async () => {
  const { store, rows } = await openStore();
  const other = new TableStore(openNew(rows.tableName), clock);
  const response = responseOf('{}');
  await store.set(key, response);
  const lease = (of: TableStore) => of.lease(key, response.fetchedAt);
  const first = (await lease(store)) as Lease;
  expect(await lease(other)).toBe('busy');
  await first();
  const second = (await lease(other)) as Lease;
  expect(second).toEqual(taken);
  await first();
  expect(await lease(store)).toBe('busy');
  // Nor does it come back with a row that was replaced or deleted.
  await other.set(key, response);
  await second();
  expect(await other.get(key)).toEqual(response);
  await other.remove(key);
  await expect(second()).rejects.toMatchObject({ status: 404 });
});

it('an instance that wants to refresh gets the newer response of another instance', async () => {
  const { store } = await openStore();
  const response = responseOf('{}');
  await store.set(key, response);
  expect(await store.lease(key, response.fetchedAt - 1)).toEqual(response);
  expect(await store.lease(key, response.fetchedAt)).toEqual(taken);
  expect(await store.lease(key, response.fetchedAt - 1)).toEqual(response);
  await store.set(key, response);
  expect(await store.lease(key, response.fetchedAt)).toEqual(taken);
});

it('a damaged newer row and a missing row may be refreshed', async () => {
  const { store, rows } = await openStore();
  expect(await store.lease(key, 0)).toEqual(taken);
  await store.set(key, responseOf('{}'));
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, digest: '' }, 'Merge');
  expect(await store.lease(key, 0)).toEqual(taken);
});

const FAILING = [
  ['get', (store: TableStore) => store.get(key)],
  ['set', (store: TableStore) => store.set(key, responseOf('{}'))],
  ['lease', (store: TableStore) => store.lease(key, 0)],
  ['remove', (store: TableStore) => store.remove(key)],
] as const;

it.each(FAILING)('%s fails at the first failure of the table, without a retry', async (_, call) => {
  for (const status of [403, 429, 500, 503]) {
    let calls = 0;
    const table = await openEdge((_request, response) => {
      calls++;
      response.writeHead(status).end();
    });
    const error = await call(new TableStore(table, clock)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'TableError', status });
    expect(calls).toBe(1);
  }
});

it('a write that fails for another reason than a missing table does not create it', async () => {
  const methods: (string | undefined)[] = [];
  const table = await openEdge((request, response) => {
    methods.push(request.method);
    response.writeHead(404, { 'x-ms-error-code': 'ResourceNotFound' }).end();
  });
  await expect(new TableStore(table, clock).set(key, responseOf('{}'))).rejects.toMatchObject({ status: 404 });
  expect(methods).toEqual(['GET', 'POST']);
});

it('a lease that fails for another reason than a conflict is a failure', async () => {
  const stored = responseOf('{}');
  const table = await openEdge((request, response) => {
    if (request.method !== 'GET') return response.writeHead(500).end();
    const row = { PartitionKey: 'p', RowKey: 'r', 'odata.etag': 'W/"1"', 'fetchedAt@odata.type': 'Edm.DateTime' };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ ...row, fetchedAt: new Date(clock.wallNow()) }));
  });
  const leasing = new TableStore(table, clock).lease(key, stored.fetchedAt);
  await expect(leasing).rejects.toMatchObject({ status: 500 });
});

it.each([
  ['get', 250],
  ['set', 1_000],
  ['lease', 250],
  ['remove', 1_000],
] as const)('%s waits for a table that hangs no longer than %i ms (F43, P-02)', async (name, limitMs) => {
  const limits: number[] = [];
  const fastClock: Clock = {
    ...clock,
    setTimer(callback, ms) {
      limits.push(ms);
      return setTimeout(callback, 20.5);
    },
  };
  const table = await openEdge(() => {}, fastClock);
  const call = FAILING.find(([called]) => called === name)?.[1];
  await expect(call?.(new TableStore(table, clock))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(limits[0]).toBe(limitMs);
});

it('gets a token for the table service when it has no connection string', async () => {
  const scopes: unknown[] = [];
  const closed = await listen(createServer(), 0);
  await closed.close();
  const address = {
    url: closed.url.replace('http', 'https'),
    name: 'cache',
    tokens: {
      get: (scope: string) => {
        scopes.push(scope);
        return Promise.resolve({ token: 'token', expiresOnTimestamp: Date.now() + 3_600_000 });
      },
      replace: () => Promise.resolve(undefined),
    },
  };
  const table = openTable(address, clock);
  await expect(new TableStore(table, clock).get(key)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(scopes.flat()).toEqual(['https://storage.azure.com/.default']);
});

it('F58: a row of the future is a miss, is no obstacle to a write, and its lease is no obstacle to a refresh', async () => {
  const { store, rows } = await openStore();
  const response = responseOf('{}');
  await store.set(key, response);
  const tomorrow = new Date(clock.wallNow() + 86_400_000);
  const change = (properties: object) =>
    rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, ...properties }, 'Merge');
  await change({ leasedUntil: tomorrow });
  expect(await store.lease(key, response.fetchedAt)).toEqual(taken);
  await change({ fetchedAt: tomorrow, leasedUntil: tomorrow });
  expect(await store.lease(key, response.fetchedAt)).toEqual(taken);
  await store.set(key, response);
  expect(await store.get(key)).toEqual(response);
  await change({ fetchedAt: tomorrow });
  expect(await store.get(key)).toBeUndefined();
});

it('F58: a response that seems a little younger than now is as old as now', async () => {
  const { store, rows } = await openStore();
  await store.set(key, responseOf('{}'));
  const soon = new Date(clock.wallNow() + 4_000);
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, fetchedAt: soon }, 'Merge');
  expect(await store.get(key)).toMatchObject({ fetchedAt: clock.monotonicNow() });
});

it('F45: of two responses the newer stays, whichever is written last or at the same moment (I9)', async () => {
  const { store, table, rows } = await openStore();
  const older = responseOf('{"older":true}');
  clock.time += 2_000;
  const newer = responseOf('{"newer":true}');
  const another = new TableStore(openNew(rows.tableName), clock);
  await another.set(key, newer);
  await store.set(key, older);
  expect(await store.get(key)).toEqual(newer);

  for (const [first, last] of [
    [older, newer],
    [newer, older],
  ] as const) {
    await store.remove(key);
    const { get } = table;
    vi.spyOn(table, 'get').mockImplementationOnce(async (...row) => {
      const found = await get(...row);
      await another.set(key, last);
      return found;
    });
    await store.set(key, first);
    expect(await store.get(key)).toEqual(newer);
  }
});

it('F45: a write that loses to others each time is given up', async () => {
  const { store, table } = await openStore();
  await store.set(key, responseOf('{}'));
  const replace = vi.spyOn(table, 'replace').mockResolvedValue(false);
  await store.set(key, responseOf('{}'));
  expect(replace).toHaveBeenCalledTimes(5);
});
