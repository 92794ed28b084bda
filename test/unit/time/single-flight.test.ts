import { expect, it, vi } from 'vitest';
import { SingleFlight } from '../../../lib/time/single-flight.ts';

/** Returns a task, and what ends its runs in their order. */
function createTask() {
  const runs: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const start = vi.fn(() => new Promise<string>((resolve, reject) => runs.push({ resolve, reject })));
  return { start, runs };
}

it('calls for one key share a run and its result', async () => {
  const { start, runs } = createTask();
  const flights = new SingleFlight<string, string>();
  const results = [flights.run('a', start), flights.run('a', start)];
  expect(flights.has('a')).toBe(true);
  runs[0]?.resolve('done');
  expect(await Promise.all(results)).toEqual(['done', 'done']);
  expect(start).toHaveBeenCalledOnce();
});

it('keys run independently', async () => {
  const { start, runs } = createTask();
  const flights = new SingleFlight<string, string>();
  const results = [flights.run('a', start), flights.run('b', start)];
  runs[1]?.resolve('b');
  runs[0]?.resolve('a');
  expect(await Promise.all(results)).toEqual(['a', 'b']);
});

it('a call after the end starts a new run', async () => {
  const { start, runs } = createTask();
  const flights = new SingleFlight<string, string>();
  const first = flights.run('a', start);
  runs[0]?.resolve('first');
  await first;
  expect(flights.has('a')).toBe(false);
  const second = flights.run('a', start);
  runs[1]?.resolve('second');
  expect(await second).toBe('second');
});

it('a failure reaches everyone who waits, and is not kept', async () => {
  const { start, runs } = createTask();
  const flights = new SingleFlight<string, string>();
  const results = [flights.run('a', start), flights.run('a', start)];
  runs[0]?.reject(new Error('broken'));
  expect(await Promise.allSettled(results)).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'rejected', reason: new Error('broken') },
  ]);
  expect(flights.has('a')).toBe(false);
});
