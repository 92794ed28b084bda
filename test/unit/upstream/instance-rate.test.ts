import { expect, it } from 'vitest';
import { InstanceRate } from '../../../lib/upstream/instance-rate.ts';

function create(): InstanceRate {
  const rate = new InstanceRate();
  rate.configured = { perSecond: 10, burst: 20 };
  return rate;
}

/** Returns how many calls there are in ten seconds from `now`, of a caller that asks every ten milliseconds. */
function countCalls(rate: InstanceRate, counter: string, now: number): number {
  let calls = 0;
  for (let ms = 0; ms < 10_000; ms += 10) if (rate.take(counter, now + ms) === 0) calls++;
  return calls;
}

it('P-12 is the configured rate and burst, of each counter', () => {
  const rate = create();
  expect([countCalls(rate, 'a', 0), countCalls(rate, 'b', 0)]).toEqual([119, 119]);
  expect(rate.waitMs('a', 9_991)).toBeGreaterThan(0);
});

it('P-12 a refusal leaves seven tenths, without a burst, of its counter only; others within a second count as one', () => {
  const rate = create();
  for (const now of [0, 100, 999]) rate.lower('a', now);
  // 7 a second, and a tenth more with each: 70 + 5.
  expect(countCalls(rate, 'a', 1_000)).toBeGreaterThan(70);
  expect(countCalls(rate, 'b', 1_000)).toBe(119);
  const again = create();
  for (const now of [0, 1_000]) again.lower('a', now);
  expect(countCalls(again, 'a', 1_000)).toBeLessThan(60);
});

it('P-12 however many refusals there were, it is the whole rate again two minutes later', () => {
  const rate = create();
  for (let now = 0; now < 60_000; now += 1_000) rate.lower('a', now);
  expect(countCalls(rate, 'a', 60_000)).toBeGreaterThanOrEqual(1);
  countCalls(rate, 'a', 170_000);
  expect(countCalls(rate, 'a', 180_000)).toBeGreaterThanOrEqual(99);
});

it('without a configured rate nothing is limited', () => {
  const rate = new InstanceRate();
  rate.lower('a', 0);
  expect([countCalls(rate, 'a', 0), rate.waitMs('a', 10_000)]).toEqual([1_000, 0]);
});
