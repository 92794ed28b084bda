import { expect, it } from 'vitest';
import { clampRetryAfterMs, formatRetryAfter, parseRetryAfter } from '../../../lib/http/retry-after.ts';

const NOW = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');

it.each<[string, number]>([
  ['120', 120_000],
  [' 120 ', 120_000],
  ['0', 0],
  ['1.5', 1_500],
  ['0.000250', 0.25],
  ['999999999', 999_999_999_000],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['1.1234567', 1_123.4567],
  ['5, 10', 10_000],
  ['10,5,-7,soon', 10_000],
  ['5, Sun, 06 Nov 1994 08:50:07 GMT', 30_000],
  ['Sun, 06 Nov 1994 08:50:07 GMT, Sunday, 06-Nov-94 08:49:38 GMT, 4', 30_000],
  ['Sunday, 06-Nov-94 08:50:07 GMT', 30_000],
  ['Sun, 06 Nov 1994 08:49:36 GMT', 0],
])('Retry-After: %s asks for %d ms (RFC 9110 5.6.7, 10.2.3)', (value, ms) => {
  expect(parseRetryAfter({ 'retry-after': value }, NOW)).toBe(ms);
});

it('milliseconds count before seconds, if they are a number', () => {
  const [own, azure, seconds] = [{ 'retry-after-ms': '250' }, { 'x-ms-retry-after-ms': '2' }, { 'retry-after': '3' }];
  const read = (...headers: object[]) => parseRetryAfter(Object.assign({}, ...headers), NOW);
  expect([read(own), read(azure), read(own, azure, seconds), read(azure, seconds)]).toEqual([250, 2, 250, 2]);
  expect(read({ 'retry-after-ms': 'soon' }, seconds)).toBe(3_000);
});

it('a date is compared with the upstream’s own Date, if it sends one (F53)', () => {
  const date = 'Sun, 06 Nov 1994 08:50:07 GMT';
  expect(parseRetryAfter({ 'retry-after': date, date: 'Sun, 06 Nov 1994 08:50:00 GMT' }, NOW)).toBe(7_000);
  expect(parseRetryAfter({ 'retry-after': date, date: 'yesterday' }, NOW)).toBe(30_000);
});

it('what is malformed is ignored (RFC 9110 10.2.3)', () => {
  const values =
    '|soon|-5|+5|1e3|1.|.5|1.5.2|-5, +5|0x10|Infinity|try 3 times|in 2 minutes|12 monkeys|1994-11-06T08:50:07Z|Sun, 06 Foo 1994 08:50:07 GMT';
  for (const value of values.split('|')) expect(parseRetryAfter({ 'retry-after': value }, NOW), value).toBeUndefined();
  expect(parseRetryAfter({}, NOW)).toBeUndefined();
});

it('calls are paused for as long as asked: from a second to five minutes (F11)', () => {
  const asked = [0, 999, 1_000, 1_001, 299_999, 300_000, 300_001, Number.POSITIVE_INFINITY];
  expect(asked.map(clampRetryAfterMs)).toEqual([1_000, 1_000, 1_000, 1_001, 299_999, 300_000, 300_000, 300_000]);
});

it('milliseconds are formatted as seconds: whole, rounded up, at least one, a day at most', () => {
  const times = [-1, 0, 1, 1_000, 1_001, 59_999.5, 86_400_000, Number.POSITIVE_INFINITY];
  expect(times.map(formatRetryAfter)).toEqual(['1', '1', '1', '1', '2', '60', '86400', '86400']);
});
