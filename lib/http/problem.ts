/** Every failure that a caller can see: its code, status and message in one table. */
import { formatRetryAfter } from './retry-after.ts';

const PROBLEMS = {
  unauthenticated: { status: 401, message: 'A bearer token is required.' },
  invalid_token: { status: 401, message: 'The bearer token is invalid.' },
  insufficient_scope: { status: 403, message: 'The bearer token lacks the scope or role for this operation.' },
  forbidden: { status: 403, message: 'You do not have access to this resource.' },
  auth_unavailable: { status: 503, message: 'Tokens cannot be verified at the moment.' },
  policy_unavailable: { status: 503, message: 'The access policy is not available at the moment.' },

  invalid_request: { status: 400, message: 'The request is not valid.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  json_too_deep: { status: 400, message: 'The request body is nested too deeply.' },
  duplicate_member: { status: 400, message: 'The request body has two properties of the same name.' },
  unsupported_api_version: { status: 400, message: 'The api-version is not supported.' },
  invalid_cursor: {
    status: 400,
    message: 'The page token is not valid for this list, or older than a day. Start again from the first page.',
  },
  invalid_operation_id: {
    status: 400,
    message: 'The address of the operation is not valid, or older than a day. Read the resource itself instead.',
  },
  route_not_found: { status: 404, message: 'No operation has this method and path.' },
  unsupported_in_batch: { status: 400, message: 'A batch takes only requests that read. Send this one on its own.' },
  unsupported_dependency: { status: 400, message: 'The parts of a batch must not depend on each other.' },
  batch_too_large: { status: 507, message: 'The responses of the batch are too large. Send this request on its own.' },
  precondition_failed: { status: 412, message: 'A precondition of the request failed.' },
  length_required: { status: 411, message: 'The request body needs a Content-Length header.' },
  content_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be application/json without content encoding.',
  },

  throttled: { status: 429, message: 'Too many requests; try again later.' },
  overloaded: { status: 503, message: 'Too many requests are waiting; try again shortly.' },
  circuit_open: {
    status: 503,
    message: 'The cloud service keeps failing, so requests to it are paused; try again later.',
  },
  identity_unavailable: { status: 503, message: 'The managed identity is not available at the moment.' },
  upstream_refused: { status: 400, message: 'The cloud service rejected the request.' },
  upstream_auth: { status: 502, message: 'The cloud service rejected the managed identity.' },
  upstream_setup: {
    status: 502,
    message: 'Frontdesk is not set up for this cloud service as it should be; its operators are told.',
  },
  upstream_unavailable: { status: 503, message: 'The cloud service is not available at the moment.' },
  upstream_error: { status: 502, message: 'The cloud service failed.' },
  upstream_unreachable: { status: 502, message: 'The cloud service cannot be reached.' },
  upstream_invalid_response: { status: 502, message: 'The cloud service returned a response that cannot be used.' },
  upstream_timeout: { status: 504, message: 'The cloud service did not respond in time.' },
  internal_error: { status: 500, message: 'The request failed.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemType = keyof typeof PROBLEMS;

/** What is known about a failed write: not sent, rejected by the upstream, accepted by it, or unknown. */
export type Outcome = 'not-sent' | 'rejected' | 'accepted' | 'unknown';

/** One invalid property or parameter; `target` is its path, such as `properties.outputs[0].name`. */
export interface ProblemDetail {
  readonly code: string;
  readonly target?: string | undefined;
  readonly message: string;
  /** Only in an upstream's own error: the same shape again, and parts that only some formats have. */
  readonly details?: readonly ProblemDetail[];
  readonly innerError?: unknown;
  readonly additionalInfo?: unknown;
}

interface Identity {
  readonly tenant: string | undefined;
  readonly subject: string | undefined;
  readonly client: string | undefined;
}

/** Why Frontdesk refused, where more than the log depends on it; `unknown_key`: a token names a key that nobody has looked for yet. */
export type Reason = 'caller_limit' | 'queue' | 'breaker' | 'retry_after' | 'upstream_rate' | 'unknown_key';

/** What a failure has besides its entry in the table. A message has no host, path, token or value from the request: the caller reads it. */
type ProblemOptions = Partial<Omit<Problem, 'name' | 'type' | 'stack'>>;

/** A failure that the caller sees; thrown anywhere, rendered in one place. */
export class Problem extends Error implements ProblemDetail {
  override readonly name = 'Problem';
  readonly type: ProblemType;
  /** Status, code and further parts are those of the upstream where its own error is relayed. */
  readonly status: number;
  readonly code: string;
  readonly target: string | undefined;
  readonly details: readonly ProblemDetail[];
  readonly innerError: unknown;
  readonly additionalInfo: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: Outcome | undefined;
  /** The identity whose token was refused; only logged, as the cause. */
  readonly identity: Identity | undefined;
  /** Logged in place of the cause. */
  readonly reason: Reason | undefined;

  constructor(type: ProblemType, options: ProblemOptions = {}) {
    // Texts of an upstream may be blank.
    super(options.message?.trim() ? options.message : PROBLEMS[type].message, { cause: options.cause });
    this.type = type;
    this.status = options.status ?? PROBLEMS[type].status;
    this.code = options.code?.trim() ? options.code : type;
    this.target = options.target;
    this.details = options.details ?? [];
    this.innerError = options.innerError;
    this.additionalInfo = options.additionalInfo;
    this.headers = options.headers ?? {};
    this.outcome = options.outcome;
    this.identity = options.identity;
    this.reason = options.reason;
  }
}

/** Returns the problem of a request that one of our limits holds back for `ms` milliseconds. */
export function createRefusal(type: ProblemType, ms: number, reason: Reason): Problem {
  return new Problem(type, { outcome: 'not-sent', headers: { 'retry-after': formatRetryAfter(ms) }, reason });
}

/** An error whose message is ours, with nothing from outside, so it may be logged. */
export class SafeError extends Error {
  override readonly name = 'SafeError';
}

/** Returns the error as a Problem: an unexpected one becomes `internal_error` and keeps its cause for the log. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal_error', { cause: error });
}

/** Returns the outcome of a failed write: a failure before the upstream call is `not-sent`. */
export function toOutcome({ outcome, type }: Problem): Outcome {
  return outcome ?? (type === 'internal_error' ? 'unknown' : 'not-sent');
}

/** Returns a cause for logs and alerts: our own text, or an error's name and code. Its message and properties may quote a token, a body or a host. */
export function describeCause(cause: unknown): string | undefined {
  if (typeof cause === 'string') return cause;
  if (cause instanceof Problem) return cause.type;
  if (cause instanceof SafeError) return cause.message;
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const deeper = cause.cause === undefined ? undefined : describeCause(cause.cause);
  return `${cause.name}${code}${deeper ? ` < ${deeper}` : ''}`.slice(0, 256);
}
