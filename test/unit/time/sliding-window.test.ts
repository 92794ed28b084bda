import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSlidingWindow } from '../../../lib/time/sliding-window.ts';

it('counts by name, and moves in ten steps: all counts of a step leave together', () => {
  const window = createSlidingWindow<'call' | 'failure'>(10_000);
  window.add('call', 0);
  window.add('failure', 5_000);
  window.add('call', 999);
  window.add('call', 1_000);
  expect(window.total('call', 9_999)).toBe(3);
  expect(window.total('call', 10_000)).toBe(1);
  expect(window.total('call', 10_999)).toBe(1);
  expect([window.total('call', 11_000), window.total('failure', 11_000)]).toEqual([0, 1]);
});

it('starts again when cleared', () => {
  const window = createSlidingWindow<'call'>(10_000);
  window.add('call', 0);
  window.clear();
  expect(window.total('call', 0)).toBe(0);
  window.add('call', 0);
  expect(window.total('call', 0)).toBe(1);
});

it('drops counts that have left it and keeps the others', () => {
  const window = createSlidingWindow<'call'>(10_000);
  window.add('call', 0);
  window.add('call', 1_000);
  window.add('call', 10_000);
  // At the start again, only counts that were not dropped appear.
  expect(window.total('call', 0)).toBe(2);
});

it('never counts what is older than its length, always what is younger than nine tenths of it', () => {
  const gaps = fc.array(fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 400 }), fc.constantFrom(100, 900, 1_000)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), gaps, fc.nat({ max: 1_200 }), (startedAt, waits, last) => {
      const window = createSlidingWindow<'call'>(1_000);
      const times: number[] = [];
      let now = startedAt;
      for (const wait of waits) {
        now += wait;
        window.add('call', now);
        times.push(now);
      }
      now += last;
      const total = window.total('call', now);
      expect(total).toBeGreaterThanOrEqual(times.filter((time) => time > now - 900).length);
      expect(total).toBeLessThanOrEqual(times.filter((time) => time > now - 1_000).length);
    }),
    { numRuns: 500 },
  );
});
