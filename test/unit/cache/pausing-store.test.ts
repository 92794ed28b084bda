import { beforeEach, expect, it } from 'vitest';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { PausingStore } from '../../../lib/cache/pausing-store.ts';
import type { Store, StoredResponse } from '../../../lib/cache/store.ts';
import { ResponseTooLarge } from '../../../lib/cache/table-entity.ts';
import { createManualClock } from '../../support/clocks.ts';

const key = 'key' as CacheKey;
const response: StoredResponse = { body: Buffer.from('{}'), digest: 'digest', fetchedAt: 1, expiresAt: 2 };

const clock = createManualClock(1_000_000);

/** What every call of the table returns next: an Error is thrown. */
let next: unknown;
let calls: unknown[][] = [];
const pauses: unknown[] = [];

beforeEach(() => {
  next = undefined;
  calls = [];
  pauses.length = 0;
});

async function call<T>(...args: unknown[]): Promise<T> {
  calls.push(args);
  if (next instanceof Error) throw next;
  return next as T;
}

const table: Store = {
  get: (of) => call('get', of),
  set: (of, stored) => call('set', of, stored),
  lease: (of, since) => call('lease', of, since),
  remove: (of) => call('remove', of),
};

/** A failure; the table may ask for a pause. */
class TableFailure extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(retryAfterMs?: number) {
    super('failed');
    this.retryAfterMs = retryAfterMs;
  }
}

const open = () =>
  new PausingStore(
    table,
    clock,
    (error) => (error instanceof TableFailure ? error.retryAfterMs : undefined),
    (error) => pauses.push(error),
  );

/** Returns whether a read reached the table, was refused (`paused`) or failed. */
async function read(store: Store): Promise<string> {
  const before = calls.length;
  const outcome = await store.get(key).then(
    () => 'read',
    (error: Error) => error.name,
  );
  if (outcome === 'StorePaused') return calls.length === before ? 'paused' : 'paused and called';
  return outcome === 'read' ? outcome : 'failed';
}

async function fail(store: Store, times: number, failure: Error = new TableFailure()): Promise<string[]> {
  next = failure;
  const outcomes: string[] = [];
  for (let time = 0; time < times; time++) outcomes.push(await read(store));
  next = undefined;
  return outcomes;
}

it('passes every call on and returns its result', async () => {
  const store = open();
  next = response;
  expect(await store.get(key)).toBe(response);
  expect(await store.lease(key, 7)).toBe(response);
  await store.set(key, response);
  await store.remove(key);
  expect(calls).toEqual([
    ['get', key],
    ['lease', key, 7],
    ['set', key, response],
    ['remove', key],
  ]);
});

it('P-20 five failures in a row pause calls for ten seconds (F42)', async () => {
  const store = open();
  expect(await fail(store, 4)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(pauses).toEqual([]);
  const fifth = new TableFailure();
  expect(await fail(store, 2, fifth)).toEqual(['failed', 'paused']);
  expect(pauses).toEqual([fifth]);
  clock.time += 9_999;
  expect(await read(store)).toBe('paused');
  clock.time += 1;
  expect(await read(store)).toBe('read');
});

it('a success in between resets the count', async () => {
  const store = open();
  await fail(store, 4);
  expect(await read(store)).toBe('read');
  expect(await fail(store, 5)).not.toContain('paused');
  expect(await read(store)).toBe('paused');
});

it('after a pause one failure starts the next, and one success resets the count', async () => {
  const store = open();
  await fail(store, 5);
  clock.time += 10_000;
  expect(await fail(store, 2)).toEqual(['failed', 'paused']);
  clock.time += 10_000;
  expect(await read(store)).toBe('read');
  expect(await fail(store, 4)).not.toContain('paused');
  expect(await read(store)).toBe('read');
});

it.each([
  [1_000, 1_000],
  [30_000, 30_000],
  [120_000, 120_000],
  [120_001, 120_000],
  [86_400_000, 120_000],
])('a table that asks for a pause of %i ms gets %i ms, from the first failure (F44)', async (asked, given) => {
  const store = open();
  expect(await fail(store, 2, new TableFailure(asked))).toEqual(['failed', 'paused']);
  expect(pauses).toHaveLength(1);
  clock.time += given - 1;
  expect(await read(store)).toBe('paused');
  clock.time += 1;
  expect(await read(store)).toBe('read');
});

/** Every call of a store. As functions: a promise that rejects before it is awaited ends the test run. */
const callsOf = (store: Store) => [
  () => store.get(key),
  () => store.set(key, response),
  () => store.lease(key, 0),
  () => store.remove(key),
];

it('during a pause nothing calls the table', async () => {
  const store = open();
  await fail(store, 5);
  calls = [];
  for (const call of callsOf(store)) {
    await expect(call()).rejects.toMatchObject({ name: 'StorePaused' });
  }
  expect(calls).toEqual([]);
});

it('failures of every call count', async () => {
  const store = open();
  next = new TableFailure();
  for (const call of callsOf(store)) {
    await expect(call()).rejects.toThrow('failed');
  }
  expect(pauses).toEqual([]);
  await expect(store.set(key, response)).rejects.toThrow('failed');
  expect(pauses).toHaveLength(1);
});

it('a response that is too large is no failure of the table (F46)', async () => {
  const store = open();
  await fail(store, 4);
  await fail(store, 10, new ResponseTooLarge());
  expect(await read(store)).toBe('read');
  await fail(store, 10, new ResponseTooLarge());
  expect(pauses).toEqual([]);
});

it('many concurrent failures start one pause, reported once (F48)', async () => {
  const store = open();
  next = new TableFailure();
  const reads = Array.from({ length: 50 }, () => store.get(key));
  expect(await Promise.allSettled(reads)).toHaveLength(50);
  expect(pauses).toHaveLength(1);
});
