/** Decides whether a failed attempt is repeated. Source: RFC 9110 9.2.2; docs/reliability.md#retries. */
import { clampRetryAfterMs } from '../http/retry-after.ts';
import { createSlidingWindow } from '../time/sliding-window.ts';
import type { Failure } from './failure.ts';

/** `unsafe`: it may change something, so it is repeated only if it cannot have been processed. */
export type Idempotency = 'safe' | 'unsafe';

export interface RetryCase {
  readonly idempotency: Idempotency;
  readonly failure: Failure;
  /** Attempts made so far, including the failed one. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Milliseconds per attempt. */
  readonly timeoutMs: number;
  /** Milliseconds left for the whole request. */
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly random: number;
}

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;
/** An attempt with less time than this is not worth starting. */
const MIN_ATTEMPT_MS = 200;

/** Returns the milliseconds to wait before the next attempt, or undefined for no retry. */
export function decideRetry(retry: RetryCase): number | undefined {
  const { failure, attempts, maxAttempts, timeoutMs, remainingMs, random } = retry;
  if (attempts >= maxAttempts || !mayRepeat(retry)) return undefined;
  const backoffMs = random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
  const waitMs = backoffMs + (failure.retryAfterMs === undefined ? 0 : clampRetryAfterMs(failure.retryAfterMs));
  // An attempt that may just be slow is not given up for a shorter one.
  const neededMs = failure.kind === 'timeout' ? timeoutMs : MIN_ATTEMPT_MS;
  return waitMs <= remainingMs - neededMs ? waitMs : undefined;
}

function mayRepeat({ idempotency, failure }: RetryCase): boolean {
  if (failure.kind === 'tls' || failure.kind === 'invalid') return false;
  if (isNotProcessed(failure)) return true;
  return idempotency === 'safe' && (failure.kind !== 'status' || failure.status >= 500);
}

/** True if the upstream cannot have processed the request: it was not sent, or was rejected with 429 or 503 and Retry-After. */
export function isNotProcessed(failure: Failure): boolean {
  if (failure.kind === 'connect' || failure.kind === 'tls') return true;
  if (failure.kind !== 'status') return false;
  return failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined);
}

const WINDOW_MS = 10_000;
const SHARE = 0.1;
const MINIMUM = 3;

/**
 * Limits the retries to an upstream to a tenth of the requests of the last ten seconds, but at least three, so that retries
 * cannot overload it. Source: P-06; Envoy's retry budgets.
 */
export class RetryBudget {
  readonly #counts = createSlidingWindow<'request' | 'retry'>(WINDOW_MS);

  countRequest(now: number): void {
    this.#counts.add('request', now);
  }

  /** Takes one retry if the budget has one. Called when a retry is decided, before its wait. */
  take(now: number): boolean {
    const maxRetries = Math.max(MINIMUM, Math.floor(this.#counts.total('request', now) * SHARE));
    if (this.#counts.total('retry', now) >= maxRetries) return false;
    this.#counts.add('retry', now);
    return true;
  }
}
