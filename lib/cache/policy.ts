/** Pure decisions about stored replies. Source: RFC 9111 4.2; RFC 9211 2. */
import type { StoredReply } from './store.ts';

/** How long a stored reply serves, in seconds. */
export interface CachePolicy {
  readonly maxAge: number;
}

/** What became of the cache in a request. Source: RFC 9211 2.1 to 2.7. */
export type CacheState =
  | { readonly hit: true; readonly ttl: number }
  | { readonly hit: false; readonly fwd: 'uri-miss' | 'stale'; readonly stored: boolean; readonly collapsed: boolean };

/** Answers the age in whole seconds. Source: RFC 9111 4.2.3. */
export function toAge(reply: StoredReply, now: number): number {
  return Math.max(0, Math.floor((now - reply.fetchedAt) / 1000));
}

/** Answers the seconds of freshness left; zero or less is stale. */
export function toTimeToLive(reply: StoredReply, policy: CachePolicy, now: number): number {
  const freshUntil = Math.min(reply.fetchedAt + policy.maxAge * 1000, reply.expiresAt);
  return Math.ceil((freshUntil - now) / 1000);
}

/** Answers the Cache-Status field. */
export function toCacheStatus(state: CacheState): string {
  if (state.hit) return `Frontdesk; hit; ttl=${state.ttl}`;
  const marks = [`fwd=${state.fwd}`, ...(state.stored ? ['stored'] : []), ...(state.collapsed ? ['collapsed'] : [])];
  return ['Frontdesk', ...marks].join('; ');
}
