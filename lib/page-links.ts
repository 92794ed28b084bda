/** Page tokens of a list: ours are opened before the request is sent, the upstream's are sealed in the response. */
import type { JsonRules } from './http/edit-json.ts';
import { encodePath } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { RequestContext } from './request-context.ts';
import { formatQuery } from './upstream/compose-request.ts';
import { type PageScope, readSkipToken, SKIP_TOKEN } from './upstream/paging.ts';

/** Returns the context with the upstream's page token in place of ours. Throws Problem `invalid_cursor`. */
export function openPageToken(context: RequestContext): RequestContext {
  const { operation, services, parsed } = context;
  const pageToken = operation.paged ? parsed.query[SKIP_TOKEN] : undefined;
  if (pageToken === undefined) return context;
  const skipToken = services.paging.open(pageToken, toPageScope(context));
  return { ...context, parsed: { ...parsed, query: { ...parsed.query, [SKIP_TOKEN]: skipToken } } };
}

/** Returns rules that make `nextLink` lead through Frontdesk; throws Problem `upstream_invalid_response` when it cannot. */
export function nextLinkRules(context: RequestContext): JsonRules {
  return { members: new Map([['nextLink', { replace: (link) => toCallerLink(context, JSON.parse(link)) }]]) };
}

/** Returns the link as JSON text; undefined keeps null and the empty string, which mean that there is no next page. */
function toCallerLink(context: RequestContext, nextLink: unknown): string | undefined {
  const { operation, services, parsed } = context;
  if (nextLink === null || nextLink === '') return undefined;
  if (typeof nextLink !== 'string')
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink is not a string.' });
  const { origin, basePath } = services.upstreams[operation.upstream];
  const skipToken = readSkipToken(nextLink, origin + basePath + encodePath(operation.path, parsed.params));
  const pageToken = services.paging.seal(skipToken, toPageScope(context));
  const query = formatQuery({ ...parsed.query, [SKIP_TOKEN]: pageToken });
  return JSON.stringify(services.publicUrl + encodePath(operation.route, parsed.params) + query);
}

/** A list is its path and query without the page token; management paths differ by case. */
function toPageScope({ operation, caller, parsed }: RequestContext): PageScope {
  const { [SKIP_TOKEN]: _, ...query } = parsed.query;
  const path = encodePath(operation.path, parsed.params).toLowerCase();
  return { operation: operation.name, tenant: caller.tenant, list: path + formatQuery(query) };
}
