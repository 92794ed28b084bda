/**
 * Paging through Frontdesk: an upstream's `nextLink` becomes a link to the same operation with a signed page token, bound to
 * tenant, operation and resource. Source: S1-51; T6, A40, A41.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';

/** The query parameter of the page token, both Frontdesk's and the upstream's. */
export const SKIP_TOKEN = '$skipToken';

/** The list that a page belongs to. */
export interface PageScope {
  readonly operation: string;
  readonly tenant: string;
  /** Path and query of the list. */
  readonly list: string;
}

export interface Paging {
  /** Returns Frontdesk's page token for the upstream's. */
  seal(skipToken: string, scope: PageScope): string;
  /** Returns the upstream's page token. @throws Problem `invalid_cursor`. */
  open(cursor: string, scope: PageScope): string;
}

const HOUR_MS = 3_600_000;
const LIFE_MS = 24 * HOUR_MS;
const MAX_LENGTH = 8192;

/** Instances with the same key accept each other's page tokens. */
export function createPaging(key: Uint8Array, clock: Clock): Paging {
  return {
    seal(skipToken, scope) {
      // Rounded to the hour, so that a page keeps its link, and with it its entity tag, for a while.
      const expiresAt = Math.ceil(clock.now() / HOUR_MS) * HOUR_MS + LIFE_MS;
      const payload = Buffer.from(JSON.stringify([expiresAt, skipToken])).toString('base64url');
      return `${payload}.${sign(payload, scope)}`;
    },
    open(cursor, scope) {
      const [payload = '', signature = '', ...rest] = cursor.slice(0, MAX_LENGTH).split('.');
      const expected = Buffer.from(sign(payload, scope));
      const actual = Buffer.from(signature);
      if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected))
        throw new Problem('invalid_cursor');
      const [expiresAt, skipToken] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, string];
      if (clock.now() >= expiresAt) throw new Problem('invalid_cursor', { message: 'The page token has expired.' });
      return skipToken;
    },
  };

  function sign(payload: string, { operation, tenant, list }: PageScope): string {
    return createHmac('sha256', key)
      .update(JSON.stringify([payload, operation, tenant, list]))
      .digest('base64url');
  }
}

/**
 * Returns the `$skipToken` of an upstream's `nextLink` for the list at `listUrl` (without query).
 * @throws Problem `upstream_invalid_response` if the link has none or is for another URL.
 */
export function readSkipToken(nextLink: string, listUrl: string): string {
  const link = URL.canParse(nextLink) ? new URL(nextLink) : undefined;
  const list = new URL(listUrl);
  if (!link || link.origin !== list.origin || toComparablePath(link) !== toComparablePath(list) || link.username !== '')
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink is for another URL.' });
  // The specification's own format has a second question mark: `{originalRequestUrl}?$skipToken=…`.
  for (const pair of link.search.split(/[?&]/)) {
    const token = /^(?:\$|%24)skiptoken=(.+)$/i.exec(pair)?.[1];
    if (token !== undefined) return decode(token);
  }
  throw new Problem('upstream_invalid_response', { cause: 'The nextLink has no $skipToken.' });
}

/** ARM returns paths in its own casing and encoding. */
function toComparablePath({ pathname }: URL): string {
  return decode(pathname).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
