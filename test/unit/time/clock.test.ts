import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Clock, sleep, startDeadline, systemClock, withTimeout } from '../../../lib/time/clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it("the system's clock gives the date and runs timers in real time", () => {
  const startedAt = Date.now();
  const monotonicStart = systemClock.monotonicNow();
  const callback = vi.fn();
  systemClock.setTimer(callback, 60);
  vi.advanceTimersByTime(59);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
  const passed = () => [systemClock.wallNow() - startedAt, systemClock.monotonicNow() - monotonicStart];
  expect(passed()).toEqual([60, 60]);
  // Setting the system time moves the date only.
  vi.setSystemTime(startedAt + 3_600_000);
  expect(passed()).toEqual([3_600_000, 60]);
});

/** Ten times as fast: what waits must ask its clock. */
const fast: Clock = {
  ...systemClock,
  monotonicNow: () => performance.now() * 10,
  setTimer: (callback, ms) => setTimeout(callback, ms / 10),
};

it('a deadline says how much is left by its clock, never below zero, without a timer', () => {
  vi.advanceTimersByTime(50);
  const deadline = startDeadline(fast, 8_000);
  expect(deadline.remainingMs()).toBe(8_000);
  vi.advanceTimersByTime(300);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(deadline.remainingMs()).toBe(5_000);
  vi.advanceTimersByTime(600);
  expect(deadline.remainingMs()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

const late = () => new Error('late');

it('a result in time is returned, and no timer is left', async () => {
  const slow = new Promise((resolve) => setTimeout(resolve, 999, 'here'));
  const waiting = withTimeout(systemClock, slow, 1_000, late);
  vi.advanceTimersByTime(999);
  expect(await waiting).toBe('here');
  expect(vi.getTimerCount()).toBe(0);
});

it('a failure in time is passed on, and no timer is left', async () => {
  const failing = Promise.reject(new TypeError('broken'));
  await expect(withTimeout(systemClock, failing, 1_000, late)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('after the timeout, by its clock, the given error is thrown; a failure later on is ignored', async () => {
  const failing = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late to matter')), 2_000));
  const outcomes: unknown[] = [];
  withTimeout(fast, failing, 1_000, late).catch((error: unknown) => outcomes.push(error));
  await vi.advanceTimersByTimeAsync(99);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual([new Error('late')]);
  await vi.advanceTimersByTimeAsync(2_000);
});

/** Records whether the pause is over. */
function watch(pausing: Promise<void>): { isOver: boolean } {
  const state = { isOver: false };
  void pausing.then(() => Object.assign(state, { isOver: true }));
  return state;
}

it('a pause lasts as long as given, by its clock', async () => {
  const state = watch(sleep(fast, 1_000));
  await vi.advanceTimersByTimeAsync(99);
  expect(state.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isOver).toBe(true);
});
