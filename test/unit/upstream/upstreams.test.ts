import { expect, it } from 'vitest';
import { createUpstream, UPSTREAMS, upstreamLimits } from '../../../lib/upstream/upstreams.ts';

it('a response of an API with long lists may have 2 MiB, of the others 1 MiB (I6)', () => {
  const names = ['arm', 'backupRestore', 'documentModels', 'businessData'] as const;
  const limits = names.map((name) => createUpstream(name, 'https://a.example', 'scope').maxResponseBytes);
  expect(limits).toEqual([2_097_152, 1_048_576, 1_048_576, 2_097_152]);
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
