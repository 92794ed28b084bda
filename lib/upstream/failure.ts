/** Finds out what went wrong with an attempt, and whether to repeat it: failures are repeated, slowness is not. Source: RFC 9110 9.2.2; docs/reliability.md#retries. */
import type { HttpResponse } from '../http/http-client.ts';
import { Problem } from '../http/problem.ts';
import { clampRetryAfterMs, parseRetryAfter } from '../http/retry-after.ts';

export type Failure = { readonly retryAfterMs?: number } & (
  | {
      /** `connect`: nothing was sent. `tls`: invalid certificate. `reset`: broken, maybe after bytes were sent. `invalid`: not a valid HTTP response. */
      readonly kind: 'connect' | 'tls' | 'reset' | 'invalid';
      readonly cause: unknown;
    }
  /** No response before the deadline, which was `waitedMs` milliseconds away. */
  | { readonly kind: 'timeout'; readonly cause: unknown; readonly waitedMs: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      /** The calls that its Retry-After holds back. */
      readonly held?: Held;
    }
);

/** A resource, an operation in a scope, or all reads, deletes or other writes of a scope. */
export type Held = 'resource' | 'operation' | 'scope';

const TLS_CODES = /^(?:ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
const INVALID_CODES = /^(?:HPE_|UND_ERR_RES_EXCEEDED_MAX_SIZE$|UND_ERR_HEADERS_OVERFLOW$)/;

/** Returns the failure for the error that a call threw; `isSent` is false if not a byte of it left, `waitedMs` is set after a timeout. */
export function toFailure(cause: unknown, isSent: boolean, waitedMs?: number): Failure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!isSent) return { kind: TLS_CODES.test(code) ? 'tls' : 'connect', cause };
  if (waitedMs !== undefined) return { kind: 'timeout', cause, waitedMs };
  // Some errors of the parser have no code.
  const isInvalid = INVALID_CODES.test(code) || (cause instanceof Error && cause.name === 'HTTPParserError');
  return { kind: isInvalid ? 'invalid' : 'reset', cause };
}

/** Returns the problem of a call without a response; `isUnclear` if the upstream may have processed an attempt. */
export function toProblem(failure: Failure, isUnclear: boolean): Problem {
  const cause = 'cause' in failure ? failure.cause : undefined;
  const options = { outcome: isUnclear ? 'unknown' : 'not-sent', cause } as const;
  if (failure.kind === 'timeout') return new Problem('upstream_timeout', options);
  if (failure.kind === 'invalid') return new Problem('upstream_invalid_response', options);
  return new Problem('upstream_unreachable', options);
}

/** Returns the status that is meant: a 403 with Retry-After is a used-up quota (429); after a 408 or 499 the outcome is unknown (504). */
export function toMeantStatus(status: number, hasRetryAfter: boolean): number {
  if (status === 403 && hasRetryAfter) return 429;
  return status === 408 || status === 499 ? 504 : status;
}

/** Returns the failure that a response reports (by its meant status 429 or 5xx), if any. */
export function readStatusFailure({ status: own, headers, body }: HttpResponse, now: number): Failure | undefined {
  if (own < 400) return undefined;
  const asked = parseRetryAfter(headers, now);
  const status = toMeantStatus(own, asked !== undefined);
  if (status !== 429 && status < 500) return undefined;
  // A throttled caller has to pause even if the response does not say how long.
  const retryAfterMs = asked ?? (status === 429 ? 0 : undefined);
  if (retryAfterMs === undefined) return { kind: 'status', status };
  const failure = { kind: 'status', status, retryAfterMs } as const;
  if (own === 429) return { ...failure, held: saysSubscriptionQuota(headers, body) ? 'scope' : 'operation' };
  return own === 403 || own === 503 ? { ...failure, held: 'resource' } : failure;
}

/** The code of an error is in the first bytes of a body. */
const CODE_BYTES = 4_096;

/** Whether a 429 is that of the subscription, by which the management API counts. Its providers have limits too. */
function saysSubscriptionQuota(headers: HttpResponse['headers'], body: Buffer): boolean {
  const isUsedUp = (name: string) =>
    /^x-ms-ratelimit-remaining-subscription-(?:global-)?(?:read|write|delete)s$/.test(name) && headers[name] === '0';
  const text = body.subarray(0, CODE_BYTES).toString();
  return Object.keys(headers).some(isUsedUp) || /"code"\s*:\s*"SubscriptionRequestsThrottled"/.test(text);
}

export interface RetryCase {
  readonly isWrite: boolean;
  readonly failure: Failure;
  /** Attempts made so far, including the failed one. */
  readonly attempts: number;
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly random: number;
}

const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 100;
/** Nobody waits longer for a Retry-After. */
export const MAX_RETRY_AFTER_MS = 5_000;
/** An attempt with less time than this is not worth starting. */
export const MIN_ATTEMPT_MS = 200;

/** Returns the milliseconds to wait before the next attempt, or undefined for no retry. */
export function decideRetry({ isWrite, failure, attempts, remainingMs, random }: RetryCase): number | undefined {
  if (attempts >= MAX_ATTEMPTS || failure.kind === 'tls') return undefined;
  if (!isNotProcessed(failure) && (isWrite || !isPassing(failure))) return undefined;
  const backoffMs = random * FIRST_BACKOFF_MS * 2 ** (attempts - 1);
  const askedMs = failure.retryAfterMs === undefined ? 0 : clampRetryAfterMs(failure.retryAfterMs);
  const waitMs = backoffMs + askedMs;
  if (askedMs > MAX_RETRY_AFTER_MS) return undefined;
  return waitMs <= remainingMs - MIN_ATTEMPT_MS ? waitMs : undefined;
}

/** True if the upstream cannot have processed the request: it was not sent, or was rejected with 429 or 503 and Retry-After. */
export function isNotProcessed(failure: Failure): boolean {
  if (failure.kind === 'connect' || failure.kind === 'tls') return true;
  if (failure.kind !== 'status') return false;
  return failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined);
}

/** A broken connection, or a gateway that had no response: another attempt may have one. */
function isPassing(failure: Failure): boolean {
  return failure.kind === 'reset' || (failure.kind === 'status' && (failure.status === 502 || failure.status === 504));
}
