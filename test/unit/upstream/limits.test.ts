import { expect, it } from 'vitest';
import { createTokenBuckets } from '../../../lib/time/token-bucket.ts';
import { DEFAULT_LIMITS, upstreamLimits } from '../../../lib/upstream/limits.ts';

const room = { parallel: 1, queue: 0 };

const isTaken = (limits: unknown) => upstreamLimits.safeParse(limits).success;

it('the defaults are limits as a setting gives them', () => {
  for (const limits of Object.values(DEFAULT_LIMITS)) expect(upstreamLimits.parse(limits)).toEqual(limits);
});

it('places under way and in the queue are bounded for reads and for writes; a rate may be left out', () => {
  expect(isTaken({ bulkhead: { read: room, write: room }, rate: {} })).toBe(true);
  expect(isTaken({ bulkhead: { read: room, write: room }, rate: { write: { perSecond: 4, burst: 5 } } })).toBe(true);
  expect(isTaken({ bulkhead: { read: room, write: room } })).toBe(false);
  expect(isTaken({ bulkhead: { read: room }, rate: {} })).toBe(false);
  expect(isTaken({ bulkhead: { write: room }, rate: {} })).toBe(false);
});

it.each([
  ['nobody may go', { parallel: 0, queue: 0 }],
  ['half a call', { parallel: 1.5, queue: 0 }],
  ['less than nobody may wait', { parallel: 1, queue: -1 }],
  ['half a place to wait in', { parallel: 1, queue: 0.5 }],
  ['a misspelt member', { parallel: 1, queue: 0, quue: 1 }],
])('limits by which %s are refused at the start', (_, bulkhead) => {
  expect(isTaken({ bulkhead: { read: bulkhead, write: room }, rate: {} })).toBe(false);
  expect(isTaken({ bulkhead: { read: room, write: bulkhead }, rate: {} })).toBe(false);
});

it.each([
  ['beside the limits', { bulkhead: { read: room, write: room }, rate: {}, rates: {} }],
  ['beside the bulkheads', { bulkhead: { read: room, write: room, writes: room }, rate: {} }],
  ['beside the rates', { bulkhead: { read: room, write: room }, rate: { reads: { perSecond: 1, burst: 1 } } }],
])('a misspelt member %s is refused, not left out of account', (_, limits) => {
  expect(isTaken(limits)).toBe(false);
});

/** How many calls of one subscription go out at once, and how many a second after them. */
function drain(rate: Parameters<typeof createTokenBuckets>[0] | undefined) {
  if (rate === undefined) return undefined;
  const buckets = createTokenBuckets(rate);
  let atOnce = 0;
  while (buckets.take('s1', 0) === 0) atOnce++;
  return { atOnce, perSecond: 1_000 / buckets.take('s1', 0) };
}

it('what the management API is asked stays below its published buckets: 250 and 25 a second, 200 and 10 (reliability 4.1)', () => {
  const { read, write } = DEFAULT_LIMITS.arm.rate;
  expect(drain(read)).toEqual({ atOnce: 250, perSecond: 20 });
  expect(drain(write)).toEqual({ atOnce: 200, perSecond: 8 });
});

it('model copies are authorized four times a second, below the five of the standard tier (reliability 4.1)', () => {
  expect(drain(DEFAULT_LIMITS.documentModels.rate.write)).toEqual({ atOnce: 5, perSecond: 4 });
});

it.each([
  ['arm', 'read', 32, 128],
  ['arm', 'write', 8, 32],
  ['backupRestore', 'read', 8, 32],
  ['backupRestore', 'write', 8, 32],
  ['documentModels', 'read', 5, 20],
  ['documentModels', 'write', 5, 20],
  ['businessData', 'read', 5, 50],
  ['businessData', 'write', 5, 50],
] as const)(
  '%s: of the %s calls %s are under way at once, and %s wait (reliability 4.1, 4.2)',
  (upstream, kind, parallel, queue) => {
    expect(DEFAULT_LIMITS[upstream].bulkhead[kind]).toEqual({ parallel, queue });
  },
);
