import { expect, it } from 'vitest';
import { UPSTREAMS, upstreamLimits } from '../../../lib/upstream/upstreams.ts';

const MEBIBYTE = 1024 * 1024;

it('what all places hold together fits beside host and worker into an instance of 512 MB (A85, P-25)', () => {
  const toMebibytes = ({ limits, maxListBytes }: (typeof UPSTREAMS)[keyof typeof UPSTREAMS]) =>
    limits.bulkhead.read.parallel * (maxListBytes / MEBIBYTE) + limits.bulkhead.write.parallel;
  expect(
    Object.values(UPSTREAMS)
      .map(toMebibytes)
      .reduce((sum, each) => sum + each),
  ).toBeLessThanOrEqual(162);
});

it('P-11, P-12 the defaults are valid settings; the rates are those that the management API and the standard tier publish', () => {
  for (const { limits } of Object.values(UPSTREAMS)) expect(upstreamLimits.parse(limits)).toEqual(limits);
  const { read, write } = UPSTREAMS.arm.limits.rate;
  expect([read, write]).toEqual([
    { perSecond: 25, burst: 250 },
    { perSecond: 10, burst: 200 },
  ]);
  expect(UPSTREAMS.documentModels.limits.rate.write?.perSecond).toBeLessThan(5);
});
