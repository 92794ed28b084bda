/** Limits the request rate of one person, whichever frontends they use, so that nobody uses up everyone's quota. Source: A71, P-25. */
import { CALLER_LIMIT, Problem } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';
import type { Caller } from './caller.ts';

/** A larger response counts as several requests. */
const RESPONSE_BYTES_PER_REQUEST = 256 * 1024;

export class RateLimit {
  readonly #buckets: TokenBuckets;
  readonly #clock: Clock;

  /** `rate` as in `TokenBuckets`. */
  constructor(rate: () => Rate, clock: Clock) {
    this.#buckets = new TokenBuckets(rate);
    this.#clock = clock;
  }

  /** Counts a request, or what one takes beyond the ordinary. @throws Problem `throttled` if the caller exceeds its rate. */
  take({ key }: Caller, count = 1): void {
    const waitMs = this.#buckets.take(key, this.#clock.monotonicNow(), count);
    if (waitMs === 0) return;
    const headers = { 'retry-after': formatRetryAfter(waitMs) };
    throw new Problem('throttled', { outcome: 'not-sent', headers, cause: CALLER_LIMIT });
  }

  /** Counts a response by its size, as it is: what the caller requests next waits for the tokens that are missing. */
  charge({ key }: Caller, bytes: number): void {
    const count = Math.floor(bytes / RESPONSE_BYTES_PER_REQUEST);
    if (count > 0) this.#buckets.owe(key, this.#clock.monotonicNow(), count);
  }
}
