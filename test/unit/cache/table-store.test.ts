import { createServer, type RequestListener } from 'node:http';
import { TableClient as Rows } from '@azure/data-tables';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { listen, type RunningServer } from '../../../dev/server.ts';
import { startTables } from '../../../dev/tables.ts';
import { type CacheKey, toCacheKey, toDigest } from '../../../lib/cache/key.ts';
import type { StoredResponse } from '../../../lib/cache/store.ts';
import { openTable, type TableClient } from '../../../lib/cache/table-client.ts';
import { toPartition } from '../../../lib/cache/table-entity.ts';
import { readRetryAfter, TableStore } from '../../../lib/cache/table-store.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { createManualClock } from '../../support/clocks.ts';

const tables = await startTables({ port: 0 });
const edges: RunningServer[] = [];
afterAll(async () => {
  await Promise.all([tables.close(), ...edges.map((edge) => edge.close())]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const clock = createManualClock(1_800_000_000_000);

let count = 0;
const newName = () => `cache${count++}`;

/** Opens a table of the emulator, which is not made yet. */
const openNew = (name = newName()) => openTable({ connectionString: tables.connectionString, name }, clock);

/** Answers a store over a table that holds nothing; `rows` looks at it through the SDK, which knows the service better than we do. */
async function openStore(): Promise<{ store: TableStore; table: TableClient; rows: Rows }> {
  const name = newName();
  const rows = Rows.fromConnectionString(tables.connectionString, name, { allowInsecureConnection: true });
  await rows.createTable();
  const table = openNew(name);
  return { store: new TableStore(table, clock), table, rows };
}

/** Opens a table at a server of one's own. */
async function openEdge(answer: RequestListener, by: Clock = clock): Promise<TableClient> {
  const edge = await listen(createServer(answer), 0);
  edges.push(edge);
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=edge;AccountKey=AAAA;TableEndpoint=${edge.url}/edge;`;
  return openTable({ connectionString, name: 'cache' }, by);
}

function keyOf(relayed: unknown): CacheKey {
  return toCacheKey({ operation: 'o', profile: 'p', apiVersion: 'v', tenant: 't', accessScope: '*', relayed });
}

const key = keyOf('/it');

function replyOf(body: string | Buffer, times: Partial<StoredResponse> = {}, of = key): StoredResponse {
  const bytes = Buffer.from(body);
  const fetchedAt = clock.time;
  return { body: bytes, digest: toDigest(of, bytes), fetchedAt, expiresAt: fetchedAt + 60_000, ...times };
}

const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * at * 2_654_435_761) >>> 13));

it('gives back what was stored, to any instance', async () => {
  const name = newName();
  const reply = replyOf('{"value":[]}');
  await new TableStore(openNew(name), clock).set(key, reply);
  const another = new TableStore(openNew(name), clock);
  expect(await another.get(key)).toEqual(reply);
  expect(await another.get(keyOf('/other'))).toBeUndefined();
});

it('a missing table holds nothing, and is made by the first write; by several at once too (F47)', async () => {
  const name = newName();
  const stores = Array.from({ length: 4 }, () => new TableStore(openNew(name), clock));
  const [first] = stores as [TableStore];
  expect(await first.get(key)).toBeUndefined();
  expect(await first.sweep()).toBe(0);
  await expect(first.remove(key)).resolves.toBeUndefined();
  expect(await first.lease(key, 0)).toBe('taken');
  await Promise.all(stores.map((store, number) => store.set(keyOf(number), replyOf('{}', {}, keyOf(number)))));
  expect(await Promise.all(stores.map((_, number) => first.get(keyOf(number))))).not.toContain(undefined);
});

it('a new reply takes the place of the whole old one (F51)', async () => {
  const { store, rows } = await openStore();
  await store.set(key, replyOf(noise(200_000)));
  const small = replyOf('{}');
  await store.set(key, small);
  expect(await store.get(key)).toEqual(small);
  const row = await rows.getEntity(toPartition(key), key);
  expect(Object.keys(row).filter((name) => name.startsWith('content'))).toEqual(['content0']);
});

it('what is too large is refused before anything is sent', async () => {
  let calls = 0;
  const table = await openEdge((_, answer) => {
    calls++;
    answer.writeHead(500).end();
  });
  const tooLarge = replyOf(Buffer.alloc(8 * 1024 * 1024 + 1));
  await expect(new TableStore(table, clock).set(key, tooLarge)).rejects.toMatchObject({ name: 'ReplyTooLarge' });
  expect(calls).toBe(0);
});

it('removes a reply, and one that is not there without complaint', async () => {
  const { store } = await openStore();
  await store.set(key, replyOf('{}'));
  await store.remove(key);
  expect(await store.get(key)).toBeUndefined();
  await store.remove(key);
});

it('a row that does not hold what it says is a miss and goes (A68, F49)', async () => {
  const { store, rows } = await openStore();
  await store.set(key, replyOf('{}'));
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, digest: '0'.repeat(64) }, 'Merge');
  expect(await store.get(key)).toBeUndefined();
  const look = () => rows.getEntity(toPartition(key), key);
  await vi.waitFor(() => expect(look()).rejects.toMatchObject({ statusCode: 404 }));
});

it('a row of another key that was copied under this one is a miss (A68)', async () => {
  const { store, rows } = await openStore();
  const other = keyOf('/other');
  await store.set(other, replyOf('{"tenant":"fabrikam"}', {}, other));
  const row = await rows.getEntity(toPartition(other), other);
  await rows.upsertEntity({ ...row, partitionKey: toPartition(key), rowKey: key });
  expect(await store.get(key)).toBeUndefined();
  expect(await store.get(other)).toBeDefined();
});

it('a row that was written anew since it was found broken stays', async () => {
  const { store, table, rows } = await openStore();
  await store.set(key, replyOf('{}'));
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, version: 0 }, 'Merge');
  const good = replyOf('{"good":true}');
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

it('the right to refresh is for one instance alone, for ten seconds (reliability 4.3)', async () => {
  const { store } = await openStore();
  const reply = replyOf('{}');
  await store.set(key, reply);
  expect(await store.lease(key, reply.fetchedAt)).toBe('taken');
  expect(await store.lease(key, reply.fetchedAt)).toBe('busy');
  clock.time += 9_999;
  expect(await store.lease(key, reply.fetchedAt)).toBe('busy');
  clock.time += 1;
  expect(await store.lease(key, reply.fetchedAt)).toBe('taken');
  expect(await store.lease(key, reply.fetchedAt)).toBe('busy');
  // It stands beside the reply and leaves it as it was.
  expect(await store.get(key)).toEqual(reply);
});

it('of many instances at once one takes the right', async () => {
  const { store, rows } = await openStore();
  const reply = replyOf('{}');
  await store.set(key, reply);
  const stores = Array.from({ length: 10 }, () => new TableStore(openNew(rows.tableName), clock));
  const leases = await Promise.all(stores.map((one) => one.lease(key, reply.fetchedAt)));
  expect(leases.filter((lease) => lease === 'taken')).toHaveLength(1);
  expect(leases.filter((lease) => lease === 'busy')).toHaveLength(9);
});

it('who would refresh a reply is given the newer one that another instance stored', async () => {
  const { store } = await openStore();
  const reply = replyOf('{}');
  await store.set(key, reply);
  expect(await store.lease(key, reply.fetchedAt - 1)).toEqual(reply);
  expect(await store.lease(key, reply.fetchedAt)).toBe('taken');
  expect(await store.lease(key, reply.fetchedAt - 1)).toEqual(reply);
  await store.set(key, reply);
  expect(await store.lease(key, reply.fetchedAt)).toBe('taken');
});

it('a newer row that is broken, and a row that is gone, may be refreshed by who asks', async () => {
  const { store, rows } = await openStore();
  expect(await store.lease(key, 0)).toBe('taken');
  await store.set(key, replyOf('{}'));
  await rows.updateEntity({ partitionKey: toPartition(key), rowKey: key, digest: '' }, 'Merge');
  expect(await store.lease(key, 0)).toBe('taken');
});

it('the sweep removes what has expired, and nothing else', async () => {
  const { store } = await openStore();
  const expiries = [-3_600_000, -1, 0, 60_000].map((after, number) => [keyOf(number), clock.time + after] as const);
  for (const [of, expiresAt] of expiries) await store.set(of, replyOf('{}', { expiresAt }, of));
  expect(await store.sweep()).toBe(2);
  const kept = await Promise.all(expiries.map(([of]) => store.get(of)));
  expect(kept.map((reply) => reply?.expiresAt)).toEqual([undefined, undefined, clock.time, clock.time + 60_000]);
  expect(await store.sweep()).toBe(0);
});

it('the sweep keeps a row that was written anew since it was listed', async () => {
  const { store, table, rows } = await openStore();
  await store.set(key, replyOf('{}', { expiresAt: clock.time - 1 }));
  const fresh = replyOf('{"fresh":true}');
  const another = new TableStore(openNew(rows.tableName), clock);
  const remove = table.delete;
  vi.spyOn(table, 'delete').mockImplementationOnce(async (...row) => {
    await another.set(key, fresh);
    return remove(...row);
  });
  expect(await store.sweep()).toBe(0);
  expect(await store.get(key)).toEqual(fresh);
});

const FAILING = [
  ['get', (store: TableStore) => store.get(key)],
  ['set', (store: TableStore) => store.set(key, replyOf('{}'))],
  ['lease', (store: TableStore) => store.lease(key, 0)],
  ['remove', (store: TableStore) => store.remove(key)],
  ['sweep', (store: TableStore) => store.sweep()],
] as const;

it.each(FAILING)(
  '%s fails at the first failure of the table: nothing is tried again (reliability 0, 8)',
  async (_, call) => {
    for (const status of [403, 429, 500, 503]) {
      let calls = 0;
      const table = await openEdge((_request, answer) => {
        calls++;
        answer.writeHead(status, { 'retry-after': '30' }).end();
      });
      const error = await call(new TableStore(table, clock)).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'TableError', status });
      expect(readRetryAfter(error)).toBe(30_000);
      expect(calls).toBe(1);
    }
  },
);

it('a write that is refused for another reason than a missing table makes none', async () => {
  const methods: (string | undefined)[] = [];
  const table = await openEdge((request, answer) => {
    methods.push(request.method);
    answer.writeHead(404, { 'x-ms-error-code': 'ResourceNotFound' }).end();
  });
  await expect(new TableStore(table, clock).set(key, replyOf('{}'))).rejects.toMatchObject({ status: 404 });
  expect(methods).toEqual(['PUT']);
});

it('a lease that fails otherwise than by another’s is a failure', async () => {
  const stored = replyOf('{}');
  const table = await openEdge((request, answer) => {
    if (request.method !== 'GET') return answer.writeHead(500).end();
    const row = { PartitionKey: 'p', RowKey: 'r', 'odata.etag': 'W/"1"', 'fetchedAt@odata.type': 'Edm.DateTime' };
    answer.writeHead(200, { 'content-type': 'application/json' });
    return answer.end(JSON.stringify({ ...row, fetchedAt: new Date(stored.fetchedAt) }));
  });
  const leasing = new TableStore(table, clock).lease(key, stored.fetchedAt);
  await expect(leasing).rejects.toMatchObject({ status: 500 });
});

it.each([
  ['get', 250],
  ['set', 1_000],
  ['lease', 250],
  ['remove', 1_000],
  ['sweep', 60_000],
] as const)('%s gives a table that hangs %i ms (F43; reliability 4.1)', async (name, limitMs) => {
  const asked: number[] = [];
  const hurried: Clock = {
    ...clock,
    setTimer(callback, ms) {
      asked.push(ms);
      return setTimeout(callback, 20.5);
    },
  };
  const table = await openEdge(() => {}, hurried);
  const call = FAILING.find(([called]) => called === name)?.[1];
  const startedAt = performance.now();
  await expect(call?.(new TableStore(table, hurried))).rejects.toMatchObject({ name: 'TimeUp' });
  expect(performance.now() - startedAt).toBeGreaterThan(15);
  expect(asked[0]).toBe(limitMs);
});

it('asks for a token of the table service where it has no connection string', async () => {
  const scopes: unknown[] = [];
  const closed = await listen(createServer(), 0);
  await closed.close();
  const address = {
    url: closed.url.replace('http', 'https'),
    name: 'cache',
    getToken: (scope: string) => {
      scopes.push(scope);
      return Promise.resolve({ token: 'token', expiresOnTimestamp: Date.now() + 3_600_000 });
    },
  };
  const table = openTable(address, clock);
  await expect(new TableStore(table, clock).get(key)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(scopes.flat()).toEqual(['https://storage.azure.com/.default']);
});

it.each([[new Error('connect ECONNREFUSED')], [undefined]])(
  'a failure without an answer does not say how long to wait',
  (error) => {
    expect(readRetryAfter(error)).toBeUndefined();
  },
);
