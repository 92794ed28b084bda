import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';
import { createFastClock, createManualClock } from '../../support/clocks.ts';

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

it('a fast clock of speed 10 advances ten times as far, and its timers take a tenth of the time', () => {
  const startedAt = Date.now();
  const clock = createFastClock(10);
  expect(clock.wallNow()).toBe(startedAt);
  const monotonicStart = clock.monotonicNow();
  const callback = vi.fn();
  clock.setTimer(callback, 600);
  vi.advanceTimersByTime(60);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
  expect([clock.wallNow() - startedAt, clock.monotonicNow() - monotonicStart]).toEqual([610, 610]);
});

it('a manual clock advances as the test says', () => {
  const clock = createManualClock(1_000);
  const monotonicStart = clock.monotonicNow();
  vi.advanceTimersByTime(60);
  expect(clock.wallNow()).toBe(1_000);
  clock.time += 5;
  expect([clock.wallNow(), clock.monotonicNow() - monotonicStart]).toEqual([1_005, 5]);
});

it('a jump of a manual clock moves the date only', () => {
  const clock = createManualClock(1_000);
  const monotonicStart = clock.monotonicNow();
  clock.jump(-500);
  expect([clock.wallNow(), clock.monotonicNow() - monotonicStart]).toEqual([500, 0]);
});
