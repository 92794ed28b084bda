/** The request that goes up: made of what was parsed and nothing else (DESIGN 4, 4 and 8). Pure. */
import { editJson, type JsonRules } from '../http/edit-json.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { encodePath } from '../http/path.ts';

export interface UpstreamRequest {
  readonly method: string;
  /** Path and query below the upstream's base path, encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What of an operation goes into its upstream request. */
export interface ComposeRules {
  readonly method: string;
  readonly path: string;
  /** Cuts the server-set members, which are the upstream's to fill. */
  readonly dropFromRequest: JsonRules;
}

/** Answers the upstream request; `clientRequestId` is the caller's correlation id or our own. */
export function composeRequest(
  rules: ComposeRules,
  parsed: ParsedRequest,
  clientRequestId: string,
  target = encodePath(rules.path, parsed.params) + formatQuery(parsed.query),
): UpstreamRequest {
  const body = parsed.body && editJson(parsed.body.text, rules.dropFromRequest);
  return {
    method: rules.method,
    target,
    headers: {
      accept: 'application/json',
      // What is relayed is measured and read; nothing is inflated here.
      'accept-encoding': 'identity',
      'user-agent': 'frontdesk',
      'x-ms-client-request-id': clientRequestId,
      ...parsed.preconditions,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

/** Answers `?name=value&…`, each value encoded once, or nothing for no members. */
export function formatQuery(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
