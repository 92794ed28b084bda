/** The sweep over a table of the emulator, with faults and races put between them. */
import { TableClient as Rows } from '@azure/data-tables';
import { afterAll, expect, it, vi } from 'vitest';
import { startTables } from '../../../dev/tables.ts';
import { Sweep } from '../../../lib/cache/sweep.ts';
import { openTable, type TableClient } from '../../../lib/cache/table-client.ts';
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
  return { rows, table, clock, sweep: new Sweep(table, clock) };
}

type Row = {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly expiresAt?: Date;
  readonly leasedUntil?: Date;
};

const rowOf = (partitionKey: string, rowKey: string, expiredMs = 1, more: Partial<Row> = {}): Row => ({
  partitionKey,
  rowKey,
  expiresAt: new Date(NOW - expiredMs),
  ...more,
});

async function insert(rows: Rows, inserted: readonly Row[]): Promise<void> {
  for (const name of new Set(inserted.map(({ partitionKey }) => partitionKey))) {
    const partition = inserted.filter(({ partitionKey }) => partitionKey === name);
    for (let at = 0; at < partition.length; at += 100)
      await rows.submitTransaction(partition.slice(at, at + 100).map((row) => ['create', row]));
  }
}

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
  expect(await sweep.run()).toEqual({ swept: names.length, isComplete: true });
  const kept = [...names.map((name) => `${name}/due`), 'policy/current'];
  expect((await list(rows)).sort()).toEqual(kept.sort());
  expect(await sweep.run()).toEqual({ swept: 0, isComplete: true });
});

it('P-26 deletes in transactions of at most a hundred rows of one partition', async () => {
  const { rows, table, sweep } = await open();
  const deleting = vi.spyOn(table, 'deleteAll');
  const inserted = ['a0', 'a01', 'ab'].flatMap((name) =>
    Array.from({ length: name === 'ab' ? 250 : 3 }, (_, index) => rowOf(name, `row${index}`)),
  );
  await insert(rows, inserted);
  expect(await sweep.run()).toEqual({ swept: 256, isComplete: true });
  const chunks = deleting.mock.calls.map(([chunk]) => chunk.map((row) => row.partitionKey));
  expect(chunks.map((chunk) => [chunk[0], chunk.length]).sort()).toEqual(
    [
      ['a0', 3],
      ['a01', 3],
      ['ab', 100],
      ['ab', 100],
      ['ab', 50],
    ].sort(),
  );
  for (const chunk of chunks) expect(new Set(chunk).size).toBe(1);
  expect(await list(rows)).toEqual([]);
});

it('keeps an expired row while its lease lasts', async () => {
  const { rows, sweep } = await open();
  const leased = (ms: number) => ({ leasedUntil: new Date(NOW + ms) });
  await insert(rows, [rowOf('ab', 'alive', 1, leased(1)), rowOf('ab', 'over', 1, leased(0)), rowOf('ab', 'none')]);
  expect(await sweep.run()).toEqual({ swept: 2, isComplete: true });
  expect(await list(rows)).toEqual(['ab/alive']);
});

it('P-26 keeps a row that was written, or leased, after it was listed, and removes the others of its transaction', async () => {
  const { rows, table, sweep } = await open();
  await insert(
    rows,
    ['a', 'b', 'c', 'd', 'e'].map((name) => rowOf('ab', name)),
  );
  const { deleteAll } = table;
  vi.spyOn(table, 'deleteAll').mockImplementationOnce(async (...call) => {
    await rows.upsertEntity(rowOf('ab', 'b', -60_000), 'Replace');
    await rows.updateEntity({ partitionKey: 'ab', rowKey: 'c', leasedUntil: new Date(NOW + 10_000) }, 'Merge');
    await rows.deleteEntity('ab', 'd');
    return deleteAll(...call);
  });
  expect(await sweep.run()).toEqual({ swept: 2, isComplete: true });
  expect(await list(rows)).toEqual(['ab/b', 'ab/c']);
});

/** Every deletion takes this long by the clock of the sweep. */
function slowDown(table: TableClient, clock: { time: number }, ms: number) {
  const { deleteAll } = table;
  return vi.spyOn(table, 'deleteAll').mockImplementation(async (...call) => {
    clock.time += ms;
    return deleteAll(...call);
  });
}

it('P-26 ends within 90 s; the next runs remove what is left', async () => {
  const { rows, table, clock, sweep } = await open();
  // More than a run can delete at this pace, most of it in the first partition.
  const names = ['00', ...Array.from({ length: 60 }, (_, index) => (index * 4).toString(16).padStart(2, '0'))];
  const inserted = names.flatMap((name, index) =>
    Array.from({ length: index === 0 ? 1_000 : 1 }, (_, row) => rowOf(name, `row${index}-${row}`)),
  );
  await insert(rows, inserted);
  slowDown(table, clock, 9_000);
  const runs: { readonly swept: number; readonly isComplete: boolean }[] = [];
  do {
    const begun = clock.time;
    runs.push(await sweep.run());
    expect(clock.time - begun).toBeLessThan(90_000);
  } while (!runs.at(-1)?.isComplete);
  expect(runs.length).toBeGreaterThan(3);
  expect(runs.reduce((sum, { swept }) => sum + swept, 0)).toBe(inserted.length);
  expect(await list(rows)).toEqual([]);
  expect(await sweep.run()).toEqual({ swept: 0, isComplete: true });
});

it('fails with the table’s first error after the other ranges are swept', async () => {
  const { rows, table, sweep } = await open();
  await insert(
    rows,
    ['00', '04', '80', 'ff'].map((name) => rowOf(name, 'row')),
  );
  const failure = new Error('The table fails.');
  const { deleteAll } = table;
  const failing = vi.spyOn(table, 'deleteAll').mockImplementation(async (chunk, ms) => {
    if (chunk[0]?.partitionKey === '00') throw failure;
    return deleteAll(chunk, ms);
  });
  await expect(sweep.run()).rejects.toBe(failure);
  expect(await list(rows)).toEqual(['00/row']);
  failing.mockRestore();
  expect(await sweep.run()).toEqual({ swept: 1, isComplete: true });
});

it('a missing table has nothing to remove; without the table a run fails', async () => {
  const { rows, table, sweep } = await open();
  await rows.deleteTable();
  expect(await sweep.run()).toEqual({ swept: 0, isComplete: true });
  await table.close();
  await expect(sweep.run()).rejects.toThrow();
});
