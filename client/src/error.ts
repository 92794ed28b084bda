/** What a call throws when Frontdesk, or the cloud behind it, refuses or fails it. */

/** What is known of a write that failed: it reached nobody, it was refused, it was taken, or nobody can tell. */
export type Outcome = 'not-sent' | 'rejected' | 'accepted' | 'unknown';

export interface ErrorDetail {
  readonly code: string;
  readonly message: string;
  /** Path of the member that is wrong: `properties.outputs[0].name`. */
  readonly target?: string;
}

export class FrontdeskError extends Error {
  override readonly name = 'FrontdeskError';
  readonly status: number;
  /** Frontdesk's (`invalid_request`, `forbidden`, `throttled` …) or the cloud's own; empty where the answer bears none. */
  readonly code: string;
  readonly target: string | undefined;
  /** Each failing member, where the operation's error shape lists them. */
  readonly details: readonly ErrorDetail[];
  /** Of a write alone. */
  readonly outcome: Outcome | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** To be named when asking for help. */
  readonly requestId: string | undefined;

  constructor({ status, headers }: Response, body: unknown) {
    const { code = '', message, target, details } = readError(body);
    super(message ?? `The answer was ${status}.`);
    this.status = status;
    this.code = code;
    this.target = target;
    this.details = readDetails(code, details);
    this.outcome = (headers.get('x-frontdesk-outcome') ?? undefined) as Outcome | undefined;
    const retryAfter = headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
    this.requestId = headers.get('x-ms-request-id') ?? undefined;
  }
}

interface ErrorMembers {
  readonly code?: string;
  readonly message?: string;
  readonly target?: string;
  readonly details?: string | readonly ErrorDetail[];
}

/** Health events have the members at the top, all other operations below `error`. */
function readError(body: unknown): ErrorMembers {
  const outer = (body ?? {}) as ErrorMembers & { readonly error?: ErrorMembers };
  return outer.error ?? outer;
}

/** Health events tell of all members in one text. */
function readDetails(code: string, details: ErrorMembers['details'] = []): readonly ErrorDetail[] {
  if (typeof details !== 'string') return details;
  return details === '' ? [] : [{ code, message: details }];
}
