/** The headers of responses, as header objects of the document. Source: docs/architecture.md (Errors); RFC 9110, 9111, 9211, 6750. */
import type { CompiledOperation } from '../../lib/compile-operation.ts';
import { ERROR_FORMATS } from '../../lib/http/error-formats.ts';
import { ADDRESS_PATH } from '../../lib/long-running.ts';
import { isBatch } from './batch.ts';
import { PROBLEM_TYPES } from './failures.ts';
import type { JsonSchema } from './schemas.ts';

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string', examples: [example] },
});

const seconds = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } });

export const RESPONSE_HEADERS = {
  'x-ms-client-request-id': text(
    "The caller's id of the request, if it sent `x-ms-return-client-request-id: true`.",
    'portal.42',
  ),
  'x-ms-request-id': text('Id of this request; also in the log record.', '3f1c0000-0000-4000-8000-000000000001'),
  'x-frontdesk-upstream-request-id': text(
    "The service's own id of the last call for this request; absent where the cache or Frontdesk itself responded.",
    '5c7f8e0a-0000-4000-8000-000000000001',
  ),
  'request-id': text(
    "Graph's id of the call; without a call, that of the request.",
    '5c7f8e0a-0000-4000-8000-000000000001',
  ),
  'client-request-id': text("The caller's id of the request, or that of the request.", 'portal.42'),
  'x-content-type-options': text('Always `nosniff`.', 'nosniff'),
  'access-control-expose-headers': text('The headers that a page of another origin may read.', 'x-ms-request-id, ETag'),
  'odata-version': text("Version of the protocol in the service's response.", '4.0'),
  'x-ms-error-code': text("The error's `code`: Frontdesk's or the service's.", 'invalid_request'),
  'x-frontdesk-problem': {
    description:
      "Frontdesk's word for the failure. `upstream_refused`: the service rejected the request, and `code` is its own. `throttled`: a limit of Frontdesk, or of the service if `x-ms-error-code` is another.",
    schema: { type: 'string', enum: PROBLEM_TYPES },
  },
  'x-frontdesk-version': text(
    'Version and commit that served the request; only for authenticated callers.',
    '1.2.3+0123456789ab',
  ),
  'Cache-Control': text(
    '`no-store`; for a stored response `private` with the seconds for which it is fresh as `max-age`, less its `Age`. Then it is revalidated by its entity tag.',
    'private, max-age=60',
  ),
  ETag: text('Entity tag, unchanged: the management services send theirs without quotes.', '"0a1b2c3d"'),
  'Cache-Status': text(
    'How the cache handled the request (RFC 9211): `hit` with `ttl` and, if stale, the reason; or `fwd` with `stored` and `collapsed`. A failure has it if the refusal was remembered.',
    'Frontdesk; hit; ttl=42',
  ),
  Age: seconds('Seconds since the service sent this response.'),
  'Retry-After': seconds('Seconds to wait before a retry.'),
  Location: text(
    'Where a long-running write is watched; leads through Frontdesk.',
    'https://frontdesk.example/operations/0f1e2d3c',
  ),
  'Azure-AsyncOperation': text(
    "As `Location`; the body there has the write's `status`.",
    'https://frontdesk.example/operations/0f1e2d3c',
  ),
  'WWW-Authenticate': text(
    'The challenge (RFC 6750); names what is missing: a scope as `scope`, an app role as `role`.',
    'Bearer error="insufficient_scope", role="Items.Read"',
  ),
  'x-frontdesk-outcome': {
    description:
      'Outcome of the write: `not-sent` (nothing reached the service), `rejected` (not performed), `accepted` (accepted, still in progress), `unknown`.',
    schema: { type: 'string', enum: ['not-sent', 'rejected', 'accepted', 'unknown'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

/** Returns references to the headers that a response with this status may have. */
export function listResponseHeaders(operation: CompiledOperation, status: string): Readonly<Record<string, unknown>> {
  const names: HeaderName[] = [
    'x-ms-client-request-id',
    'x-ms-request-id',
    ...(isBatch(operation) ? [] : (['x-frontdesk-upstream-request-id'] as const)),
    ...('idHeaders' in ERROR_FORMATS[operation.errors] ? (['request-id', 'client-request-id'] as const) : []),
    ...(status === '401' ? [] : (['x-frontdesk-version'] as const)),
    ...(['x-content-type-options', 'access-control-expose-headers', 'Cache-Control'] as const),
    ...(isSuccess(status) && !isBatch(operation) ? (['odata-version'] as const) : []),
    ...(isSuccess(status) ? listSuccessHeaders(operation, status) : listFailureHeaders(operation, status)),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function isSuccess(status: string): boolean {
  return Number(status) < 400;
}

/** Cached responses have the cache's entity tag, and only for GET; others have the upstream's. */
function listSuccessHeaders(operation: CompiledOperation, status: string): HeaderName[] {
  const { cache, method, isWrite, route } = operation;

  const common: HeaderName[] = [
    'ETag',
    'Retry-After',
    'Azure-AsyncOperation',
    ...(status === '202' ? (['Location'] as const) : []),
  ];
  if (route === ADDRESS_PATH) return common;
  if (status === '202') return [...common, 'x-frontdesk-outcome'];
  if (isWrite) return ['ETag', 'Azure-AsyncOperation'];
  if (isBatch(operation)) return [];
  if (!cache) return ['ETag'];
  return method === 'GET' ? ['ETag', 'Cache-Status', 'Age'] : ['Cache-Status', 'Age'];
}

/** Refusals that are remembered for seconds; `default` is any other status. */
const REMEMBERED = ['400', '404', '410', 'default'];

const WITH_CHALLENGE = ['401', '403'];
/** Statuses only Frontdesk sends, for which retrying later does not help. */
const WITHOUT_RETRY_AFTER = ['401', '500'];

function listFailureHeaders({ isWrite, cache }: CompiledOperation, status: string): HeaderName[] {
  return [
    'x-ms-error-code',
    'x-frontdesk-problem',
    ...(cache && REMEMBERED.includes(status) ? (['Cache-Status'] as const) : []),
    ...(WITH_CHALLENGE.includes(status) ? (['WWW-Authenticate'] as const) : []),
    ...(WITHOUT_RETRY_AFTER.includes(status) ? [] : (['Retry-After'] as const)),
    ...(isWrite ? (['x-frontdesk-outcome'] as const) : []),
  ];
}
