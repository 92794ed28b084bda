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
  expect([flights.has('a'), start.mock.calls.length]).toEqual([false, 1]);
  // Another key, and one whose run has ended, have a run of their own.
  const others = [flights.run('a', start), flights.run('b', start)];
  runs[2]?.resolve('b');
  runs[1]?.resolve('again');
  expect(await Promise.all(others)).toEqual(['again', 'b']);
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
