/** Pure decisions about stored responses. Source: RFC 9111 4.2; RFC 5861 3, 4; RFC 9211 2. */
import { Problem } from '../http/problem.ts';
import type { StoredResponse } from './store.ts';

/** In seconds; the stale windows start when the response stops being fresh. */
export interface CachePolicy {
  readonly maxAge: number;
  /** A stale response is served at once while a new one is loaded in the background. */
  readonly staleWhileRevalidate: number;
  /** A stale response is served if loading a new one fails. */
  readonly staleIfError: number;
}

/** Decides how a response may be used, by its age; after its own `expiresAt` it is expired in any case. */
export function decideFreshness(response: StoredResponse, policy: CachePolicy, now: number) {
  const staleFor = -toTimeToLive(response, policy, now);
  if (now >= response.expiresAt) return 'expired';
  if (staleFor < 0) return 'fresh';
  if (staleFor < policy.staleWhileRevalidate) return 'while-revalidating';
  return staleFor < policy.staleIfError ? 'if-error' : 'expired';
}

/** Returns the time from which a response fetched now cannot be used; `contentExpiresAt` is its body's own. */
export function toExpiry(policy: CachePolicy, fetchedAt: number, contentExpiresAt = Number.POSITIVE_INFINITY): number {
  const longest = policy.maxAge + Math.max(policy.staleWhileRevalidate, policy.staleIfError);
  return Math.min(fetchedAt + longest * 1000, contentExpiresAt);
}

/** Whether a response is stored: one that expires at once is only returned to those who wait for it. */
export function isStored({ fetchedAt, expiresAt }: StoredResponse): boolean {
  return expiresAt > fetchedAt;
}

/** Returns the age in seconds. Source: RFC 9111 4.2.3. */
export function toAge(response: StoredResponse, now: number): number {
  return Math.max(0, (now - response.fetchedAt) / 1000);
}

/** Returns the seconds for which the response is still fresh; negative if it is stale. */
export function toTimeToLive(response: StoredResponse, policy: CachePolicy, now: number): number {
  return toLifetime(response, policy) - (now - response.fetchedAt) / 1000;
}

/** Returns the seconds from its generation for which the response is fresh. Source: RFC 9111 4.2.1. */
export function toLifetime({ fetchedAt, expiresAt }: StoredResponse, { maxAge }: CachePolicy): number {
  return Math.min(maxAge, (expiresAt - fetchedAt) / 1000);
}

/** The managed identity's access may have been revoked: stale responses are served no longer than this. */
const ACCESS_LOST_GRACE_SECONDS = 60;

/** Whether a stale response may be served instead of the error of a load. Source: RFC 5861 4. */
export function mayServeStale(stored: StoredResponse, policy: CachePolicy, error: unknown, now: number): boolean {
  return isOutage(error) && (!isAccessLost(error) || -toTimeToLive(stored, policy, now) < ACCESS_LOST_GRACE_SECONDS);
}

/** Whether the upstream is throttling, failing or out of reach, rather than refusing this request. */
export function isOutage(error: unknown): boolean {
  return error instanceof Problem && error.type !== 'upstream_refused';
}

/** Whether the caller who loads had no calls or no place left: another caller may have them. */
export function isOfCaller(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  switch (error.reason) {
    case 'caller_limit':
    case 'queue':
      return true;
    case 'breaker':
    case 'retry_after':
    case 'upstream_rate':
    case 'unknown_key':
    case undefined:
      return false;
  }
}

/** Whether the upstream refused the managed identity. */
export function isAccessLost(error: unknown): boolean {
  return error instanceof Problem && error.type === 'upstream_auth';
}

/** Returns Cache-Control for a caller's own cache, which subtracts Age from `max-age`. Source: RFC 9111 4.2. */
export function formatCacheControl(lifetime: number): string {
  const seconds = Math.max(0, Math.ceil(lifetime));
  return `private, max-age=${seconds}${seconds === 0 ? ', must-revalidate' : ''}`;
}

/** How the cache handled a request. Source: RFC 9211 2.1 to 2.8. */
export type CacheStatus =
  | { readonly hit: true; readonly ttl: number; readonly stale?: 'while-revalidating' | 'if-error' | undefined }
  | {
      readonly hit: false;
      readonly fwd: 'uri-miss' | 'stale' | 'request';
      readonly stored: boolean;
      readonly collapsed: boolean;
    };

/** Returns the value of the Cache-Status header. */
export function formatCacheStatus(status: CacheStatus): string {
  if (status.hit) {
    const detail = status.stale ? `; detail=stale-${status.stale}` : '';
    return `Frontdesk; hit; ttl=${Math.ceil(status.ttl)}${detail}`;
  }
  return `Frontdesk; fwd=${status.fwd}${status.stored ? '; stored' : ''}${status.collapsed ? '; collapsed' : ''}`;
}
