/** Cache directives and entity tags of a request. Source: RFC 9111 5.2.1; RFC 9110 8.8.3, 13.1.2. */
import type { RequestMessage } from './message.ts';

export interface CacheRequestDirectives {
  /** The caller itself asks for a response from the upstream: `Cache-Control: no-cache` without `Pragma`. */
  readonly noCache: boolean;
  /** The entity tags that the caller has, as sent. */
  readonly ifNoneMatch: string | undefined;
}

export function parseCacheDirectives(message: RequestMessage): CacheRequestDirectives {
  const directives = message.header('cache-control')?.toLowerCase().split(',');
  // Browsers add both for `cache: 'no-store'`, for `reload` and with If-None-Match (Fetch, HTTP-network-or-cache fetch).
  const isOfBrowser = message.header('pragma') !== undefined;
  return {
    noCache: !isOfBrowser && directives?.some((directive) => directive.trim() === 'no-cache') === true,
    ifNoneMatch: message.header('if-none-match'),
  };
}

/**
 * Returns the first of the strong `etags` that If-None-Match has, by weak comparison. They name one body in several codings,
 * so whichever the caller has is up to date; its 304 must have that tag (RFC 9111 4.3.4).
 */
export function findEntityTag(ifNoneMatch: string | undefined, etags: readonly string[]): string | undefined {
  if (ifNoneMatch?.trim() === '*') return etags[0];
  const sent = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return etags.find((etag) => sent?.includes(etag));
}
