import { expect, it } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import type { MarkStore } from '../../../lib/cache/store.ts';
import { WriteMarks } from '../../../lib/cache/write-marks.ts';
import { createManualClock } from '../../support/clocks.ts';
import { measureHeldBytes } from '../../support/held-bytes.ts';

const UPSTREAM = 'https://management.example';
const JOB = '/subscriptions/s/resourceGroups/g/providers/Vendor.Stream/jobs/j';

/** Starts instances over one store. */
function start() {
  const clock = createManualClock(0);
  const errors: unknown[] = [];
  const state = { rows: new Map<string, string>(), calls: 0, fails: undefined as Error | undefined };
  const act = async <T>(effect: () => T): Promise<T> => {
    state.calls++;
    if (state.fails) throw state.fails;
    return effect();
  };
  const store: MarkStore = {
    getMark: (key) => act(() => state.rows.get(key)),
    setMark: (key, id) => act(() => void state.rows.set(key, id)),
  };
  const open = () => new WriteMarks(store, clock, (error) => errors.push(error));
  return { clock, state, errors, one: open(), other: open() };
}

it('a write gives the resource and all that it is part of a new mark, for every instance (P-28)', async () => {
  const { one, other, state } = start();
  const marked = [JOB, JOB.toUpperCase(), `${JOB}/inputs/i`];
  const group = '/subscriptions/s/resourceGroups/g';
  const others = [`${JOB}/inputs/j`, `${JOB}2`, '/subscriptions/s', group, `${group}/providers/Vendor.Stream`];
  const readAll = (paths: readonly string[]) => Promise.all(paths.map((path) => other.read(UPSTREAM, path, 0)));
  expect(await readAll([...marked, ...others])).toEqual(Array(8).fill(''));
  await one.add(UPSTREAM, `${JOB}/inputs/i`);
  expect(state.rows.size).toBe(2);
  const first = await readAll(marked);
  expect(first).not.toContain('');
  expect(await readAll(others)).toEqual(others.map(() => ''));
  expect(await other.read('https://staging.example', JOB, 0)).toBe('');
  await one.add(UPSTREAM, `${JOB}/start`);
  const [job, upper, input] = await readAll(marked);
  expect([job === first[0], upper === first[1], input === first[2]]).toEqual([false, false, true]);
});

it('a write to what a stored response depends on, or to a part of it, marks that (P-28)', async () => {
  for (const dependsOn of operations.flatMap(({ cache }) => cache?.dependsOn ?? [])) {
    for (const part of ['', '/parts/p', '/start']) {
      const { one, other } = start();
      await one.add(UPSTREAM, dependsOn + part);
      expect(await other.read(UPSTREAM, dependsOn, 0), dependsOn + part).not.toBe('');
    }
  }
});

it('this instance knows its write at once; another reads the mark when its own is too old', async () => {
  const { clock, state, one, other } = start();
  expect(await one.read(UPSTREAM, JOB, 60_000)).toBe('');
  expect(await other.read(UPSTREAM, JOB, 60_000)).toBe('');
  await one.add(UPSTREAM, JOB);
  state.calls = 0;
  const mark = await one.read(UPSTREAM, JOB, 60_000);
  clock.time += 59_999;
  expect([mark === '', await other.read(UPSTREAM, JOB, 60_000), state.calls]).toEqual([false, '', 0]);
  clock.time += 1;
  expect(await other.read(UPSTREAM, JOB, 60_000)).toBe(mark);
});

it('of many concurrent reads of a resource each sees what was written before it, and all but the first share one (P-28)', async () => {
  const { clock, state } = start();
  const waiting: (() => void)[] = [];
  const reads = { count: 0, fails: false };
  const store: MarkStore = {
    async getMark(key) {
      reads.count++;
      const found = state.rows.get(key);
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (reads.fails) throw new Error('down');
      return found;
    },
    setMark: async (key, id) => void state.rows.set(key, id),
  };
  const open = () => new WriteMarks(store, clock, () => {});
  const marks = open();
  const readAll = (length: number) => Array.from({ length }, () => marks.read(UPSTREAM, JOB, 0));
  const endOne = async () => {
    await expect.poll(() => waiting, { interval: 1 }).toHaveLength(1);
    waiting.pop()?.();
  };
  const [first] = readAll(1);
  // Another instance writes.
  await open().add(UPSTREAM, JOB);
  const later = readAll(200);
  await endOne();
  expect(await first).toBe('');
  await endOne();
  expect(new Set(await Promise.all(later))).not.toContain('');
  expect(reads.count).toBe(2);
  // A failed read ends no chain.
  reads.fails = true;
  const failing = readAll(3);
  await endOne();
  await endOne();
  expect(await Promise.all(failing)).toEqual(failing.map(() => expect.stringMatching(/./)));
  reads.fails = false;
  const last = readAll(1);
  await endOne();
  expect(await last[0]).toBe(await failing[0]);
  expect(reads.count).toBe(5);
});

it('a read that began before a write does not hide it', async () => {
  const { clock, one } = start();
  const reading = one.read(UPSTREAM, JOB, 0);
  clock.time += 1;
  await one.add(UPSTREAM, JOB);
  const early = await reading;
  const mark = await one.read(UPSTREAM, JOB, 60_000);
  expect(mark).not.toBe('');
  expect(['', mark]).toContain(early);
});

it('a mark that could not be stored holds here, and is stored under a new text when the table is back', async () => {
  const { state, errors, one, other } = start();
  state.fails = new Error('down');
  await one.add(UPSTREAM, JOB);
  expect(errors).toContain(state.fails);
  const before = await one.read(UPSTREAM, JOB, 60_000);
  expect(before).not.toBe('');
  expect(await other.read(UPSTREAM, JOB, 0)).toBe('');
  state.fails = undefined;
  const after = await one.read(UPSTREAM, JOB, 0);
  expect(['', before]).not.toContain(after);
  expect(await other.read(UPSTREAM, JOB, 0)).toBe(after);
});

it('a table that fails is no mark, or the last one that was known', async () => {
  const { clock, state, one, other } = start();
  await one.add(UPSTREAM, JOB);
  clock.time += 1;
  const mark = await other.read(UPSTREAM, JOB, 0);
  state.fails = new Error('down');
  clock.time += 1;
  expect(await other.read(UPSTREAM, JOB, 0)).toBe(mark);
  expect(await other.read(UPSTREAM, '/subscriptions/t', 0)).toBe('');
});

it('the marks that one instance knows take 8 MB at most, however many there are (I6)', async () => {
  const { least } = await measureHeldBytes(async () => {
    const { one } = start();
    for (let n = 0; n < 20_000; n++) await one.read(UPSTREAM, `/${n}/`.padEnd(120, 'x'), 0);
    return one;
  });
  expect(least).toBeLessThan(8_000_000);
});
