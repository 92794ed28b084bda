import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTables } from '../../../dev/tables.ts';
import { SharedPageKey } from '../../../lib/cache/page-key.ts';
import { openTable, type TableClient } from '../../../lib/cache/table-client.ts';
import { createManualClock, createPatientClock } from '../../support/clocks.ts';

const tables = await startTables({ port: 0 });
const opened: TableClient[] = [];
afterAll(async () => {
  await Promise.all(opened.map((table) => table.close()));
  await tables.close();
});

const TEN_SECONDS = 10_000;
const TEN_MINUTES = 600_000;
const clock = createManualClock(1_800_000_000_000);
const patient = createPatientClock();

let tableCount = 0;
let table: TableClient;
beforeEach(() => {
  table = openTable({ connectionString: tables.connectionString, name: `pages${++tableCount}` }, patient);
  opened.push(table);
});

/** The table with some of its functions replaced, and each call counted. */
function watch(own: Partial<TableClient> = {}) {
  const watched = { ...table, ...own };
  const state = { calls: [] as string[], own: {} as Partial<TableClient> };
  const client = new Proxy(watched, {
    get: (target, name: keyof TableClient) => {
      state.calls.push(name);
      return state.own[name] ?? target[name];
    },
  });
  return { state, client };
}

function open(client: TableClient = table) {
  const onError = vi.fn();
  return { key: new SharedPageKey(client, clock, onError), onError };
}

const readRow = () => table.get('page-key', 'current', 5_000);
const fail = () => Promise.reject(new Error('down'));
const toHex = (keys: readonly Uint8Array[]) => keys.map((key) => Buffer.from(key).toString('hex'));

describe('the key', () => {
  it('is 32 random bytes, in a table that is created for it, and stays the same', async () => {
    const { key } = open();
    const [first, ...more] = await key.list();
    expect(first).toHaveLength(32);
    expect(new Set(first).size).toBeGreaterThan(8);
    expect(more).toEqual([]);
    expect(await key.list()).toEqual([first]);
    const row = await readRow();
    expect(row).toMatchObject({ key: Buffer.from(first ?? []), createdAt: expect.any(Date) });
    expect(row).not.toHaveProperty('expiresAt');
  });

  it('is the same for all instances, even if they start at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => open().key.list()));
    expect(new Set(keys.map((each) => toHex(each).join())).size).toBe(1);
    expect(keys[0]).toHaveLength(1);
  });

  it('is the one of the instance that was first between our read and our insert', async () => {
    const [theirs] = await open().key.list();
    let reads = 0;
    const { client } = watch({ get: (...of) => (reads++ === 0 ? Promise.resolve(undefined) : table.get(...of)) });
    expect(toHex(await open(client).key.list())).toEqual(toHex([theirs as Uint8Array]));
  });

  it('differs between deployments', async () => {
    const here = await open().key.list();
    const other = openTable({ connectionString: tables.connectionString, name: 'otherdeployment' }, patient);
    opened.push(other);
    expect(await open(other).key.list()).not.toEqual(here);
  });

  it('is read once for many calls', async () => {
    const { state, client } = watch();
    const { key } = open(client);
    await Promise.all(Array.from({ length: 100 }, () => key.list()));
    await key.list();
    expect(state.calls).toEqual(['get', 'insert', 'create', 'insert']);
  });
});

describe('while the table cannot be reached', () => {
  it('the instance has a key of its own, reports that, and shares it when the table is back', async () => {
    const { state, client } = watch();
    state.own = { get: fail };
    const { key, onError } = open(client);
    const local = await key.list();
    expect(local).toHaveLength(1);
    expect(await key.list()).toEqual(local);
    expect(onError).toHaveBeenCalledTimes(1);
    clock.time += TEN_SECONDS - 1;
    await key.list();
    expect(state.calls).toEqual(['get', 'get']);
    clock.time += 1;
    state.own = {};
    expect(new Set(toHex(await key.list()))).toEqual(new Set(toHex(local)));
    expect(toHex(await open().key.list())).toEqual(toHex(local));
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('an instance that was alone seals with the shared key again, and still opens what it sealed', async () => {
    const [shared] = toHex(await open().key.list());
    const { state, client } = watch();
    state.own = { get: fail };
    const { key } = open(client);
    const [local] = toHex(await key.list());
    expect(local).not.toBe(shared);
    state.own = {};
    clock.time += TEN_SECONDS;
    expect(toHex(await key.list())).toEqual([shared, local]);
  });

  it('an instance that has read the key keeps it, without a report', async () => {
    const { state, client } = watch();
    const { key, onError } = open(client);
    const keys = await key.list();
    state.own = { get: fail, insert: fail };
    clock.time += TEN_MINUTES;
    expect(await key.list()).toEqual(keys);
    expect(await key.reload()).toEqual(keys);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<TableClient>]>([
    ['insert', { insert: fail }],
    ['create', { create: fail }],
  ])('a failing %s has no other effect', async (_, own) => {
    const { key, onError } = open(watch(own).client);
    expect(await key.list()).toHaveLength(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('a row that holds no key is not used', async () => {
    await table.create(5_000);
    for (const damaged of [undefined, 'text', Buffer.alloc(31)]) {
      const row = { partitionKey: 'page-key', rowKey: 'current', key: damaged };
      if (!(await table.insert(row, 5_000))) await table.replace(row, '*', 5_000);
      const { key, onError } = open();
      expect((await key.list())[0]).toHaveLength(32);
      expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'The row of the page key is damaged.' }));
    }
  });
});

describe('a key that somebody deleted', () => {
  it('is restored within ten minutes by an instance that has it', async () => {
    const { key } = open();
    const keys = await key.list();
    await table.delete('page-key', 'current', '*', 5_000);
    clock.time += TEN_MINUTES;
    await key.list();
    await expect.poll(async () => (await readRow())?.['key']).toEqual(Buffer.from(keys[0] ?? []));
  });

  it('and replaced is found at once by an instance that meets a token of its successor, every ten seconds at most', async () => {
    const { state, client } = watch();
    const { key } = open(client);
    const [old] = toHex(await key.list());
    await table.delete('page-key', 'current', '*', 5_000);
    const [successor] = toHex(await open().key.list());
    expect(toHex(await key.reload())).toEqual([old]);
    clock.time += TEN_SECONDS;
    expect(toHex(await key.reload())).toEqual([successor, old]);
    const calls = state.calls.length;
    expect(toHex(await key.reload())).toEqual([successor, old]);
    expect(state.calls).toHaveLength(calls);
  });
});
