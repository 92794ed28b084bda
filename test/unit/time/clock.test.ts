import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Clock, sleep, startDeadline, systemClock, TimeLimit, withTimeout } from '../../../lib/time/clock.ts';

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
const never = new Promise<never>(() => {});

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

it('several waits share a time limit, its timer and its error; what is done in time is returned', async () => {
  const limit = new TimeLimit(systemClock, 1_000, late);
  expect(await limit.wait(Promise.resolve('here'))).toBe('here');
  const waiting = Promise.allSettled([limit.wait(never), limit.wait(never)]);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const [first, second] = await waiting;
  expect(first).toEqual({ status: 'rejected', reason: new Error('late') });
  expect(second).toEqual(first);
});

it('a time limit may pass while nobody waits; one that is ended leaves no timer', async () => {
  const passed = new TimeLimit(systemClock, 1_000, late);
  await vi.advanceTimersByTimeAsync(1_001);
  await expect(passed.wait(never)).rejects.toThrow('late');
  new TimeLimit(systemClock, 1_000, late).end();
  expect(vi.getTimerCount()).toBe(0);
});

/** Records whether the pause is over. */
function watch(pausing: Promise<void>): { isOver: boolean } {
  const state = { isOver: false };
  void pausing.then(() => Object.assign(state, { isOver: true }));
  return state;
}

const { signal } = new AbortController();

it.each([signal, undefined])('a pause lasts as long as given, by its clock', async (ending) => {
  const state = watch(sleep(fast, 1_000, ending));
  await vi.advanceTimersByTimeAsync(99);
  expect(state.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isOver).toBe(true);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a pause ends with its signal, also one that is aborted already, and no timer is left', async () => {
  const controller = new AbortController();
  const states = [watch(sleep(systemClock, 1_000, controller.signal))];
  controller.abort();
  states.push(watch(sleep(systemClock, 1_000, controller.signal)));
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual([{ isOver: true }, { isOver: true }]);
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});
