import { expect, it, onTestFinished, vi } from 'vitest';
import { InProgress, shutDown } from '../../../lib/health/shut-down.ts';
import { type Clock, systemClock } from '../../../lib/time/clock.ts';
import { createFastClock } from '../../support/clocks.ts';

/** A hundred times as fast as the machine's. */
const fast = createFastClock(100);
const never = () => new Promise<never>(() => {});

/** Returns an instance whose parts note what happens to them, in order. */
function createInstance(clock: Clock = fast) {
  const requests = new InProgress(clock);
  const steps: string[] = [];
  const note = (step: string) => async () => void steps.push(step);
  const ending = {
    clock,
    requests,
    telemetry: { flush: note('flush'), close: note('telemetry') },
    cache: { settle: note('cache') },
    clients: [{ endCalls: () => void steps.push('calls') }],
    connections: [{ close: note('connections') }],
  };
  return { requests, steps, ending };
}

it('F50 telemetry is flushed beside the requests, which end before anything is closed', async () => {
  const { requests, steps, ending } = createInstance();
  let finish = () => {};
  const request = requests.track(
    new Promise<void>((resolve) => {
      finish = () => resolve(void steps.push('request'));
    }),
  );
  const ended = shutDown(ending);
  expect([requests.isEnding, steps]).toEqual([true, ['flush']]);
  finish();
  await Promise.all([request, ended]);
  expect(steps).toEqual(['flush', 'request', 'calls', 'telemetry', 'cache', 'connections']);
});

it('I11 F50 nothing that hangs delays the end beyond the host’s five seconds', async () => {
  const { requests, steps, ending } = createInstance();
  void requests.track(never());
  const startedAt = fast.monotonicNow();
  await shutDown({
    ...ending,
    telemetry: { flush: never, close: never },
    cache: { settle: never },
    connections: [{ close: never }, ...ending.connections],
  });
  expect(steps).toEqual(['calls', 'connections']);
  expect(fast.monotonicNow() - startedAt).toBeGreaterThanOrEqual(4_600);
});

it('F50 stays while requests still arrive, and 300 ms longer: each gets its response', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { requests, steps, ending } = createInstance(systemClock);
  await requests.track(Promise.resolve());
  const ended = shutDown(ending);
  for (let arrived = 1; arrived <= 5; arrived++) {
    await vi.advanceTimersByTimeAsync(299);
    expect(steps).toEqual(['flush']);
    await requests.track(Promise.resolve());
  }
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect(steps.at(-1)).toBe('connections');
});

it('F50 requests that never cease to arrive do not keep it beyond 3.8 s', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { requests, steps, ending } = createInstance(systemClock);
  await requests.track(Promise.resolve());
  const arrivals = setInterval(() => void requests.track(Promise.resolve()), 5);
  const ended = shutDown(ending);
  await vi.advanceTimersByTimeAsync(3_799);
  expect(steps).toEqual(['flush']);
  await vi.advanceTimersByTimeAsync(801);
  await ended;
  clearInterval(arrivals);
});
