/** Pure decisions about stored replies. Source: RFC 9111 4.2; RFC 5861 3, 4; RFC 9211 2. */
import type { StoredResponse } from './store.ts';

/** How long a stored reply serves; all in seconds, the stale windows counted from where freshness ends. */
export interface CachePolicy {
  readonly maxAge: number;
  /** A stale reply answers at once while a new one is fetched beside it. */
  readonly staleWhileRevalidate: number;
  /** A stale reply answers where fetching a new one fails. */
  readonly staleIfError: number;
}

/** What a stored reply may do now. */
export type Freshness = 'fresh' | 'while-revalidating' | 'if-error' | 'void';

/** Decides by the reply's age; body that says when it is void is never used beyond that. */
export function decideFreshness(reply: StoredResponse, policy: CachePolicy, now: number): Freshness {
  const staleFor = -toTimeToLive(reply, policy, now);
  if (now >= reply.expiresAt) return 'void';
  if (staleFor < 0) return 'fresh';
  if (staleFor < policy.staleWhileRevalidate) return 'while-revalidating';
  return staleFor < policy.staleIfError ? 'if-error' : 'void';
}

/** Answers the epoch milliseconds from which a reply fetched now can have no use at all. */
export function toExpiry(policy: CachePolicy, fetchedAt: number, voidAfter = Number.POSITIVE_INFINITY): number {
  const longest = policy.maxAge + Math.max(policy.staleWhileRevalidate, policy.staleIfError);
  return Math.min(fetchedAt + longest * 1000, voidAfter);
}

/** Answers the age in seconds. Source: RFC 9111 4.2.3. */
export function toAge(reply: StoredResponse, now: number): number {
  return Math.max(0, (now - reply.fetchedAt) / 1000);
}

/** Answers the seconds of freshness left; below zero is stale. */
export function toTimeToLive(reply: StoredResponse, policy: CachePolicy, now: number): number {
  return policy.maxAge - toAge(reply, now);
}

/** What became of the cache in a request. Source: RFC 9211 2.1 to 2.8. */
export type CacheState =
  | { readonly hit: true; readonly ttl: number; readonly stale?: 'while-revalidating' | 'if-error' }
  | {
      readonly hit: false;
      readonly fwd: 'uri-miss' | 'stale' | 'request';
      readonly stored: boolean;
      readonly collapsed: boolean;
    };

/** Answers the Cache-Status field. */
export function formatCacheStatus(state: CacheState): string {
  if (state.hit)
    return `Frontdesk; hit; ttl=${Math.ceil(state.ttl)}${state.stale ? `; detail=stale-${state.stale}` : ''}`;
  return `Frontdesk; fwd=${state.fwd}${state.stored ? '; stored' : ''}${state.collapsed ? '; collapsed' : ''}`;
}
