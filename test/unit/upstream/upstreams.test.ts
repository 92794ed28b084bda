import { expect, it } from 'vitest';
import { UPSTREAMS, upstreamLimits } from '../../../lib/upstream/upstreams.ts';

it('P-11, P-12 the defaults are valid settings; the rates are those that the management API and the standard tier publish', () => {
  for (const { limits } of Object.values(UPSTREAMS)) expect(upstreamLimits.parse(limits)).toEqual(limits);
  const { read, write } = UPSTREAMS.arm.limits.rate;
  expect([read, write]).toEqual([
    { perSecond: 25, burst: 250 },
    { perSecond: 10, burst: 200 },
  ]);
  expect(UPSTREAMS.documentModels.limits.rate.write?.perSecond).toBeLessThan(5);
});
