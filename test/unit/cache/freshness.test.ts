import { expect, it } from 'vitest';
import {
  type CachePolicy,
  type CacheStatus,
  decideFreshness,
  formatCacheControl,
  formatCacheStatus,
  toExpiry,
  toTimeToLive,
} from '../../../lib/cache/freshness.ts';
import type { StoredResponse } from '../../../lib/cache/store.ts';

const FETCHED_AT = 1_800_000_000_000;

const policy: CachePolicy = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };

function responseFetched(contentExpiresAt?: number): StoredResponse {
  const expiresAt = toExpiry(policy, FETCHED_AT, contentExpiresAt);
  return { body: Buffer.from('{}'), digest: 'digest', fetchedAt: FETCHED_AT, expiresAt, date: FETCHED_AT };
}

it.each([
  [-5_000, 'fresh'],
  [0, 'fresh'],
  [59_999, 'fresh'],
  [60_000, 'while-revalidating'],
  [299_999, 'while-revalidating'],
  [300_000, 'if-error'],
  [3_659_999, 'if-error'],
  [3_660_000, 'expired'],
])('%i ms after it was fetched a response is %s (RFC 9111 4.2; RFC 5861 3, 4)', (age, freshness) => {
  expect(decideFreshness(responseFetched(), policy, FETCHED_AT + age)).toBe(freshness);
});

it('a response whose body expires is not used after that, fresh or not (P-15)', () => {
  for (const after of [10_000, 100_000, 1_000_000]) {
    const response = responseFetched(FETCHED_AT + after);
    expect(decideFreshness(response, policy, FETCHED_AT + after - 1)).not.toBe('expired');
    expect(decideFreshness(response, policy, FETCHED_AT + after)).toBe('expired');
  }
});

it.each([
  [policy, 3_660_000],
  [{ maxAge: 60, staleWhileRevalidate: 500, staleIfError: 100 }, 560_000],
  [{ maxAge: 60, staleWhileRevalidate: 0, staleIfError: 0 }, 60_000],
])('a response under %j expires at the end of its last window', (under, after) => {
  expect(toExpiry(under, FETCHED_AT)).toBe(FETCHED_AT + after);
  expect(toExpiry(under, FETCHED_AT, FETCHED_AT + after + 1)).toBe(FETCHED_AT + after);
  expect(toExpiry(under, FETCHED_AT, FETCHED_AT + after - 1)).toBe(FETCHED_AT + after - 1);
});

it('the time to live ends where the content expires (C-58)', () => {
  expect(toTimeToLive(responseFetched(FETCHED_AT + 5_000), policy, FETCHED_AT + 1_000)).toBe(4);
});

it.each([
  [60, 'private, max-age=60'],
  [58.5, 'private, max-age=59'],
  [0.001, 'private, max-age=1'],
  [0, 'private, max-age=0, must-revalidate'],
])('with a lifetime of %d seconds Cache-Control is %s (C-58)', (lifetime, header) => {
  expect(formatCacheControl(lifetime)).toBe(header);
});

it.each<[CacheStatus, string]>([
  [{ hit: true, ttl: 58.5 }, 'Frontdesk; hit; ttl=59'],
  [{ hit: true, ttl: 0 }, 'Frontdesk; hit; ttl=0'],
  [{ hit: true, ttl: -0.5, stale: 'while-revalidating' }, 'Frontdesk; hit; ttl=0; detail=stale-while-revalidating'],
  [{ hit: true, ttl: -300, stale: 'if-error' }, 'Frontdesk; hit; ttl=-300; detail=stale-if-error'],
  [{ hit: false, fwd: 'uri-miss', stored: true, collapsed: false }, 'Frontdesk; fwd=uri-miss; stored'],
  [{ hit: false, fwd: 'stale', stored: true, collapsed: true }, 'Frontdesk; fwd=stale; stored; collapsed'],
  [{ hit: false, fwd: 'request', stored: false, collapsed: false }, 'Frontdesk; fwd=request'],
  [{ hit: false, fwd: 'uri-miss', stored: false, collapsed: true }, 'Frontdesk; fwd=uri-miss; collapsed'],
])('%j is formatted as Cache-Status: %s (RFC 9211 2)', (state, header) => {
  expect(formatCacheStatus(state)).toBe(header);
});
