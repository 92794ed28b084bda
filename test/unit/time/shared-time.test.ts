import { expect, it } from 'vitest';
import { SharedTime } from '../../../lib/time/shared-time.ts';
import { createManualClock } from '../../support/clocks.ts';

const START = Date.UTC(2026, 0, 1, 12);
const toHeader = (epochMs: number) => new Date(epochMs).toUTCString();

it('F58: is the wall clock’s time before the first response, so that a start with a wrong one is healed when that is', () => {
  const clock = createManualClock(START - 3_600_000);
  const time = new SharedTime(clock);
  expect(time.now()).toBe(START - 3_600_000);
  clock.jump(3_600_000);
  clock.time += 5_000;
  expect(time.now()).toBe(START + 5_000);
});

it('F58: passes with the monotonic clock from the first response on, wherever the wall clock jumps', () => {
  const clock = createManualClock(START);
  const time = new SharedTime(clock);
  time.observe(toHeader(START), clock.monotonicNow());
  for (const jump of [3_600_000, -7_200_000]) {
    clock.jump(jump);
    expect(time.now()).toBe(START);
  }
  clock.time += 5_000;
  expect(time.now()).toBe(START + 5_000);
});

it('converts between epoch and monotonic clock', () => {
  const clock = createManualClock(START);
  const time = new SharedTime(clock);
  const moment = clock.monotonicNow() - 30_000;
  expect(time.toEpoch(moment)).toBe(START - 30_000);
  expect(time.toMonotonic(START - 30_000)).toBe(moment);
});

it.each([
  ['ahead', 120_000],
  ['behind', -120_000],
])('F59: a wall clock that is two minutes %s is corrected by the Date of one response to a second', (_, skewMs) => {
  const clock = createManualClock(START + 400 + skewMs);
  const time = new SharedTime(clock);
  time.observe(toHeader(START), clock.monotonicNow());
  expect(Math.abs(time.now() - (START + 400))).toBeLessThanOrEqual(600);
});

it('F59: each further response narrows the time down, and none moves one that fits', () => {
  const clock = createManualClock(START + 120_000);
  const time = new SharedTime(clock);
  const observeAt = (ms: number) => {
    clock.time = START + 120_000 + ms;
    time.observe(toHeader(START + ms), clock.monotonicNow());
    return time.now() - (START + ms);
  };
  // The header says 0 for all of the first second, then 1: what is ahead by a second then is not ahead at all.
  expect(observeAt(0)).toBe(1_000);
  expect(observeAt(1_999)).toBe(1);
  for (const ms of [2_000, 2_500, 60_000]) expect(observeAt(ms)).toBe(1);
});

it('a slow response corrects by no more than what it shows: the service read its clock while it was under way', () => {
  const clock = createManualClock(START);
  const time = new SharedTime(clock);
  const sentAt = clock.monotonicNow();
  clock.time += 4_000;
  for (const ms of [-900, 0, 4_000]) time.observe(toHeader(START + ms), sentAt);
  expect(time.now()).toBe(START + 4_000);
  time.observe(toHeader(START + 9_000), sentAt);
  expect(time.now()).toBe(START + 9_000);
});

it.each([undefined, '', 'yesterday'])('a response with the Date %j corrects nothing', (date) => {
  const clock = createManualClock(START);
  const time = new SharedTime(clock);
  time.observe(date, clock.monotonicNow());
  expect(time.now()).toBe(START);
});
