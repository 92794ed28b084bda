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
  expect([systemClock.wallNow() - startedAt, systemClock.monotonicNow() - monotonicStart]).toEqual([60, 60]);
});

it('setting the system time moves the date only', () => {
  const [startedAt, monotonicStart] = [systemClock.wallNow(), systemClock.monotonicNow()];
  vi.setSystemTime(startedAt + 3_600_000);
  expect([systemClock.wallNow() - startedAt, systemClock.monotonicNow() - monotonicStart]).toEqual([3_600_000, 0]);
});

it('a timer can be cleared', () => {
  clearTimeout(systemClock.setTimer(() => {}, 60));
  expect(vi.getTimerCount()).toBe(0);
});
