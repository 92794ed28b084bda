/** The next page of a list: where an upstream's link leads. Source: S1-51, C-39. */
import { Problem } from '../http/problem.ts';
import { MAX_LINK } from './sealed-link.ts';

/** The query parameter of Frontdesk's page token, in every list. */
export const SKIP_TOKEN = '$skipToken';

/** The address of a list and its pages. */
export interface ListAddress {
  /** Origin and base path of the upstream. */
  readonly baseUrl: string;
  /** Encoded path of the list. */
  readonly path: string;
  /** Other paths that its next page may have. */
  readonly siblings?: readonly string[];
  /** The part that a path may have or not: both are the same path. */
  readonly optionalPath?: RegExp | undefined;
}

/**
 * Returns the query of the page that a link leads to, in the upstream's own words, after the path of a sibling; undefined after the
 * last page. @throws Problem `upstream_invalid_response` for any other link; its cause says where the link leads.
 */
export function readNextPage(nextLink: unknown, list: ListAddress): string | undefined {
  if (nextLink === undefined || nextLink === null || nextLink === '') return undefined;
  if (typeof nextLink !== 'string') throw createInvalidLink('is not a string.');
  // It would not fit into the caller's, which holds it, and reading a URL takes time by its length.
  if (nextLink.length > MAX_LINK) throw createInvalidLink(`is too long: ${nextLink.length} characters.`);
  if (!URL.canParse(nextLink)) throw createInvalidLink('is no URL.');
  const link = new URL(nextLink);
  const page = matchPage(link, list);
  if (page === undefined) throw createInvalidLink(`does not lead to a page of this list: ${describeLink(link)}.`);
  return page;
}

/** Returns the page that a link leads to; undefined for one that is no page of the list. */
export function matchPage(link: URL, { baseUrl, path, siblings = [], optionalPath }: ListAddress): string | undefined {
  const isAt = (each: string) =>
    isSamePath(toComparablePath(link), toComparablePath(new URL(baseUrl + each)), optionalPath);
  const found = [path, ...siblings].find(isAt);
  if (link.origin !== new URL(baseUrl).origin || link.username !== '' || found === undefined) return undefined;
  // The specification's own format has a second question mark: `{originalRequestUrl}?$skipToken=…`.
  const query = link.search.replace(/(?<=.)\?(?=(?:\$|%24)skiptoken=)/gi, '&');
  if (!isNextPage(query)) return undefined;
  return found === path ? query : found + query;
}

/** Names that upstreams have for the position of a page. */
const POSITION = /^\$?skip(?:token)?$/i;
/** A business-data request that has these acts on another company than its path names. */
const OTHER_RESOURCE = /^(?:company|tenant)$/i;

function isNextPage(query: string): boolean {
  const names = [...new URLSearchParams(query)].filter(([, value]) => value !== '').map(([name]) => name);
  const isPrintable = /^\?[!-~]+$/.test(query);
  return isPrintable && names.some((name) => POSITION.test(name)) && !names.some((name) => OTHER_RESOURCE.test(name));
}

const MAX_LOGGED_NAMES = 10;

/** Names host and parameters for the log, where they are names, but no path and no value: these may be secret. */
function describeLink({ searchParams, host }: URL): string {
  const names = [...searchParams.keys()].slice(0, MAX_LOGGED_NAMES);
  const listed = names.map((name) => (/^[$\w.-]{1,40}$/.test(name) ? name : '?')).join(', ');
  return `host ${host.slice(0, 100)}, parameters ${listed || 'none'}`;
}

export function createInvalidLink(what: string): Problem {
  return new Problem('upstream_invalid_response', { cause: `The nextLink ${what}` });
}

/** ARM returns paths in its own casing and encoding. */
function toComparablePath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return pathname.toLowerCase();
  }
}

function isSamePath(one: string, other: string, optional = /$^/): boolean {
  return one === other || one.replace(optional, '') === other || one === other.replace(optional, '');
}
