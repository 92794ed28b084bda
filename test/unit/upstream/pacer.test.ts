import { expect, it } from 'vitest';
import { Pacer } from '../../../lib/upstream/pacer.ts';

const limit = { perSecond: 25, burst: 250 };

/** Returns how many of the calls of ten callers may be sent at `now`. */
function countTaken(pacer: Pacer, now: number, wanted = 400, subscription = 's1'): number {
  const calls = Array.from({ length: wanted }, (_, n) => pacer.take(subscription, `c${n % 10}`, now));
  return calls.filter((refusal) => refusal === undefined).length;
}

it('P-32 before an upstream tells anything, one instance may use the whole limit', () => {
  expect(countTaken(new Pacer(() => limit), 0)).toBe(250);
});

it('P-32 an instance that is alone may go on to burst', () => {
  const pacer = new Pacer(() => limit);
  for (let left = 250; left > 50; left--) {
    expect(pacer.take('s1', `c${left % 10}`, 0)).toBeUndefined();
    pacer.observe('s1', { remaining: left - 1 }, false, 0);
  }
  pacer.observe('s1', { remaining: 100 }, false, 2_000);
  expect(pacer.slowest).toBe(25);
  expect(countTaken(pacer, 2_000)).toBe(100);
});

it('P-32 with little left an instance spreads its calls: a tenth is not its to take', () => {
  const pacer = new Pacer(() => limit);
  pacer.observe('s1', { remaining: 125 }, false, 0);
  expect(pacer.slowest).toBeCloseTo(0.78, 2);
  expect(countTaken(pacer, 0)).toBe(1);
  expect(pacer.take('s1', 'c1', 0)?.cause).toMatch(/caller_share|upstream_rate/);
  expect(countTaken(pacer, 0, 400, 's2')).toBe(250);
});

it('P-32 after a refusal the next call comes later by a random part of the interval', () => {
  const waits = Array.from({ length: 20 }, () => {
    const pacer = new Pacer(() => limit);
    pacer.observe('s1', { remaining: 0 }, true, 0);
    expect(pacer.slowest).toBeCloseTo(25 / 35, 9);
    return pacer.take('s1', 'c1', 0)?.waitMs ?? 0;
  });
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_399);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_801);
  expect(new Set(waits).size).toBeGreaterThan(10);
});

it('P-32 without a limit nothing is paced, and an upstream that tells nothing has no pace', () => {
  const unlimited = new Pacer(() => undefined);
  unlimited.observe('s1', { remaining: 0 }, true, 0);
  expect(countTaken(unlimited, 0, 5_000)).toBe(5_000);
  const silent = new Pacer(() => limit);
  silent.observe('s1', undefined, false, 0);
  expect([unlimited.slowest, silent.slowest]).toEqual([undefined, undefined]);
});

it('P-32 a limit that the policy lowers takes effect at once', () => {
  let now = limit;
  const pacer = new Pacer(() => now);
  pacer.observe('s1', { remaining: 250 }, false, 0);
  now = { perSecond: 2, burst: 4 };
  expect(countTaken(pacer, 0)).toBe(4);
});

it('P-12 a call that is refused for all takes nothing of its caller’s share', () => {
  const pacer = new Pacer(() => ({ perSecond: 1, burst: 4 }));
  const take = (caller: string, now: number) => pacer.take('s1', caller, now)?.cause;
  expect(['a', 'a', 'a', 'b'].map((caller) => take(caller, 0))).toEqual(Array(4).fill(undefined));
  expect(take('a', 0)).toBe('caller_share');
  for (let count = 0; count < 10; count++) expect(take('c', 0)).toBe('upstream_rate');
  expect(['c', 'c', 'c', 'c'].map((caller, second) => take(caller, (second + 1) * 1_000))).toEqual(
    Array(4).fill(undefined),
  );
});
