/** Page tokens of a list: ours are opened before the request is sent, the upstream's are sealed in the response. Source: S1-51, C-39. */
import type { JsonRules } from './http/edit-json.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { encodePath, formatQuery } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { RequestContext } from './request-context.ts';
import { type LinkScope, MAX_LINK } from './upstream/sealed-link.ts';

/** The query parameter of Frontdesk's page token, in every list. */
export const SKIP_TOKEN = '$skipToken';
/** Path and query of a list that leave room for the usual page token. */
const MAX_LIST = 2_000;

/** Returns the parsed request with the upstream's page in place of our token; what was sealed is checked again. @throws Problem `invalid_cursor`. */
export function openPageToken(context: RequestContext): ParsedRequest {
  const { services, parsed } = context;
  const { [SKIP_TOKEN]: pageToken = '', ...query } = parsed.query;
  const sealed = services.links.open(pageToken, toScope(context)) ?? '';
  const list = toListAddress(context);
  const page = matchPage(new URL(list.baseUrl + (sealed.startsWith('/') ? '' : list.path) + sealed), list);
  if (typeof page !== 'string') throw new Problem('invalid_cursor');
  return withPage({ ...parsed, query }, page);
}

/** Returns the request of a page, in the upstream's own words. */
export function withPage(parsed: ParsedRequest, page: string): ParsedRequest {
  return { ...parsed, page: page + formatVersion(parsed.query, page) };
}

/** The specification's own form of a link need not have one. */
function formatVersion({ 'api-version': version }: Readonly<Record<string, string>>, page: string): string {
  return version === undefined || /[?&]api-version=/i.test(page) ? '' : `&api-version=${version}`;
}

/**
 * Returns rules that make the member `name` lead through Frontdesk. Null and the empty string stay: they mean that there is no next page.
 * Throws Problem `upstream_invalid_response` when the link leads elsewhere.
 */
export function nextLinkRules(context: RequestContext, name: string, nextLink: unknown): JsonRules {
  const page = findPage(context, nextLink);
  const link = page === undefined ? null : toCallerLink(context, page);
  // Also where the text has the member twice.
  const replace = (text: string) => (isLast(JSON.parse(text)) ? undefined : JSON.stringify(link));
  return { members: new Map([[name, { replace }]]) };
}

function isLast(nextLink: unknown): boolean {
  return nextLink === undefined || nextLink === null || nextLink === '';
}

/** Returns the page that a link of the upstream leads to, undefined after the last one. @throws Problem `upstream_invalid_response` */
export function findPage(context: RequestContext, nextLink: unknown): string | undefined {
  if (isLast(nextLink)) return undefined;
  if (typeof nextLink !== 'string')
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink is not a string.' });
  // It would not fit into the caller's, which holds it, and reading a URL takes time by its length.
  if (nextLink.length > MAX_LINK) throw createLongLink(nextLink);
  return readNextPage(nextLink, toListAddress(context));
}

function toListAddress({ operation, services, parsed }: RequestContext): ListAddress {
  const { baseUrl, optionalPath } = services.upstreams[operation.upstream];
  const { siblings = [] } = operation.paged ?? {};
  return { baseUrl, optionalPath, path: parsed.encodedPath, siblings };
}

/** @throws Problem for a link that the host would not read: `invalid_request` if the caller's own URL is why. */
function toCallerLink(context: RequestContext, page: string): string {
  const { operation, services, parsed } = context;
  const query = formatQuery({ ...parsed.query, [SKIP_TOKEN]: '' });
  const list = services.publicUrl + encodePath(operation.route, parsed.params) + query;
  const link = list + services.links.seal(page + formatVersion(parsed.query, page), toScope(context));
  if (link.length <= MAX_LINK) return link;
  if (list.length > MAX_LIST)
    throw new Problem('invalid_request', {
      message: 'Path and query are too long: a link to the next page would not fit into a request.',
    });
  throw createLongLink(page);
}

function createLongLink({ length }: string): Problem {
  return new Problem('upstream_invalid_response', { cause: `The nextLink is too long: ${length} characters.` });
}

/** A list is its path and query without the page token and the version, which some clients replace; management paths differ by case. */
function toScope({ operation, caller, parsed }: RequestContext): LinkScope {
  const { [SKIP_TOKEN]: _, 'api-version': __, ...query } = parsed.query;
  return ['page', caller.tenant, operation.name, parsed.encodedPath.toLowerCase(), formatQuery(query)];
}

/** Where the pages of a list are. */
interface ListAddress {
  /** Origin and base path of the upstream. */
  readonly baseUrl: string;
  /** Encoded path of the list. */
  readonly path: string;
  /** Other paths that its next page may have. */
  readonly siblings?: readonly string[];
  /** The part of a path that one of two equal ones may have. */
  readonly optionalPath?: RegExp | undefined;
}

/**
 * Returns the page that an upstream's link leads to: its query in the upstream's own words, after the path of a sibling.
 * @throws Problem `upstream_invalid_response` for a link to anything but the list's next page; its cause says where it leads.
 */
export function readNextPage(nextLink: string, list: ListAddress): string {
  const link = URL.canParse(nextLink) ? new URL(nextLink) : undefined;
  const page = link && matchPage(link, list);
  if (typeof page === 'string') return page;
  throw createInvalidLink(page === null ? 'has no page token of this list' : 'is for another URL', link);
}

/** Returns the page that a link leads to; undefined for one that is not at the list, null for one that is no page of it. */
function matchPage(link: URL, { baseUrl, path, siblings = [], optionalPath }: ListAddress): string | null | undefined {
  const isAt = (each: string) =>
    isSamePath(toComparablePath(link), toComparablePath(new URL(baseUrl + each)), optionalPath);
  const found = [path, ...siblings].find(isAt);
  if (link.origin !== new URL(baseUrl).origin || link.username !== '' || found === undefined) return undefined;
  // The specification's own format has a second question mark: `{originalRequestUrl}?$skipToken=…`.
  const query = link.search.replace(/(?<=.)\?(?=(?:\$|%24)skiptoken=)/gi, '&');
  return isNextPage(query) ? (found === path ? '' : found) + query : null;
}

/** What upstreams call the position of a page. */
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
function createInvalidLink(what: string, link: URL | undefined): Problem {
  const names = (link?.search.match(/(?<=[?&])[^?&=]+/g) ?? []).slice(0, MAX_LOGGED_NAMES).map(decode);
  const listed = names.map((name) => (/^[$\w.-]{1,40}$/.test(name) ? name : '?')).join(', ');
  const where = link ? `: host ${link.host.slice(0, 100)}, parameters ${listed || 'none'}` : ': it is no URL';
  return new Problem('upstream_invalid_response', { cause: `The nextLink ${what}${where}.` });
}

/** ARM returns paths in its own casing and encoding. */
function toComparablePath({ pathname }: URL): string {
  return decode(pathname).toLowerCase();
}

function isSamePath(one: string, other: string, optional = /$^/): boolean {
  return one === other || one.replace(optional, '') === other || one === other.replace(optional, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
