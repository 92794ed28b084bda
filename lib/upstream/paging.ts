/**
 * Pages lead through Frontdesk: an upstream's `nextLink` becomes a link to the same operation with a token of our own, bound to
 * tenant, operation and resource. Source: spec 1, Health event (nextLink); reliability T6, A40, A41.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';

/** The query member that bears a page token, ours and the upstream's. */
export const SKIP_TOKEN = '$skipToken';

/** The list that a page belongs to. */
export interface PageScope {
  readonly operation: string;
  readonly tenant: string;
  /** What is listed, query included; compared as it stands. */
  readonly list: string;
}

export interface Paging {
  /** Answers our own token for the upstream's. */
  seal(skipToken: string, of: PageScope): string;
  /** Answers the upstream's token; throws Problem `invalid_cursor`. */
  open(cursor: string, of: PageScope): string;
}

const HOUR_MS = 3_600_000;
const LIFE_MS = 24 * HOUR_MS;
const MAX_LENGTH = 8192;

/** Answers the paging of one deployment; instances with the same key understand one another's links. */
export function createPaging(key: Uint8Array, clock: Clock): Paging {
  return {
    seal(skipToken, of) {
      // To the hour, so that the same page has the same link, and with it the same entity tag, for a while.
      const expiresAt = Math.ceil(clock.now() / HOUR_MS) * HOUR_MS + LIFE_MS;
      const payload = Buffer.from(JSON.stringify([expiresAt, skipToken])).toString('base64url');
      return `${payload}.${sign(payload, of)}`;
    },
    open(cursor, of) {
      const [payload = '', signature = '', ...rest] = cursor.slice(0, MAX_LENGTH).split('.');
      const due = Buffer.from(sign(payload, of));
      const given = Buffer.from(signature);
      if (rest.length > 0 || given.length !== due.length || !timingSafeEqual(given, due))
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
 * Answers the `$skipToken` of an upstream's link to the next page of the list at `listUrl` (without query).
 * Throws Problem `upstream_invalid_response` when the link leads anywhere else.
 */
export function readSkipToken(nextLink: string, listUrl: string): string {
  const link = URL.canParse(nextLink) ? new URL(nextLink) : undefined;
  const list = new URL(listUrl);
  if (!link || link.origin !== list.origin || toComparable(link) !== toComparable(list) || link.username !== '') {
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink leads elsewhere.' });
  }
  // The specification's own form has a second question mark: `{originalRequestUrl}?$skipToken=…`.
  for (const pair of link.search.split(/[?&]/)) {
    const token = /^(?:\$|%24)skiptoken=(.+)$/i.exec(pair)?.[1];
    if (token !== undefined) return decode(token);
  }
  throw new Problem('upstream_invalid_response', { cause: 'The nextLink holds no $skipToken.' });
}

/** ARM answers a path in its own casing and encoding. */
function toComparable({ pathname }: URL): string {
  return decode(pathname).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
