/** The error that a call throws for every response from status 400 on, and for a success that is no JSON; and what may be done about any error. */
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
  declare readonly operation: OperationName;
  declare readonly method: string;
  declare readonly url: string;
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The parsed body; undefined if it is no JSON. */
  declare readonly body: unknown;
  /** Frontdesk's code (`invalid_request`, `forbidden`, `throttled` …) or the upstream's; empty if the response has none. */
  declare readonly code: ProblemType | (string & {});
  /** Frontdesk's own code of the failure, also where `code` is the upstream's; undefined if the response does not come from Frontdesk. */
  declare readonly problem: ProblemType | undefined;
  declare readonly target: string | undefined;
  /** Every invalid member; with its path, unless the operation's error format is a text. */
  declare readonly details: readonly ErrorDetail[];
  /** Only for writes. */
  declare readonly outcome: Outcome | undefined;
  declare readonly retryAfterSeconds: number | undefined;
  /** Include it when you ask for support. */
  declare readonly requestId: string | undefined;
  /** The upstream's own id, for support of that service. */
  declare readonly upstreamRequestId: string | undefined;
  declare readonly etag: string | undefined;
  declare readonly cacheStatus: string | undefined;

  constructor(
    { status, ok, headers }: Pick<Response, 'status' | 'ok' | 'headers'>,
    body: unknown,
    { operation, method, url }: Omit<SentRequest, 'attempt'>,
  ) {
    // Health events have the members at the top level, all other operations in `error`.
    const outer = (body ?? {}) as ErrorMembers & { readonly error?: ErrorMembers };
    const { code = '', message, target, details } = outer.error ?? outer;
    const success = body === undefined ? 'The response is not JSON.' : 'The write has failed.';
    super(message ?? (ok ? success : `The response has status ${status}.`));
    Object.assign(this, {
      ...{ operation, method, url, status, headers, body, code, target },
      ...readHeaders(headers),
      details: readDetails(code, details),
      problem: readHeader(headers, 'x-frontdesk-problem'),
      outcome: readHeader(headers, 'x-frontdesk-outcome'),
      retryAfterSeconds: readRetryAfter(headers),
    });
  }

  /** Whether the same request would be refused again. A new token, or time, may turn 401, 408 and 429 into a success. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 429].includes(this.status);
  }
}

/** Errors of `fetch`: no response arrived. */
const lost = new WeakSet<object>();

/** Returns the error. */
export function markLost(error: unknown): unknown {
  lost.add(Object(error));
  return error;
}

/** Whether the same request may succeed later: the network was away, or Frontdesk is busy. */
export function isTransient(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted) return false;
  return error instanceof FrontdeskError ? !error.isFinal && error.status !== 401 : lost.has(Object(error));
}

/** Of MSAL, where its network or the sign-in service is away. */
export const MSAL_CODES = [
  ...['no_network_connectivity', 'network_error', 'endpoints_resolution_error', 'openid_config_error'],
  ...['post_request_failed', 'get_request_failed', 'failed_to_parse_response', 'timed_out'],
];

/** What else passes: OAuth's codes (RFC 6749, 4.1.2.1), and the messages of `fetch` in Chromium, Firefox, Safari and Node. */
const PASSING = new Set([
  ...[...MSAL_CODES, 'temporarily_unavailable', 'server_error'],
  ...['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed', 'fetch failed'],
]);

/** Of the errors of `getToken` only those of its network pass by themselves. */
export function passesByItself(error: unknown, signal: AbortSignal | undefined): boolean {
  const { errorCode, error: code } = Object(error) as { readonly errorCode?: string; readonly error?: string };
  const word = error instanceof TypeError ? error.message : (errorCode ?? code ?? '');
  return isTransient(error, signal) || (!signal?.aborted && PASSING.has(word));
}

/** Frontdesk sends seconds; a gateway in front of it may send a date (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

interface ErrorMembers {
  readonly code?: string;
  readonly message?: string;
  readonly target?: string;
  readonly details?: string | readonly ErrorDetail[];
}

/** Health events list all invalid members in one string. */
function readDetails(code: string, details: ErrorMembers['details'] = []): readonly ErrorDetail[] {
  if (typeof details !== 'string') return details;
  return details === '' ? [] : [{ code, message: details }];
}

/** Returns the headers that every response has as members. */
export function readHeaders(headers: Headers) {
  return {
    etag: readHeader(headers, 'etag'),
    requestId: readHeader(headers, 'x-ms-request-id'),
    upstreamRequestId: readHeader(headers, 'x-frontdesk-upstream-request-id'),
    cacheStatus: readHeader(headers, 'cache-status'),
  };
}

function readHeader(headers: Headers, name: string): string | undefined {
  return headers.get(name) ?? undefined;
}
