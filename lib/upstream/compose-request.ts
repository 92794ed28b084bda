/** Composes the upstream request from the parsed request and nothing else (I4, I8). */
import { editJson, type JsonRules } from '../http/edit-json.ts';
import type { ParsedRequest } from '../http/parse-request.ts';

export interface UpstreamRequest {
  readonly method: string;
  /** Encoded path and query, without the upstream's base path. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ComposeRules {
  readonly method: string;
  readonly upstreamHeaders?: Readonly<Record<string, string>>;
  /** Drops the read-only members, which the upstream sets. */
  readonly dropFromRequest: JsonRules;
}

/** `clientRequestId` is the caller's correlation id or our own. */
export function composeRequest(rules: ComposeRules, parsed: ParsedRequest, clientRequestId: string): UpstreamRequest {
  const body = parsed.body && editJson(parsed.body.text, rules.dropFromRequest);
  return {
    method: rules.method,
    target: composeTarget(parsed),
    headers: {
      accept: 'application/json',
      // Response bodies are limited in size and read as they are; nothing decompresses them.
      'accept-encoding': 'identity',
      'user-agent': 'frontdesk',
      'x-ms-client-request-id': clientRequestId,
      ...rules.upstreamHeaders,
      ...parsed.preconditions,
      // A link to the next page does not have it.
      ...(parsed.pageSize && { prefer: `odata.maxpagesize=${parsed.pageSize}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function composeTarget({ encodedPath, query, page }: ParsedRequest): string {
  if (page === undefined) return encodedPath + formatQuery(query);
  return page.startsWith('/') ? page : encodedPath + page;
}

/** Returns `?name=value&…` with encoded values, or the empty string for no parameters. */
export function formatQuery(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
