/** The one table of failures: what each is called on the wire and which status it takes. */

const PROBLEMS = {
  unauthenticated: { status: 401, message: 'A bearer token is required.' },
  invalid_token: { status: 401, message: 'The bearer token is not valid here.' },
  insufficient_scope: { status: 403, message: 'The bearer token does not allow this operation.' },
  forbidden: { status: 403, message: 'The caller may not act on this resource.' },
  auth_unavailable: { status: 503, message: 'Tokens cannot be verified at the moment.' },

  invalid_request: { status: 400, message: 'The request is not valid.' },
  invalid_json: { status: 400, message: 'The content is not valid JSON.' },
  json_too_deep: { status: 400, message: 'The content is nested too deeply.' },
  duplicate_member: { status: 400, message: 'A member is given twice.' },
  unsupported_api_version: { status: 400, message: 'The api-version is not supported.' },
  invalid_cursor: { status: 400, message: 'The page token is not valid for this list.' },
  precondition_failed: { status: 412, message: 'A precondition of the request does not hold.' },
  content_too_large: { status: 413, message: 'The content is too large.' },
  unsupported_media_type: { status: 415, message: 'The content must be application/json, without an encoding.' },

  throttled: { status: 429, message: 'Too many requests; try again later.' },
  overloaded: { status: 503, message: 'Too many requests are waiting; try again shortly.' },
  circuit_open: { status: 503, message: 'The upstream is failing and is left alone for a while; try again later.' },
  identity_unavailable: { status: 503, message: 'The managed identity is not available at the moment.' },
  upstream_refused: { status: 400, message: 'The upstream refused the request.' },
  upstream_auth: { status: 502, message: 'The upstream did not accept the managed identity.' },
  upstream_unavailable: { status: 503, message: 'The upstream is not available at the moment.' },
  upstream_error: { status: 502, message: 'The upstream failed.' },
  upstream_unreachable: { status: 502, message: 'The upstream cannot be reached.' },
  upstream_invalid_response: { status: 502, message: 'The upstream gave an answer that is not usable.' },
  upstream_timeout: { status: 504, message: 'The upstream did not answer in time.' },
  internal_error: { status: 500, message: 'The request failed.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemType = keyof typeof PROBLEMS;

/** What is known of a write that failed: nothing was sent, it was refused, it was taken, or nobody can tell. */
export type Outcome = 'not-sent' | 'rejected' | 'accepted' | 'unknown';

/** One failing member: `target` is its path (`properties.outputs[0].name`), written for the caller. */
export interface ProblemDetail {
  readonly code: string;
  readonly target?: string;
  readonly message: string;
  /** Of an upstream's own error. */
  readonly details?: readonly ProblemDetail[];
}

interface ProblemOptions {
  /** In place of the table's text; written for the caller: no host, path, token or given value. */
  readonly message?: string;
  readonly details?: readonly ProblemDetail[];
  readonly target?: string;
  /** For an upstream's own refusal, whose status and code are passed on. */
  readonly status?: number;
  readonly code?: string;
  /** An upstream's nested error and added information, passed on in the shapes that have a place for them. */
  readonly innerError?: unknown;
  readonly additionalInfo?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly outcome?: Outcome;
  readonly cause?: unknown;
}

/** A failure that the caller is told of. Thrown once, answered in one place. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly type: ProblemType;
  readonly status: number;
  readonly code: string;
  readonly target: string | undefined;
  readonly details: readonly ProblemDetail[];
  readonly innerError: unknown;
  readonly additionalInfo: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: Outcome | undefined;

  constructor(type: ProblemType, options: ProblemOptions = {}) {
    super(options.message ?? PROBLEMS[type].message, { cause: options.cause });
    this.type = type;
    this.status = options.status ?? PROBLEMS[type].status;
    this.code = options.code ?? type;
    this.target = options.target;
    this.details = options.details ?? [];
    this.innerError = options.innerError;
    this.additionalInfo = options.additionalInfo;
    this.headers = options.headers ?? {};
    this.outcome = options.outcome;
  }
}

/** A cause in our own words: its message bears nothing foreign, so it may be logged. */
export class SafeError extends Error {
  override readonly name = 'Reason';
}

/** Answers the failure as a Problem: anything unforeseen becomes `internal_error` with the cause kept for the log. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal_error', { cause: error });
}

/** Answers what is known of a write that failed so: what is thrown before the relay, nothing was sent of. */
export function toOutcome({ outcome, type }: Problem): Outcome {
  return outcome ?? (type === 'internal_error' ? 'unknown' : 'not-sent');
}
