/** The error that a call throws for every response from status 400 on, and for a success that is no JSON. */
import type { ProblemType } from './schema.ts';
import type { OperationName, SentRequest } from './types.ts';

/** Outcome of a failed write: not sent upstream, rejected by the upstream, accepted by it, or unknown. */
export type Outcome = 'not-sent' | 'rejected' | 'accepted' | 'unknown';

export interface ErrorDetail {
  readonly code: string;
  readonly message: string;
  /** Path of the invalid member: `properties.outputs[0].name`. */
  readonly target?: string;
}

export class FrontdeskError extends Error {
  override readonly name = 'FrontdeskError';
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Frontdesk's code (`invalid_request`, `forbidden`, `throttled` …) or the upstream's; empty if the response has none. */
  readonly code: ProblemType | (string & {});
  /** Frontdesk's word for the failure, whatever the upstream's code; undefined if the response does not come from Frontdesk. */
  readonly problem: ProblemType | undefined;
  readonly target: string | undefined;
  /** Every invalid member; with its path, unless the operation's error format is a text. */
  readonly details: readonly ErrorDetail[];
  /** Only for writes. */
  readonly outcome: Outcome | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Include it when you ask for support. */
  readonly requestId: string | undefined;
  /** The upstream's own id, for support of that service. */
  readonly upstreamRequestId: string | undefined;

  constructor({ status, ok, headers }: Response, body: unknown, { operation, method, url }: SentRequest) {
    const { code = '', message, target, details } = readError(body);
    super(message ?? (ok ? 'The response is not JSON.' : `The response has status ${status}.`));
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.status = status;
    this.code = code;
    this.target = target;
    this.details = readDetails(code, details);
    const header = (name: string) => headers.get(name) ?? undefined;
    this.problem = header('x-frontdesk-problem') as ProblemType | undefined;
    this.outcome = header('x-frontdesk-outcome') as Outcome | undefined;
    this.retryAfterSeconds = readRetryAfter(header('retry-after'));
    this.requestId = header('x-ms-request-id');
    this.upstreamRequestId = header('x-frontdesk-upstream-request-id');
  }

  /** Whether the same request would be refused again. A new token, or time, may turn 401, 408 and 429 into a success. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 429].includes(this.status);
  }
}

/** Frontdesk sends seconds; a gateway in front of it may send a date (RFC 9110, 10.2.3). */
function readRetryAfter(text = ''): number | undefined {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

interface ErrorMembers {
  readonly code?: string;
  readonly message?: string;
  readonly target?: string;
  readonly details?: string | readonly ErrorDetail[];
}

/** Health events have the members at the top level, all other operations in `error`. */
function readError(body: unknown): ErrorMembers {
  const outer = (body ?? {}) as ErrorMembers & { readonly error?: ErrorMembers };
  return outer.error ?? outer;
}

/** Health events list all invalid members in one string. */
function readDetails(code: string, details: ErrorMembers['details'] = []): readonly ErrorDetail[] {
  if (typeof details !== 'string') return details;
  return details === '' ? [] : [{ code, message: details }];
}
