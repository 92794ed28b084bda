import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clampRetryAfterMs, formatRetryAfter, parseRetryAfter } from '../../../lib/http/retry-after.ts';

const NOW = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');

it.each([
  [{ 'retry-after': '120' }, 120_000],
  [{ 'retry-after': ' 120 ' }, 120_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': '0.000250' }, 0.25],
  [{ 'retry-after': '999999999' }, 999_999_999_000],
  [{ 'retry-after': '1234567890' }, 1_000_000_000_000],
  [{ 'retry-after': '9'.repeat(400) }, 1_000_000_000_000],
  [{ 'retry-after': '1.1234567' }, 1_123.4567],
  [{ 'retry-after': '5, 10' }, 10_000],
  [{ 'retry-after': '10,5,-7,soon' }, 10_000],
  [{ 'retry-after': '5, Sun, 06 Nov 1994 08:50:07 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT, Sunday, 06-Nov-94 08:49:38 GMT, 4' }, 30_000],
  [{ 'retry-after-ms': '250' }, 250],
  [{ 'x-ms-retry-after-ms': '250' }, 250],
  [{ 'retry-after-ms': '1', 'x-ms-retry-after-ms': '2', 'retry-after': '3' }, 1],
  [{ 'x-ms-retry-after-ms': '2', 'retry-after': '3' }, 2],
  [{ 'retry-after-ms': 'soon', 'retry-after': '3' }, 3_000],
])('%j asks for %i ms (RFC 9110 10.2.3)', (headers, ms) => {
  expect(parseRetryAfter(headers, NOW)).toBe(ms);
});

it.each(['Sun, 06 Nov 1994 08:50:07 GMT', 'Sunday, 06-Nov-94 08:50:07 GMT'])(
  'the date %s is counted from now (RFC 9110 5.6.7)',
  (date) => {
    expect(parseRetryAfter({ 'retry-after': date }, NOW)).toBe(30_000);
  },
);

it('a date is compared with the upstream’s own Date, if it sends one (F53)', () => {
  const date = 'Sun, 06 Nov 1994 08:50:07 GMT';
  expect(parseRetryAfter({ 'retry-after': date, date: 'Sun, 06 Nov 1994 08:50:00 GMT' }, NOW)).toBe(7_000);
  expect(parseRetryAfter({ 'retry-after': date, date: 'yesterday' }, NOW)).toBe(30_000);
});

it('a date in the past asks for no wait', () => {
  expect(parseRetryAfter({ 'retry-after': 'Sun, 06 Nov 1994 08:49:36 GMT' }, NOW)).toBe(0);
});

it.each([
  [undefined],
  [''],
  ['soon'],
  ['-5'],
  ['+5'],
  ['1e3'],
  ['1.'],
  ['.5'],
  ['1.5.2'],
  ['-5, +5'],
  ['0x10'],
  ['Infinity'],
  ['try 3 times'],
  ['in 2 minutes'],
  ['12 monkeys'],
  ['1994-11-06T08:50:07Z'],
  ['Sun, 06 Foo 1994 08:50:07 GMT'],
])('%j is malformed and ignored (RFC 9110 10.2.3)', (value) => {
  expect(parseRetryAfter(value === undefined ? {} : { 'retry-after': value }, NOW)).toBeUndefined();
});

it('any number of seconds up to nine digits is parsed', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999 }), (seconds) => {
      expect(parseRetryAfter({ 'retry-after': String(seconds) }, NOW)).toBe(seconds * 1_000);
    }),
  );
});

it('any date is parsed to the second', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000_000 }), (seconds) => {
      const date = new Date(seconds * 1_000).toUTCString();
      expect(parseRetryAfter({ 'retry-after': date }, 0)).toBe(seconds * 1_000);
    }),
  );
});

it('for any header the result is undefined or not negative', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[-+.,:\dA-Za-z ]{0,30}$/));
  fc.assert(
    fc.property(text, text, (value, date) => {
      const ms = parseRetryAfter({ 'retry-after': value, date }, NOW);
      expect(ms === undefined || (Number.isFinite(ms) && ms >= 0)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  [0, 1_000],
  [999, 1_000],
  [1_000, 1_000],
  [1_001, 1_001],
  [299_999, 299_999],
  [300_000, 300_000],
  [300_001, 300_000],
  [86_400_000, 300_000],
])('asked for %i ms, calls are paused for %i: from a second to five minutes (F11)', (asked, gate) => {
  expect(clampRetryAfterMs(asked)).toBe(gate);
});

it.each([
  [-1, '1'],
  [0, '1'],
  [1, '1'],
  [1_000, '1'],
  [1_001, '2'],
  [59_999.5, '60'],
  [86_400_000, '86400'],
  [999_999_999_000, '86400'],
])('%d ms are formatted as %s seconds: whole, rounded up, at least one, a day at most', (ms, seconds) => {
  expect(formatRetryAfter(ms)).toBe(seconds);
});
