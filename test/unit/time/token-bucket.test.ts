import { expect, it } from 'vitest';
import { rate, TokenBuckets } from '../../../lib/time/token-bucket.ts';

it('gives each key a burst at once, then returns the time until the next token', () => {
  const buckets = new TokenBuckets(() => ({ perSecond: 4, burst: 3 }));
  const taken = Array.from({ length: 4 }, () => buckets.take('a', 1_000));
  expect(taken).toEqual([0, 0, 0, 250]);
  expect(buckets.take('b', 1_000)).toBe(0);
  expect(buckets.take('a', 1_100)).toBeCloseTo(150);
  expect(buckets.take('a', 1_250)).toBe(0);
  expect(buckets.take('a', 1_250)).toBe(250);
  // Before it is dropped, a bucket fills up to the burst only.
  expect(Array.from({ length: 4 }, () => buckets.take('b', 1_700))).toEqual([0, 0, 0, 250]);
});

it('tells the time until the next token without taking one', () => {
  const buckets = new TokenBuckets(() => ({ perSecond: 4, burst: 1 }));
  expect([buckets.waitMs('a', 0), buckets.waitMs('a', 0), buckets.take('a', 0)]).toEqual([0, 0, 0]);
  expect([buckets.waitMs('a', 0), buckets.waitMs('a', 100), buckets.take('a', 100)]).toEqual([250, 150, 150]);
});

it('a bucket is not dropped before it is full again', () => {
  const buckets = new TokenBuckets(() => ({ perSecond: 2, burst: 20 }));
  for (let count = 0; count < 20; count++) buckets.take('a', 5_000);
  // The sweep runs at last now, ten seconds after the start.
  buckets.take('b', 10_000);
  expect(Array.from({ length: 20 }, () => buckets.take('a', 10_000)).filter((waitMs) => waitMs === 0)).toHaveLength(10);
});

it('a clock that is set back takes no tokens', () => {
  const buckets = new TokenBuckets(() => ({ perSecond: 1, burst: 5 }));
  buckets.take('a', 600_000);
  expect(Array.from({ length: 5 }, () => buckets.take('a', 300_000))).toEqual([0, 0, 0, 0, 1_000]);
});

it.each([
  [{ perSecond: 0.1, burst: 1 }, true],
  [{ perSecond: 0, burst: 1 }, false],
  [{ perSecond: -1, burst: 1 }, false],
  [{ perSecond: 1, burst: 0 }, false],
  [{ perSecond: 1, burst: 1.5 }, false],
  [{ perSecond: 1 }, false],
  [{ burst: 1 }, false],
  [{ perSecond: 1, burst: 1, per: 'minute' }, false],
])('%j is a rate: %s', (value, isRate) => {
  expect(rate.safeParse(value).success).toBe(isRate);
});

it('a changed rate takes effect at once: a bucket keeps its level, up to the new burst', () => {
  let current = { perSecond: 1, burst: 10 };
  const buckets = new TokenBuckets(() => current);
  for (let count = 0; count < 4; count++) buckets.take('a', 0);
  current = { perSecond: 2, burst: 20 };
  expect(Array.from({ length: 7 }, () => buckets.take('a', 0))).toEqual([0, 0, 0, 0, 0, 0, 500]);
  current = { perSecond: 1, burst: 2 };
  expect(Array.from({ length: 3 }, () => buckets.take('a', 60_000))).toEqual([0, 0, 1_000]);
});
