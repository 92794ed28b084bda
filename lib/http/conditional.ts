/** What a caller wishes of the cache, and whether it already has the reply. Source: RFC 9111 5.2.1; RFC 9110 8.8.3, 13.1.2. */
import type { RequestMessage } from './message.ts';

export interface CacheRequestDirectives {
  /** The caller wants a reply from the upstream. */
  readonly noCache: boolean;
  /** The entity tags that the caller holds, as sent. */
  readonly ifNoneMatch: string | undefined;
}

export function parseCacheDirectives(message: RequestMessage): CacheRequestDirectives {
  const ifNoneMatch = message.header('if-none-match');
  const directives = message.header('cache-control')?.toLowerCase().split(',');
  return {
    // Browsers add no-cache of their own accord to a call that bears If-None-Match (Fetch, HTTP-network-or-cache fetch).
    noCache: ifNoneMatch === undefined && directives?.some((directive) => directive.trim() === 'no-cache') === true,
    ifNoneMatch,
  };
}

/** Whether one of the tags is the given strong one; compared weakly, as If-None-Match asks. */
export function matchesEntityTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
