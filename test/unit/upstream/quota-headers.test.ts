import { expect, it } from 'vitest';
import { readQuotaLeft } from '../../../lib/upstream/quota-headers.ts';

it.each([
  [{ 'x-ms-ratelimit-remaining-subscription-reads': '199' }, { remaining: 199 }],
  [{ 'x-ms-ratelimit-remaining-subscription-writes': '199' }, undefined],
  [
    { 'ratelimit-limit': '100', 'ratelimit-remaining': '50', 'ratelimit-reset': '30' },
    { remaining: 50, resetMs: 30_000 },
  ],
  [{ 'ratelimit-remaining': '50' }, { remaining: 50 }],
  [{ ratelimit: 'limit=100, remaining=0, reset=30' }, { remaining: 0, resetMs: 30_000 }],
  [{ ratelimit: '"default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
  [{ ratelimit: '"burst";r=7, "daily";r=50;t=30' }, { remaining: 7, resetMs: 30_000 }],
  [{ 'ratelimit-remaining': '50', 'ratelimit-reset': '1893456000' }, { remaining: 50 }],
  [{ 'ratelimit-remaining': '-1' }, undefined],
  [{ 'ratelimit-remaining': 'many' }, undefined],
  [{ ratelimit: '"default";pr=50' }, undefined],
  [{}, undefined],
] as const)('P-32 reads what is left for reads from %j', (headers, expected) => {
  expect(readQuotaLeft(headers as Record<string, string>, 'read')).toEqual(expected);
});

it('P-32 reads and writes have counts of their own', () => {
  const headers = { 'x-ms-ratelimit-remaining-subscription-writes': '9' };
  expect(readQuotaLeft(headers, 'write')).toEqual({ remaining: 9 });
  expect(readQuotaLeft({ 'x-ms-ratelimit-remaining-subscription-deletes': '8' }, 'write')).toEqual({ remaining: 8 });
});
