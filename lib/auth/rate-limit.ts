/** Limits the request rate of one person, whichever frontends they use, so that nobody uses up everyone's quota. Source: A71, P-25. */
import { Problem } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import { createTokenBuckets, type Rate } from '../time/token-bucket.ts';
import type { Caller } from './caller.ts';

export const DEFAULT_CALLER_LIMIT: Rate = { perSecond: 20, burst: 100 };

export interface RateLimit {
  /** Counts a request, or what one takes beyond the ordinary. @throws Problem `throttled` if the caller exceeds its rate. */
  take(caller: Caller, count?: number): void;
}

/** `rate` as in `createTokenBuckets`. */
export function createRateLimit(rate: () => Rate, clock: Clock): RateLimit {
  const buckets = createTokenBuckets(rate);
  return {
    take({ key }, count = 1) {
      const waitMs = buckets.take(key, clock.monotonicNow(), count);
      const headers = { 'retry-after': formatRetryAfter(waitMs) };
      if (waitMs > 0) throw new Problem('throttled', { outcome: 'not-sent', headers, cause: 'caller_limit' });
    },
  };
}
