import { expect, it } from 'vitest';
import { Cooldowns } from '../../../lib/time/cooldowns.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000);

it('a mark is active until its time is over, counted from the last one', () => {
  const cooldowns = new Cooldowns<string>(clock, 10);
  expect(cooldowns.isActive('a', Number.MAX_SAFE_INTEGER)).toBe(false);
  cooldowns.mark('a');
  clock.time += 900;
  cooldowns.mark('a');
  clock.time += 999;
  expect(cooldowns.isActive('a', 1_000)).toBe(true);
  clock.time += 1;
  expect(cooldowns.isActive('a', 1_000)).toBe(false);
});

it('above its bound, the key marked longest ago is dropped', () => {
  const cooldowns = new Cooldowns<string>(clock, 2);
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
