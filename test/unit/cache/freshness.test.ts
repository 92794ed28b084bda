import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CachePolicy,
  type CacheState,
  decideFreshness,
  formatCacheStatus,
  toAge,
  toExpiry,
  toTimeToLive,
} from '../../../lib/cache/freshness.ts';
import type { StoredResponse } from '../../../lib/cache/store.ts';

const FETCHED_AT = 1_800_000_000_000;

const policy: CachePolicy = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };

function replyFetched(under: CachePolicy, voidAfter?: number): StoredResponse {
  const expiresAt = toExpiry(under, FETCHED_AT, voidAfter);
  return { body: Buffer.from('{}'), digest: 'digest', fetchedAt: FETCHED_AT, expiresAt };
}

it.each([
  [-5_000, 'fresh'],
  [0, 'fresh'],
  [59_999, 'fresh'],
  [60_000, 'while-revalidating'],
  [299_999, 'while-revalidating'],
  [300_000, 'if-error'],
  [3_659_999, 'if-error'],
  [3_660_000, 'void'],
])('%i ms after it was fetched a reply is of use as %s (RFC 9111 4.2; RFC 5861 3, 4)', (age, use) => {
  expect(decideFreshness(replyFetched(policy), policy, FETCHED_AT + age)).toBe(use);
});

it('without stale windows a reply is fresh or void', () => {
  const strict = { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 0 };
  expect(decideFreshness(replyFetched(strict), strict, FETCHED_AT + 29_999)).toBe('fresh');
  expect(decideFreshness(replyFetched(strict), strict, FETCHED_AT + 30_000)).toBe('void');
});

it('a reply is stale if there is an error alone where only that is allowed', () => {
  const search = { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 300 };
  expect(decideFreshness(replyFetched(search), search, FETCHED_AT + 30_000)).toBe('if-error');
  expect(decideFreshness(replyFetched(search), search, FETCHED_AT + 329_999)).toBe('if-error');
  expect(decideFreshness(replyFetched(search), search, FETCHED_AT + 330_000)).toBe('void');
});

it('content that says when it is void is never used from then on, fresh or not (reliability 4.4)', () => {
  for (const after of [10_000, 100_000, 1_000_000]) {
    const reply = replyFetched(policy, FETCHED_AT + after);
    expect(decideFreshness(reply, policy, FETCHED_AT + after - 1)).not.toBe('void');
    expect(decideFreshness(reply, policy, FETCHED_AT + after)).toBe('void');
  }
});

it.each([
  [policy, 3_660_000],
  [{ maxAge: 60, staleWhileRevalidate: 500, staleIfError: 100 }, 560_000],
  [{ maxAge: 60, staleWhileRevalidate: 0, staleIfError: 0 }, 60_000],
])('a reply under %j expires where its last use ends', (under, after) => {
  expect(toExpiry(under, FETCHED_AT)).toBe(FETCHED_AT + after);
  expect(toExpiry(under, FETCHED_AT, FETCHED_AT + after + 1)).toBe(FETCHED_AT + after);
  expect(toExpiry(under, FETCHED_AT, FETCHED_AT + after - 1)).toBe(FETCHED_AT + after - 1);
});

it('a reply is of some use until it expires, and its use only ever lessens', () => {
  const uses = ['fresh', 'while-revalidating', 'if-error', 'void'];
  const seconds = fc.nat({ max: 1_000 });
  fc.assert(
    fc.property(
      fc.record({ maxAge: seconds, staleWhileRevalidate: seconds, staleIfError: seconds }),
      fc.option(fc.nat({ max: 2_000_000 })),
      fc.nat({ max: 2_500_000 }),
      fc.nat({ max: 10_000 }),
      (under, voidAfter, age, later) => {
        const reply = replyFetched(under, voidAfter === null ? undefined : FETCHED_AT + voidAfter);
        const now = FETCHED_AT + age;
        const use = decideFreshness(reply, under, now);
        expect(use === 'void').toBe(now >= reply.expiresAt);
        expect(uses.indexOf(decideFreshness(reply, under, now + later))).toBeGreaterThanOrEqual(uses.indexOf(use));
      },
    ),
    { numRuns: 500 },
  );
});

it('the age is counted from the fetch, in seconds, and never below zero (RFC 9111 4.2.3)', () => {
  const reply = replyFetched(policy);
  expect(toAge(reply, FETCHED_AT + 1_500)).toBe(1.5);
  expect(toAge(reply, FETCHED_AT - 1)).toBe(0);
});

it('the time to live is what of the freshness is left; below zero is stale', () => {
  const reply = replyFetched(policy);
  expect(toTimeToLive(reply, policy, FETCHED_AT + 1_500)).toBe(58.5);
  expect(toTimeToLive(reply, policy, FETCHED_AT + 61_000)).toBe(-1);
  expect(toTimeToLive(reply, policy, FETCHED_AT - 60_000)).toBe(60);
});

it.each<[CacheState, string]>([
  [{ hit: true, ttl: 58.5 }, 'Frontdesk; hit; ttl=59'],
  [{ hit: true, ttl: 0 }, 'Frontdesk; hit; ttl=0'],
  [{ hit: true, ttl: -0.5, stale: 'while-revalidating' }, 'Frontdesk; hit; ttl=0; detail=stale-while-revalidating'],
  [{ hit: true, ttl: -300, stale: 'if-error' }, 'Frontdesk; hit; ttl=-300; detail=stale-if-error'],
  [{ hit: false, fwd: 'uri-miss', stored: true, collapsed: false }, 'Frontdesk; fwd=uri-miss; stored'],
  [{ hit: false, fwd: 'stale', stored: true, collapsed: true }, 'Frontdesk; fwd=stale; stored; collapsed'],
  [{ hit: false, fwd: 'request', stored: false, collapsed: false }, 'Frontdesk; fwd=request'],
  [{ hit: false, fwd: 'uri-miss', stored: false, collapsed: true }, 'Frontdesk; fwd=uri-miss; collapsed'],
])('%j is told as Cache-Status: %s (RFC 9211 2)', (state, field) => {
  expect(formatCacheStatus(state)).toBe(field);
});
