/** Which failures an operation can answer, by status. Source: DESIGN 3 (Errors); reliability 1. */

import type { CompiledOperation } from '../../lib/compile-operation.ts';
import { Problem, type ProblemType } from '../../lib/http/problem.ts';

type When = (operation: CompiledOperation) => boolean;

const always: When = () => true;
const never: When = () => false;
const hasBody: When = ({ request }) => request.body !== undefined;
const isWrite: When = ({ attempts: tries }) => tries.idempotency !== 'safe';

/** A type that is missing here is a compile error. */
const OCCURRENCES: Readonly<Record<ProblemType, When>> = {
  unauthenticated: always,
  invalid_token: always,
  insufficient_scope: always,
  forbidden: always,
  auth_unavailable: always,
  invalid_request: always,
  invalid_json: hasBody,
  json_too_deep: hasBody,
  duplicate_member: hasBody,
  unsupported_api_version: ({ request }) => request.apiVersions !== undefined,
  invalid_cursor: ({ paged }) => paged === true,
  precondition_failed: ({ request }) => request.preconditions?.ifNoneMatch !== undefined,
  content_too_large: hasBody,
  unsupported_media_type: hasBody,
  throttled: always,
  overloaded: always,
  circuit_open: always,
  identity_unavailable: always,
  // Its status is the upstream's: RELAYED.
  upstream_refused: never,
  upstream_auth: always,
  upstream_unavailable: always,
  upstream_error: always,
  upstream_unreachable: always,
  upstream_invalid_response: always,
  upstream_timeout: always,
  internal_error: always,
};

/** Refusals of an upstream, which are relayed with their status and code. */
const RELAYED: Readonly<Record<string, readonly [when: When, meaning: string]>> = {
  400: [always, 'The upstream found the request to be invalid.'],
  403: [
    ({ relayed403Codes: refusals = [] }) => refusals.length > 0,
    'The upstream does not allow it in the state that the resource is in.',
  ],
  404: [always, 'The upstream knows no such resource.'],
  409: [isWrite, 'The request is at odds with the state that the resource is in.'],
  412: [
    ({ request }) => request.preconditions !== undefined,
    'The resource is not, or no longer, what the precondition says.',
  ],
  422: [hasBody, 'The upstream understood the content and cannot act on it.'],
  429: [always, 'The upstream asks to be left alone for a while.'],
  '4XX': [always, 'Any other refusal of the upstream.'],
};

export interface Failure {
  /** A status code, or `4XX` for all that are not named. */
  readonly status: string;
  /** For a reader, in Markdown. */
  readonly description: string;
}

/** Lists the statuses with which the operation fails, in ascending order, `4XX` before the server's own. */
export function listFailures(operation: CompiledOperation): readonly Failure[] {
  const lines = new Map<string, string[]>();
  const say = (status: string, line: string) => lines.set(status, [...(lines.get(status) ?? []), line]);
  for (const [type, when] of Object.entries(OCCURRENCES) as [ProblemType, When][]) {
    const { status, message } = new Problem(type);
    if (when(operation)) say(String(status), `\`${type}\`: ${message}`);
  }
  for (const [status, [when, meaning]] of Object.entries(RELAYED)) {
    if (when(operation)) say(status, `The upstream's own code: ${meaning}`);
  }
  return [...lines]
    .map(([status, said]) => ({ status, description: said.join('\n\n') }))
    .sort((a, b) => (toRank(a.status) < toRank(b.status) ? -1 : 1));
}

function toRank(status: string): string {
  return status.replace('XX', '99');
}
