/** Decides whether a failed try is repeated. Pure. Source: RFC 9110 9.2.2; reliability 4.1. */
import { clampRetryAfterMs } from '../http/retry-after.ts';
import type { Failure } from './failure.ts';

/** How an operation may be repeated. `idempotent-write`: once on an unclear failure, since a repeat changes nothing more. */
export type Idempotency = 'safe' | 'unsafe' | 'idempotent';

export interface RetryCase {
  readonly idempotency: Idempotency;
  readonly failure: Failure;
  /** Tries made so far, the failed one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Milliseconds left for everything. */
  readonly remainingMs: number;
  /** From 0 up to but not including 1. */
  readonly random: number;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;
/** What must be left after a wait for the next try to make sense. */
const MIN_TRY_MS = 200;

/** Answers the milliseconds to wait before the next try, or undefined for none. */
export function decideRetry(retry: RetryCase): number | undefined {
  const { failure, attempts: tries, maxAttempts: maxTries, remainingMs, random } = retry;
  if (tries >= maxTries || !mayRepeat(retry)) return undefined;
  const backoffMs = random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1));
  const waitMs = backoffMs + (failure.retryAfterMs === undefined ? 0 : clampRetryAfterMs(failure.retryAfterMs));
  return waitMs <= remainingMs - MIN_TRY_MS ? waitMs : undefined;
}

function mayRepeat({ idempotency, failure }: RetryCase): boolean {
  if (failure.kind === 'tls' || failure.kind === 'invalid') return false;
  if (isNotProcessed(failure)) return true;
  if (idempotency === 'unsafe') return false;
  if (failure.kind !== 'status') return true;
  return idempotency === 'safe' && failure.status >= 500;
}

/** Whether the upstream surely did nothing: the request never left, or it was turned away at the door. */
export function isNotProcessed(failure: Failure): boolean {
  if (failure.kind === 'connect' || failure.kind === 'tls') return true;
  if (failure.kind !== 'status') return false;
  return failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined);
}
