import { expect, it } from 'vitest';
import { createTokenBuckets, type Rate } from '../../../lib/time/token-bucket.ts';
import { upstreamLimits } from '../../../lib/upstream/limits.ts';
import { UPSTREAMS } from '../../../lib/upstream/upstreams.ts';

const room = { parallel: 1, queue: 0 };

const isValid = (limits: unknown) => upstreamLimits.safeParse(limits).success;

it('the defaults are valid settings', () => {
  for (const { limits } of Object.values(UPSTREAMS)) expect(upstreamLimits.parse(limits)).toEqual(limits);
});

it('bulkheads are required for reads and writes; a rate is optional', () => {
  expect(isValid({ bulkhead: { read: room, write: room }, rate: {} })).toBe(true);
  expect(isValid({ bulkhead: { read: room, write: room }, rate: { write: { perSecond: 4, burst: 5 } } })).toBe(true);
  expect(isValid({ bulkhead: { read: room, write: room } })).toBe(false);
  expect(isValid({ bulkhead: { read: room }, rate: {} })).toBe(false);
  expect(isValid({ bulkhead: { write: room }, rate: {} })).toBe(false);
});

it.each([
  ['no call may be in progress', { parallel: 0, queue: 0 }],
  ['half a call may be in progress', { parallel: 1.5, queue: 0 }],
  ['a negative number may wait', { parallel: 1, queue: -1 }],
  ['half a call may wait', { parallel: 1, queue: 0.5 }],
  ['a misspelt member exists', { parallel: 1, queue: 0, quue: 1 }],
])('rejects limits by which %s', (_, bulkhead) => {
  expect(isValid({ bulkhead: { read: bulkhead, write: room }, rate: {} })).toBe(false);
  expect(isValid({ bulkhead: { read: room, write: bulkhead }, rate: {} })).toBe(false);
});

it.each([
  ['in the limits', { bulkhead: { read: room, write: room }, rate: {}, rates: {} }],
  ['in the bulkheads', { bulkhead: { read: room, write: room, writes: room }, rate: {} }],
  ['in the rates', { bulkhead: { read: room, write: room }, rate: { reads: { perSecond: 1, burst: 1 } } }],
])('rejects a misspelt member %s', (_, limits) => {
  expect(isValid(limits)).toBe(false);
});

/** Returns how many calls of one subscription are sent at once, and how many per second after them. */
function measure(rate: Rate | undefined) {
  if (rate === undefined) return undefined;
  const buckets = createTokenBuckets(() => rate);
  let atOnce = 0;
  while (buckets.take('s1', 0) === 0) atOnce++;
  return { atOnce, perSecond: 1_000 / buckets.take('s1', 0) };
}

it('has the published buckets of the management API: 250 and 25 a second, 200 and 10 (P-12)', () => {
  const { read, write } = UPSTREAMS.arm.limits.rate;
  expect(measure(read)).toEqual({ atOnce: 250, perSecond: 25 });
  expect(measure(write)).toEqual({ atOnce: 200, perSecond: 10 });
});

it('authorizes model copies four times a second, below the five of the standard tier (P-12)', () => {
  expect(measure(UPSTREAMS.documentModels.limits.rate.write)).toEqual({ atOnce: 5, perSecond: 4 });
});

it.each([
  ['arm', 'read', 40, 128],
  ['arm', 'write', 8, 32],
  ['backupRestore', 'read', 8, 32],
  ['backupRestore', 'write', 8, 32],
  ['documentModels', 'read', 5, 20],
  ['documentModels', 'write', 5, 20],
  ['businessData', 'read', 5, 50],
  ['businessData', 'write', 5, 50],
] as const)(
  '%s: of the %s calls %s are under way at once, and %s wait (P-11, P-12)',
  (upstream, kind, parallel, queue) => {
    expect(UPSTREAMS[upstream].limits.bulkhead[kind]).toEqual({ parallel, queue });
  },
);
