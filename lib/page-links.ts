/** Page tokens of a list: ours are opened before the request is sent, the upstream's are sealed in the response. */
import type { JsonRules } from './http/edit-json.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { encodePath } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { RequestContext } from './request-context.ts';
import { formatQuery } from './upstream/compose-request.ts';
import { readNextPage, SKIP_TOKEN } from './upstream/paging.ts';
import { type LinkScope, MAX_LINK } from './upstream/sealed-link.ts';

/** Path and query of a list that leave room for the usual page token. */
const MAX_LIST = 2_000;

/** Returns the parsed request with the upstream's page in place of our token. @throws Problem `invalid_cursor`. */
export function openPageToken(context: RequestContext): ParsedRequest {
  const { services, parsed } = context;
  const { [SKIP_TOKEN]: pageToken = '', ...query } = parsed.query;
  const page = services.links.open(pageToken, toScope(context));
  if (page === undefined) throw new Problem('invalid_cursor');
  return { ...parsed, query, page: page + formatVersion(query, page) };
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
  const link = isLast(nextLink) ? null : toCallerLink(context, nextLink);
  // Also where the text has the member twice.
  const replace = (text: string) => (isLast(JSON.parse(text)) ? undefined : JSON.stringify(link));
  return { members: new Map([[name, { replace }]]) };
}

function isLast(nextLink: unknown): boolean {
  return nextLink === null || nextLink === '';
}

/** @throws Problem for a link that the host would not read: `invalid_request` if the caller's own URL is why. */
function toCallerLink(context: RequestContext, nextLink: unknown): string {
  const { operation, services, parsed } = context;
  if (typeof nextLink !== 'string')
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink is not a string.' });
  const { baseUrl } = services.upstreams[operation.upstream];
  const { siblings = [] } = operation.paged ?? {};
  const page = readNextPage(nextLink, { baseUrl, path: parsed.encodedPath, siblings });
  const query = formatQuery({ ...parsed.query, [SKIP_TOKEN]: '' });
  const list = services.publicUrl + encodePath(operation.route, parsed.params) + query;
  const link = list + services.links.seal(page, toScope(context));
  if (link.length <= MAX_LINK) return link;
  if (list.length > MAX_LIST)
    throw new Problem('invalid_request', {
      message: 'Path and query are too long: a link to the next page would not fit into a request.',
    });
  throw new Problem('upstream_invalid_response', { cause: `The nextLink is too long: ${nextLink.length} characters.` });
}

/** A list is its path and query without the page token; management paths differ by case. */
function toScope({ operation, caller, parsed }: RequestContext): LinkScope {
  const { [SKIP_TOKEN]: _, ...query } = parsed.query;
  return ['page', caller.tenant, operation.name, parsed.encodedPath.toLowerCase(), formatQuery(query)];
}
