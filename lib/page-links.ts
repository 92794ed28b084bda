/** Page tokens of a list: ours are opened before the request is sent, the upstream's are sealed in the response. Source: S1-51, C-39. */
import type { Caller } from './auth/caller.ts';
import type { CompiledOperation } from './compile-operation.ts';
import type { Call } from './endpoint.ts';
import type { JsonRules } from './http/edit-json.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { encodePath, formatQuery } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { Services } from './services.ts';
import { createInvalidLink, type ListAddress, matchPage, readNextPage, SKIP_TOKEN } from './upstream/next-page.ts';
import { type LinkScope, MAX_LINK } from './upstream/sealed-link.ts';
import { UPSTREAMS, type UpstreamEntry } from './upstream/upstreams.ts';

/** Path and query of a list that leave room for the usual page token. */
const MAX_LIST = 2_000;

/** Returns the parsed request with the upstream's page in place of our token; what was sealed is checked again. @throws Problem `invalid_cursor`. */
export function openPageToken(
  operation: CompiledOperation,
  services: Services,
  caller: Caller,
  parsed: ParsedRequest,
): ParsedRequest {
  const { [SKIP_TOKEN]: pageToken = '', ...query } = parsed.query;
  const sealed = services.links.open(pageToken, toScope(operation, caller, parsed)) ?? '';
  const list = toListAddress(operation, services, parsed);
  const page = matchPage(new URL(list.baseUrl + (sealed.startsWith('/') ? '' : list.path) + sealed), list);
  if (page === undefined) throw new Problem('invalid_cursor', { cause: services.links.explain(pageToken) });
  return { ...parsed, query, page: withVersion(parsed, page) };
}

/** Returns the page with the version of the list: the specification's own form of a link need not have one. */
export function withVersion({ query: { 'api-version': version } }: ParsedRequest, page: string): string {
  return version === undefined || /[?&]api-version=/i.test(page) ? page : `${page}&api-version=${version}`;
}

/**
 * Returns rules that make the link to the next page lead through Frontdesk; null and the empty string stay.
 * @throws Problem `upstream_invalid_response` for a link that leads elsewhere.
 */
export function nextLinkRules(operation: CompiledOperation, call: Call, nextLink: unknown): JsonRules {
  const page = findPage(operation, call, nextLink);
  const link = page === undefined ? null : toCallerLink(operation, call, page);
  // Also where the text has the member twice.
  const replace = (text: string) => (text === 'null' || text === '""' ? undefined : JSON.stringify(link));
  return { members: new Map([[operation.paged?.link ?? '', { replace }]]) };
}

/** Returns the page that a link of the upstream leads to, undefined after the last one. @throws Problem `upstream_invalid_response` */
export function findPage(operation: CompiledOperation, call: Call, nextLink: unknown): string | undefined {
  return readNextPage(nextLink, toListAddress(operation, call.arrival.services, call.parsed));
}

function toListAddress(operation: CompiledOperation, { upstreams }: Services, parsed: ParsedRequest): ListAddress {
  const { baseUrl } = upstreams[operation.upstream];
  const { optionalPath }: UpstreamEntry = UPSTREAMS[operation.upstream];
  const { siblings = [] } = operation.paged ?? {};
  return { baseUrl, optionalPath, path: parsed.encodedPath, siblings };
}

/** @throws Problem for a link that the host would not read: `invalid_request` if the caller's own URL is why. */
function toCallerLink(operation: CompiledOperation, { arrival, caller, parsed }: Call, page: string): string {
  const { services } = arrival;
  const query = formatQuery({ ...parsed.query, [SKIP_TOKEN]: '' });
  const list = services.publicUrl + encodePath(operation.route, parsed.params) + query;
  const link = list + services.links.seal(withVersion(parsed, page), toScope(operation, caller, parsed));
  if (link.length <= MAX_LINK) return link;
  if (list.length > MAX_LIST)
    throw new Problem('invalid_request', {
      message: 'Path and query are too long: a link to the next page would not fit into a request.',
    });
  throw createInvalidLink(`is too long: ${page.length} characters.`);
}

/** A list is its path and query without the page token and the version, which some clients replace; management paths differ by case. */
function toScope(operation: CompiledOperation, caller: Caller, parsed: ParsedRequest): LinkScope {
  const { [SKIP_TOKEN]: _, 'api-version': __, ...query } = parsed.query;
  return ['page', caller.tenant, operation.name, parsed.encodedPath.toLowerCase(), formatQuery(query)];
}
