/** Page tokens of a list: ours are opened before the request is sent, the upstream's are sealed in the response. */
import type { JsonRules } from './http/edit-json.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { encodePath } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { RequestContext } from './request-context.ts';
import { formatQuery } from './upstream/compose-request.ts';
import { isPageOf, type PageScope, readNextPage, SKIP_TOKEN } from './upstream/paging.ts';

/** The longest URL that leads back here: the host reads a request line of 8,192 bytes, and so do gateways in front of it. */
const MAX_LINK = 8_000;

/** Returns the parsed request with the upstream's page in place of our token. @throws Problem `invalid_cursor`. */
export async function openPageToken(context: RequestContext): Promise<ParsedRequest> {
  const { paged } = context.operation;
  const { [SKIP_TOKEN]: pageToken, ...query } = context.parsed.query;
  if (!paged || pageToken === undefined) return context.parsed;
  const page = await context.services.paging.open(pageToken, toPageScope(context));
  // Only a holder of the key can have signed another one.
  if (!isPageOf(page, paged.siblings)) throw new Problem('invalid_cursor');
  return { ...context.parsed, query, page: page + formatVersion(query, page) };
}

/** The specification's own form of a link need not have one. */
function formatVersion({ 'api-version': version }: Readonly<Record<string, string>>, page: string): string {
  return version === undefined || /[?&]api-version=/i.test(page) ? '' : `&api-version=${version}`;
}

/**
 * Returns rules that make the member `name` lead through Frontdesk. Null and the empty string stay: they mean that there is no next page.
 * Throws Problem `upstream_invalid_response` when the link leads elsewhere.
 */
export async function nextLinkRules(context: RequestContext, name: string, nextLink: unknown): Promise<JsonRules> {
  const link = isLast(nextLink) ? null : await toCallerLink(context, nextLink);
  // Also where the text has the member twice.
  const replace = (text: string) => (isLast(JSON.parse(text)) ? undefined : JSON.stringify(link));
  return { members: new Map([[name, { replace }]]) };
}

function isLast(nextLink: unknown): boolean {
  return nextLink === null || nextLink === '';
}

async function toCallerLink(context: RequestContext, nextLink: unknown): Promise<string> {
  const { operation, services, parsed } = context;
  if (typeof nextLink !== 'string')
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink is not a string.' });
  const { baseUrl } = services.upstreams[operation.upstream];
  const { siblings = [] } = operation.paged ?? {};
  const page = readNextPage(nextLink, { baseUrl, path: parsed.encodedPath, siblings });
  const query = formatQuery({ ...parsed.query, [SKIP_TOKEN]: '' });
  const link = services.publicUrl + encodePath(operation.route, parsed.params) + query;
  return link + (await services.paging.seal(page, toPageScope(context), MAX_LINK - link.length));
}

/** A list is its path and query without the page token; management paths differ by case. */
function toPageScope({ operation, caller, parsed }: RequestContext): PageScope {
  const { [SKIP_TOKEN]: _, ...query } = parsed.query;
  const path = parsed.encodedPath.toLowerCase();
  return { operation: operation.name, tenant: caller.tenant, list: path + formatQuery(query) };
}
