/** The failures of an operation, by status. Source: docs/architecture.md (Errors); docs/reliability.md. */

import type { CompiledOperation } from '../../lib/compile-operation.ts';
import { Problem, type ProblemType } from '../../lib/http/problem.ts';
import { ADDRESS_PATH } from '../../lib/long-running.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { isBatch } from './batch.ts';

type When = (operation: CompiledOperation) => boolean;

const always: When = () => true;
const never: When = () => false;
const hasBody: When = ({ request }) => request.body !== undefined;
const isWrite: When = (operation) => operation.isWrite;

/** A missing type is a compile error. */
const OCCURRENCES: Readonly<Record<ProblemType, When>> = {
  unauthenticated: always,
  invalid_token: always,
  insufficient_scope: always,
  forbidden: always,
  auth_unavailable: always,
  policy_unavailable: always,
  invalid_request: always,
  invalid_json: hasBody,
  json_too_deep: hasBody,
  duplicate_member: hasBody,
  unsupported_api_version: ({ request }) => request.apiVersions !== undefined,
  invalid_cursor: ({ paged }) => paged !== undefined,
  invalid_operation_id: ({ route }) => route === ADDRESS_PATH,
  // Of a part.
  route_not_found: never,
  unsupported_in_batch: never,
  unsupported_dependency: never,
  batch_too_large: never,
  precondition_failed: ({ request }) => request.preconditions?.ifNoneMatch !== undefined,
  length_required: hasBody,
  content_too_large: hasBody,
  unsupported_media_type: hasBody,
  throttled: always,
  overloaded: always,
  circuit_open: always,
  identity_unavailable: always,
  // Has the upstream's status: see RELAYED.
  upstream_refused: never,
  upstream_auth: always,
  upstream_setup: ({ upstream }) => 'faults' in UPSTREAMS[upstream],
  upstream_unavailable: always,
  upstream_error: always,
  upstream_unreachable: always,
  upstream_invalid_response: always,
  upstream_timeout: always,
  internal_error: always,
};

/** Of those that occur anywhere, what a batch itself cannot have: its parts have it. */
const OF_PARTS = /^(?:forbidden|overloaded|circuit_open|identity_unavailable|upstream_\w+)$/;

export const PROBLEM_TYPES = Object.keys(OCCURRENCES);

/** Errors of an upstream that are returned with the upstream's status and code. */
const RELAYED: Readonly<Record<string, readonly [when: When, meaning: string]>> = {
  400: [always, 'The service finds the request invalid.'],
  403: [always, "Denied by a policy, or not allowed in the resource's current state."],
  404: [always, 'The service has no such resource.'],
  409: [isWrite, 'Conflicts with the current state of the resource.'],
  412: [({ request }) => request.preconditions !== undefined, 'The resource does not match the precondition.'],
  422: [hasBody, 'The service cannot process the body.'],
  429: [always, 'Too many requests of all callers; retry after the given time.'],
  default: [always, 'Any other client error of the service.'],
};

export interface Failure {
  /** A status code, or `default` for those not listed. */
  readonly status: string;
  /** Markdown. */
  readonly description: string;
}

/** Lists the operation's failures by ascending status, `default` last. */
export function listFailures(operation: CompiledOperation): readonly Failure[] {
  const lines = new Map<string, string[]>();
  const add = (status: string, line: string) => lines.set(status, [...(lines.get(status) ?? []), line]);
  for (const [type, when] of Object.entries(OCCURRENCES) as [ProblemType, When][]) {
    const { status, message } = new Problem(type);
    if (when(operation) && !(isBatch(operation) && OF_PARTS.test(type))) add(String(status), `\`${type}\`: ${message}`);
  }
  for (const [status, [when, meaning]] of Object.entries(RELAYED)) {
    if (when(operation) && !isBatch(operation)) add(status, `The service's code: ${meaning}`);
  }
  return [...lines]
    .map(([status, texts]) => ({ status, description: texts.join('\n\n') }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}
