import { expect, it } from 'vitest';
import { createCooldowns } from '../../../lib/time/cooldowns.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000);

it('a mark is active until its time is over, counted from the last one, unless it is cleared', () => {
  const cooldowns = createCooldowns<string>(clock, 10);
  expect(cooldowns.isActive('a', Number.MAX_SAFE_INTEGER)).toBe(false);
  for (const key of ['a', 'b']) cooldowns.mark(key);
  clock.time += 900;
  cooldowns.mark('a');
  cooldowns.clear('b');
  clock.time += 999;
  expect([cooldowns.isActive('a', 1_000), cooldowns.isActive('b', Number.MAX_SAFE_INTEGER)]).toEqual([true, false]);
  clock.time += 1;
  expect(cooldowns.isActive('a', 1_000)).toBe(false);
});

it('above its bound, the key marked longest ago is dropped', () => {
  const cooldowns = createCooldowns<string>(clock, 2);
  const active = () => ['a', 'b', 'c', 'd'].filter((key) => cooldowns.isActive(key, 1));
  cooldowns.mark('a');
  cooldowns.mark('b');
  expect(active()).toEqual(['a', 'b']);
  cooldowns.mark('a');
  cooldowns.mark('c');
  expect(active()).toEqual(['a', 'c']);
  cooldowns.mark('d');
  expect(active()).toEqual(['c', 'd']);
});

it('the last time is that of the last mark, and reading it keeps no key from being dropped', () => {
  const cooldowns = createCooldowns<string>(clock, 2);
  expect(cooldowns.lastTime('a')).toBe(Number.NEGATIVE_INFINITY);
  cooldowns.mark('a');
  expect(cooldowns.lastTime('a')).toBe(clock.time);
  cooldowns.mark('b');
  cooldowns.lastTime('a');
  cooldowns.mark('c');
  expect(cooldowns.lastTime('a')).toBe(Number.NEGATIVE_INFINITY);
});
