/** Cache directives and entity tags of a request. Source: RFC 9111 5.2.1; RFC 9110 8.8.3, 13.1.2. */
import type { RequestMessage } from './message.ts';

export interface CacheRequestDirectives {
  /** The caller wants a response from the upstream. */
  readonly noCache: boolean;
  /** The entity tags that the caller has, as sent. */
  readonly ifNoneMatch: string | undefined;
}

export function parseCacheDirectives(message: RequestMessage): CacheRequestDirectives {
  const ifNoneMatch = message.header('if-none-match');
  const directives = message.header('cache-control')?.toLowerCase().split(',');
  return {
    // Browsers add no-cache themselves to a request with If-None-Match (Fetch, HTTP-network-or-cache fetch).
    noCache: ifNoneMatch === undefined && directives?.some((directive) => directive.trim() === 'no-cache') === true,
    ifNoneMatch,
  };
}

/** Whether a tag in If-None-Match equals the strong `etag`, by weak comparison. */
export function matchesEntityTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
