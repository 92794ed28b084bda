/** Decides whether a failed attempt is repeated: failures are, slowness is not. Source: RFC 9110 9.2.2; docs/reliability.md#retries. */
import { clampRetryAfterMs } from '../http/retry-after.ts';
import type { Failure } from './failure.ts';

export interface RetryCase {
  /** It may change something, so it is repeated only if it cannot have been processed. */
  readonly isWrite: boolean;
  readonly failure: Failure;
  /** Attempts made so far, including the failed one. */
  readonly attempts: number;
  /** Milliseconds left for the whole request. */
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly random: number;
}

const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 100;
/** An attempt with less time than this is not worth starting. */
export const MIN_ATTEMPT_MS = 200;

/** Returns the milliseconds to wait before the next attempt, or undefined for no retry. */
export function decideRetry({ isWrite, failure, attempts, remainingMs, random }: RetryCase): number | undefined {
  if (attempts >= MAX_ATTEMPTS || failure.kind === 'tls') return undefined;
  if (!isNotProcessed(failure) && (isWrite || !isPassing(failure))) return undefined;
  const backoffMs = random * FIRST_BACKOFF_MS * 2 ** (attempts - 1);
  const waitMs = backoffMs + (failure.retryAfterMs === undefined ? 0 : clampRetryAfterMs(failure.retryAfterMs));
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
