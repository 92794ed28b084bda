import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';

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

it('a timer can be cleared', () => {
  clearTimeout(systemClock.setTimer(() => {}, 60));
  expect(vi.getTimerCount()).toBe(0);
});
