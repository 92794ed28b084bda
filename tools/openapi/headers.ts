/** The fields of requests and answers, as header objects of the document. Source: DESIGN 3; RFC 9110, 9111, 9211, 6750. */
import type { CompiledOperation } from '../../lib/compile-operation.ts';
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

export const ANSWER_HEADERS = {
  'x-ms-request-id': text('Id of this request; it is in the log record, too.', '3f1c0000-0000-4000-8000-000000000001'),
  'Cache-Control': text('`no-store`, or `private, no-cache` where an entity tag can be asked about.', 'no-store'),
  ETag: text('Entity tag, verbatim as it came: the management services write theirs without quotes.', '"0a1b2c3d"'),
  'Cache-Status': text(
    'What became of the cache (RFC 9211): `hit` with its `ttl` and, when stale, why; or `fwd` with `stored` and `collapsed`.',
    'Frontdesk; hit; ttl=42',
  ),
  Age: seconds('Seconds since the upstream gave this answer.'),
  'Retry-After': seconds('Seconds after which to come again.'),
  'WWW-Authenticate': text(
    'The challenge (RFC 6750); it names the scope or app role that is missing.',
    'Bearer error="insufficient_scope", scope="Items.Read"',
  ),
  'x-frontdesk-outcome': {
    description:
      'What is known of the write: `not-sent` (nothing reached the upstream), `rejected` (it refused, and did nothing), `accepted` (taken, but the end of it is not told), `unknown`.',
    schema: { type: 'string', enum: ['not-sent', 'rejected', 'accepted', 'unknown'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

type HeaderName = keyof typeof ANSWER_HEADERS;

/** Answers references to the fields that an answer with this status may bear. */
export function toAnswerHeaders(operation: CompiledOperation, status: string): Readonly<Record<string, unknown>> {
  const names: HeaderName[] = [
    'x-ms-request-id',
    'Cache-Control',
    ...(isSuccess(status) ? listSuccessHeaders(operation, status) : listFailureHeaders(operation, status)),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function isSuccess(status: string): boolean {
  return Number(status) < 400;
}

/** A stored reply has the cache's own tag, and none where the request was no GET; else the upstream's is relayed. */
function listSuccessHeaders({ cache, method }: CompiledOperation, status: string): HeaderName[] {
  if (status === '202') return ['ETag', 'Retry-After', 'x-frontdesk-outcome'];
  if (!cache) return ['ETag'];
  return method === 'GET' ? ['ETag', 'Cache-Status', 'Age'] : ['Cache-Status', 'Age'];
}

const CHALLENGED = ['401', '403'];
/** Of our own alone, and no matter of time; whatever an upstream refuses may say when to come again. */
const NOT_WORTH_WAITING = ['401', '500', '504'];

function listFailureHeaders({ attempts: tries }: CompiledOperation, status: string): HeaderName[] {
  return [
    ...(CHALLENGED.includes(status) ? (['WWW-Authenticate'] as const) : []),
    ...(NOT_WORTH_WAITING.includes(status) ? [] : (['Retry-After'] as const)),
    ...(tries.idempotency === 'safe' ? [] : (['x-frontdesk-outcome'] as const)),
  ];
}
