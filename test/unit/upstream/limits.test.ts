import { expect, it } from 'vitest';
import { type Rate, TokenBuckets } from '../../../lib/time/token-bucket.ts';
import { upstreamLimits } from '../../../lib/upstream/limits.ts';
import { UPSTREAMS } from '../../../lib/upstream/upstreams.ts';

it('the defaults are valid settings', () => {
  for (const { limits } of Object.values(UPSTREAMS)) expect(upstreamLimits.parse(limits)).toEqual(limits);
});

/** Returns how many calls of one subscription are sent at once, and how many per second after them. */
function measure(rate: Rate | undefined) {
  if (rate === undefined) return undefined;
  const buckets = new TokenBuckets(() => rate);
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
