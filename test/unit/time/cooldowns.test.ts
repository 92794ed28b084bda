import { expect, it } from 'vitest';
import { createCooldowns } from '../../../lib/time/cooldowns.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000);

it('what was marked is within a time until just before it is over', () => {
  const moments = createCooldowns<string>(clock, 10);
  moments.mark('a');
  expect(moments.isActive('a', 1_000)).toBe(true);
  clock.time += 999;
  expect(moments.isActive('a', 1_000)).toBe(true);
  clock.time += 1;
  expect(moments.isActive('a', 1_000)).toBe(false);
});

it('what was never marked, or is cleared, is within no time', () => {
  const moments = createCooldowns<string>(clock, 10);
  expect(moments.isActive('a', Number.MAX_SAFE_INTEGER)).toBe(false);
  moments.mark('a');
  moments.mark('b');
  moments.clear('a');
  expect(moments.isActive('a', Number.MAX_SAFE_INTEGER)).toBe(false);
  expect(moments.isActive('b', 1)).toBe(true);
});

it('the last mark counts', () => {
  const moments = createCooldowns<string>(clock, 10);
  moments.mark('a');
  clock.time += 900;
  moments.mark('a');
  clock.time += 900;
  expect(moments.isActive('a', 1_000)).toBe(true);
});

it('beyond its bound the longest unmarked is forgotten', () => {
  const moments = createCooldowns<string>(clock, 2);
  const remembered = () => ['a', 'b', 'c', 'd'].filter((key) => moments.isActive(key, 1));
  moments.mark('a');
  moments.mark('b');
  expect(remembered()).toEqual(['a', 'b']);
  moments.mark('a');
  moments.mark('c');
  expect(remembered()).toEqual(['a', 'c']);
  moments.mark('d');
  expect(remembered()).toEqual(['c', 'd']);
});
