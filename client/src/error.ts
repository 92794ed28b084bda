/** The error that a call throws for every response from status 400 on. */

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
  readonly status: number;
  /** Frontdesk's code (`invalid_request`, `forbidden`, `throttled` …) or the upstream's; empty if the response has none. */
  readonly code: string;
  /** Frontdesk's word for the failure, whatever the upstream's code; undefined if the response does not come from Frontdesk. */
  readonly problem: string | undefined;
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

  constructor({ status, headers }: Response, body: unknown) {
    const { code = '', message, target, details } = readError(body);
    super(message ?? `The response has status ${status}.`);
    this.status = status;
    this.code = code;
    this.target = target;
    this.details = readDetails(code, details);
    const header = (name: string) => headers.get(name) ?? undefined;
    this.problem = header('x-frontdesk-problem');
    this.outcome = header('x-frontdesk-outcome') as Outcome | undefined;
    const retryAfter = header('retry-after');
    this.retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter);
    this.requestId = header('x-ms-request-id');
    this.upstreamRequestId = header('x-frontdesk-upstream-request-id');
  }
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
