/** Limits the request rate of one caller, so that no frontend can use up everyone's quota. Source: G21, A71. */
import { Problem } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import { createTokenBuckets, type Rate } from '../time/token-bucket.ts';
import type { Caller } from './caller.ts';

export const DEFAULT_CALLER_LIMIT: Rate = { perSecond: 20, burst: 100 };

/** @throws Problem `throttled` if the caller exceeds its rate. */
export type RateLimit = (caller: Caller) => void;

export function createRateLimit(rate: Rate, clock: Clock): RateLimit {
  const buckets = createTokenBuckets(rate);
  return (caller) => {
    const waitMs = buckets.take(caller.key, clock.monotonicNow());
    if (waitMs > 0)
      throw new Problem('throttled', { outcome: 'not-sent', headers: { 'retry-after': formatRetryAfter(waitMs) } });
  };
}
