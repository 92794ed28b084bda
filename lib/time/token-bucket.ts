/** Rate limits by key: a burst at once, then a steady rate. */
import * as z from 'zod';

/** `burst` is how many may come at once. */
export const rate = z.strictObject({ perSecond: z.number().positive(), burst: z.int().min(1) });

export type Rate = z.infer<typeof rate>;

export interface TokenBuckets {
  /** Returns the milliseconds until a token is available; 0 if one is. */
  waitMs(key: string, now: number): number;
  /** Takes tokens, one by default and at most a whole burst: returns 0, or the milliseconds until so many are available. */
  take(key: string, now: number, count?: number): number;
}

interface Bucket {
  level: number;
  updatedAt: number;
}

/**
 * Returns one bucket per key. Full buckets are dropped, so the rate bounds their number. `rate` is read at each use: a change
 * takes effect at once, and fills no bucket.
 */
export function createTokenBuckets(rate: (key: string, now: number) => Rate): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  let sweptAt = 0;

  return {
    waitMs: (key, now) => toWaitMs(refill(key, now), 1, rate(key, now)),
    take(key, now, count = 1) {
      const bucket = refill(key, now);
      const taken = Math.min(count, rate(key, now).burst);
      const waitMs = toWaitMs(bucket, taken, rate(key, now));
      if (waitMs === 0) bucket.level -= taken;
      return waitMs;
    },
  };

  function toWaitMs({ level }: Bucket, count: number, { perSecond }: Rate): number {
    // Tolerates rounding: sums of fractions can end just below one.
    return level >= count - 1e-9 ? 0 : ((count - level) / perSecond) * 1000;
  }

  function refill(key: string, now: number): Bucket {
    const { perSecond, burst } = rate(key, now);
    sweep(now, (burst / perSecond) * 1000);
    const bucket = buckets.get(key) ?? open(key, burst, now);
    bucket.level = Math.min(burst, bucket.level + (Math.max(0, now - bucket.updatedAt) / 1000) * perSecond);
    bucket.updatedAt = now;
    return bucket;
  }

  function open(key: string, level: number, now: number): Bucket {
    const bucket = { level, updatedAt: now };
    buckets.set(key, bucket);
    return bucket;
  }

  function sweep(now: number, fillMs: number): void {
    if (now - sweptAt < fillMs) return;
    sweptAt = now;
    for (const [key, { level, updatedAt }] of buckets) {
      const { perSecond, burst } = rate(key, now);
      if (level + ((now - updatedAt) / 1000) * perSecond >= burst) buckets.delete(key);
    }
  }
}
