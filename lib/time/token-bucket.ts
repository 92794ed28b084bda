/** Rate limits by key: a burst at once, then a steady rate. */
import * as z from 'zod';

/** `burst` is how many may come at once. */
export const rate = z.strictObject({ perSecond: z.number().positive(), burst: z.int().min(1) });

export type Rate = z.infer<typeof rate>;

export interface TokenBuckets {
  /** Takes a token: returns 0, or the milliseconds until one is available. */
  take(key: string, now: number): number;
}

interface Bucket {
  level: number;
  updatedAt: number;
}

/** Returns one bucket per key. Full buckets are dropped, so the rate bounds their number. */
export function createTokenBuckets({ perSecond, burst }: Rate): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const fillMs = (burst / perSecond) * 1000;
  let sweptAt = 0;

  return {
    take(key, now) {
      sweep(now);
      const bucket = buckets.get(key) ?? open(key, now);
      const level = Math.min(burst, bucket.level + (Math.max(0, now - bucket.updatedAt) / 1000) * perSecond);
      // Tolerates rounding: sums of fractions can end just below one.
      const isTaken = level >= 1 - 1e-9;
      bucket.level = isTaken ? level - 1 : level;
      bucket.updatedAt = now;
      return isTaken ? 0 : ((1 - level) / perSecond) * 1000;
    },
  };

  function open(key: string, now: number): Bucket {
    const bucket = { level: burst, updatedAt: now };
    buckets.set(key, bucket);
    return bucket;
  }

  function sweep(now: number): void {
    if (now - sweptAt < fillMs) return;
    sweptAt = now;
    for (const [key, { updatedAt }] of buckets) if (now - updatedAt >= fillMs) buckets.delete(key);
  }
}
