/** The sweep over a table of the emulator, with faults and races put between them. */
import { TableClient as Rows, type TableEntity } from '@azure/data-tables';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTables } from '../../../dev/tables.ts';
import { startSweeping, sweepExpired, takeTurn } from '../../../lib/cache/sweep.ts';
import { openTable } from '../../../lib/cache/table-client.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { createManualClock } from '../../support/clocks.ts';

const tables = await startTables({ port: 0 });
afterAll(() => tables.close());

const NOW = 1_800_000_000_000;
let count = 0;

/** Returns a sweep over an empty table; `rows` is the SDK's client of the same table. */
async function open() {
  const name = `sweep${count++}`;
  const rows = Rows.fromConnectionString(tables.connectionString, name, { allowInsecureConnection: true });
  await rows.createTable();
  const clock = createManualClock(NOW);
  const table = openTable({ connectionString: tables.connectionString, name }, clock);
  return { rows, table, clock, sweep: () => sweepExpired(table, clock) };
}

const rowOf = (partitionKey: string, rowKey: string, expiredMs = 1, more: object = {}) => {
  return { partitionKey, rowKey, expiresAt: new Date(NOW - expiredMs), ...more };
};

/** So many expired rows. */
const rowsOf = (partition: string, count: number) =>
  Array.from({ length: count }, (_, row) => rowOf(partition, `row${row}`));

const insert = (rows: Rows, inserted: readonly TableEntity[]) =>
  Promise.all(inserted.map((row) => rows.createEntity(row)));

async function list(rows: Rows): Promise<string[]> {
  const found: string[] = [];
  for await (const { partitionKey, rowKey } of rows.listEntities()) found.push(`${partitionKey}/${rowKey}`);
  return found;
}

it('P-26 removes what has expired, in any partition, and nothing else', async () => {
  const { rows, sweep } = await open();
  const names = ['', '-', '0', '00', '7f', '80', 'ff', 'ff0', 'FF', 'zz', 'written', 'ünïcode'];
  await insert(rows, [...names.map((name) => rowOf(name, 'expired')), ...names.map((name) => rowOf(name, 'due', 0))]);
  await rows.createEntity({ partitionKey: 'policy', rowKey: 'current' });
  expect(await sweep()).toEqual({ swept: names.length, isComplete: true });
  const kept = [...names.map((name) => `${name}/due`), 'policy/current'];
  expect((await list(rows)).sort()).toEqual(kept.sort());
  expect(await sweep()).toEqual({ swept: 0, isComplete: true });
});

it('keeps an expired row while its lease lasts', async () => {
  const { rows, sweep } = await open();
  const leased = (ms: number) => ({ leasedUntil: new Date(NOW + ms) });
  await insert(rows, [rowOf('ab', 'alive', 1, leased(1)), rowOf('ab', 'over', 1, leased(0)), rowOf('ab', 'none')]);
  expect(await sweep()).toEqual({ swept: 2, isComplete: true });
  expect(await list(rows)).toEqual(['ab/alive']);
});

it('P-26 keeps a row that was written, or leased, after it was listed', async () => {
  const { rows, table, sweep } = await open();
  const inserted = ['a', 'b', 'c', 'd', 'e'].map((name) => rowOf('ab', name));
  await insert(rows, inserted);
  const { list: listRows } = table;
  vi.spyOn(table, 'list').mockImplementation(async function* (...call) {
    for await (const page of listRows(...call)) {
      if (page.length > 0) {
        await rows.upsertEntity(rowOf('ab', 'b', -60_000), 'Replace');
        await rows.updateEntity({ partitionKey: 'ab', rowKey: 'c', leasedUntil: new Date(NOW + 10_000) }, 'Merge');
        await rows.deleteEntity('ab', 'd');
      }
      yield page;
    }
  });
  expect(await sweep()).toEqual({ swept: 2, isComplete: true });
  expect(await list(rows)).toEqual(['ab/b', 'ab/c']);
});

it('P-26 ends within 90 s; the next runs remove what is left', async () => {
  const { rows, table, clock, sweep } = await open();
  const inserted = ['00', '7f', 'ff'].flatMap((name) => rowsOf(name, 20));
  await insert(rows, inserted);
  const { delete: remove } = table;
  // More than a run can delete at this pace.
  vi.spyOn(table, 'delete').mockImplementation(async (...call) => {
    clock.time += 3_000;
    return remove(...call);
  });
  const runs: { readonly swept: number; readonly isComplete: boolean }[] = [];
  do {
    const begun = clock.time;
    runs.push(await sweep());
    expect(clock.time - begun).toBeLessThan(90_000);
  } while (!runs.at(-1)?.isComplete);
  expect(runs.length).toBeGreaterThan(2);
  expect(runs.reduce((sum, { swept }) => sum + swept, 0)).toBe(inserted.length);
  expect(await list(rows)).toEqual([]);
});

it('fails with the table’s first error, and soon; the next run removes what is left', async () => {
  const { rows, table, sweep } = await open();
  await insert(rows, rowsOf('ab', 90));
  const failure = new Error('The table fails.');
  const failing = vi.spyOn(table, 'delete').mockImplementation(() => Promise.reject(failure));
  await expect(sweep()).rejects.toBe(failure);
  expect(failing.mock.calls.length).toBeLessThan(20);
  failing.mockRestore();
  expect(await sweep()).toEqual({ swept: 90, isComplete: true });
  await table.close();
  await expect(sweep()).rejects.toThrow();
});

it('P-26 of all instances one has its turn in 15 minutes, whatever their clocks say', async () => {
  const { rows, table, clock } = await open();
  const take = () => takeTurn(table, clock);
  const takeAll = async () => (await Promise.all([take(), take(), take()])).filter(Boolean).length;
  expect(await takeAll()).toBe(1);
  expect(await takeAll()).toBe(0);
  clock.time += 15 * 60_000;
  expect(await takeAll()).toBe(1);
  clock.jump(24 * 3_600_000);
  expect(await takeAll()).toBe(1);
  clock.jump(-24 * 3_600_000);
  expect(await takeAll()).toBe(1);
  await rows.deleteTable();
  expect(await take()).toBe(false);
});

it('P-26 an instance asks for its turn a minute after its start, then every 15 minutes until it ends', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sweep = vi.fn(async () => {});
  const end = startSweeping(systemClock, sweep);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(45 * 60_000);
  expect(sweep).toHaveBeenCalledTimes(4);
  end();
  await vi.advanceTimersByTimeAsync(45 * 60_000);
  expect(sweep).toHaveBeenCalledTimes(4);
});
