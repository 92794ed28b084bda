/** Limits the request rate of one caller, so that no frontend can use up everyone's quota. Source: G21, A71, P-25. */
import { Problem } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import { createTokenBuckets, type Rate, scaleRate, type TokenBuckets } from '../time/token-bucket.ts';
import type { Caller } from './caller.ts';

export const DEFAULT_CALLER_LIMIT: Rate = { perSecond: 20, burst: 100 };

/** Both throw Problem `throttled` if the caller exceeds its rate. */
export interface RateLimit {
  /** Counts what may need a call to the upstream. */
  take(caller: Caller): void;
  /** Counts a request that a stored response may serve: ten times as many. */
  admit(caller: Caller): void;
}

const REQUESTS_PER_CALL = 10;

/** `rate` as in `createTokenBuckets`. */
export function createRateLimit(rate: () => Rate, clock: Clock): RateLimit {
  const calls = createTokenBuckets(rate);
  const requests = createTokenBuckets(() => scaleRate(rate(), REQUESTS_PER_CALL));
  const take = (buckets: TokenBuckets, { key }: Caller) => {
    const waitMs = buckets.take(key, clock.monotonicNow());
    const headers = { 'retry-after': formatRetryAfter(waitMs) };
    if (waitMs > 0) throw new Problem('throttled', { outcome: 'not-sent', headers, cause: 'caller_limit' });
  };
  return { take: (caller) => take(calls, caller), admit: (caller) => take(requests, caller) };
}
