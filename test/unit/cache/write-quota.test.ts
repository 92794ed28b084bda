import { expect, it } from 'vitest';
import { createWriteQuota, type WriteQuota } from '../../../lib/cache/write-quota.ts';
import { createManualClock } from '../../support/clocks.ts';
import { measureHeldBytes } from '../../support/held-bytes.ts';

const HOUR_MS = 3_600_000;

function startQuota(maxRows: number) {
  const clock = createManualClock(1_000_000);
  const takeRow = createWriteQuota(maxRows, clock);
  return { clock, takeRow };
}

const takeMany = (takeRow: WriteQuota, owner: string, times: number) =>
  Array.from({ length: times }, () => takeRow(owner)).filter(Boolean).length;

it('a caller can take as many rows as its quota, and no more (A72)', () => {
  const { takeRow } = startQuota(1_000);
  expect(takeMany(takeRow, 'a', 1_500)).toBe(1_000);
});

it('each caller has its own quota', () => {
  const { takeRow } = startQuota(2);
  expect(takeMany(takeRow, 'a', 5)).toBe(2);
  expect(takeMany(takeRow, 'b', 5)).toBe(2);
});

it('a row counts as long as its response may be usable: an hour and a little (P-25)', () => {
  const { clock, takeRow } = startQuota(1);
  expect(takeRow('a')).toBe(true);
  clock.time += HOUR_MS;
  expect(takeRow('a')).toBe(false);
  clock.time += HOUR_MS / 5;
  expect(takeRow('a')).toBe(true);
});

it('a refusal takes no row: asking again does not extend the wait', () => {
  const { clock, takeRow } = startQuota(1);
  takeRow('a');
  clock.time += HOUR_MS;
  expect(takeMany(takeRow, 'a', 10)).toBe(0);
  clock.time += HOUR_MS / 5;
  expect(takeRow('a')).toBe(true);
});

it('remembers ten thousand callers; the one that asked longest ago is dropped first (I6)', () => {
  const { takeRow } = startQuota(1);
  const callers = Array.from({ length: 10_000 }, (_, index) => `caller ${index}`);
  for (const caller of callers) takeRow(caller);
  // Refused, and now the one that asked last.
  expect(takeRow('caller 0')).toBe(false);
  expect(takeRow('one more')).toBe(true);
  expect(takeRow('caller 0')).toBe(false);
  expect(takeRow('caller 2')).toBe(false);
  expect(takeRow('caller 1')).toBe(true);
});

it('a caller that writes all the time takes 6 KB at most: ten thousand 60 MB (I6)', async () => {
  const { held, least } = await measureHeldBytes(() => {
    const { clock, takeRow } = startQuota(1_000);
    for (let step = 0; step < 11; step++) {
      for (let n = 0; n < 1_000; n++) takeRow(`${n}`.padEnd(110, 'x'));
      clock.time += 410_000;
    }
    return takeRow;
  });
  expect(held('one more')).toBe(true);
  expect(least).toBeLessThan(1_000 * 6_000);
});
