/** Rates: so many at once, so many a second after. */
import * as z from 'zod';

/** So many a second; `burst` is how many may come at once. */
export const rate = z.strictObject({ perSecond: z.number().positive(), burst: z.int().min(1) });

export type Rate = z.infer<typeof rate>;

export interface TokenBuckets {
  /** Takes one; answers 0, or the milliseconds until there is one. */
  take(key: string, now: number): number;
}

interface Bucket {
  level: number;
  at: number;
}

/** Answers buckets by key; the ones that are full again are forgotten, so that their number is bounded by the rate. */
export function createTokenBuckets({ perSecond, burst }: Rate): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const fillMs = (burst / perSecond) * 1000;
  let sweptAt = 0;

  return {
    take(key, now) {
      sweep(now);
      const bucket = buckets.get(key) ?? open(key, now);
      const level = Math.min(burst, bucket.level + (Math.max(0, now - bucket.at) / 1000) * perSecond);
      // Sums of fractions fall short of one by a hair.
      const taken = level >= 1 - 1e-9;
      bucket.level = taken ? level - 1 : level;
      bucket.at = now;
      return taken ? 0 : ((1 - level) / perSecond) * 1000;
    },
  };

  function open(key: string, now: number): Bucket {
    const bucket = { level: burst, at: now };
    buckets.set(key, bucket);
    return bucket;
  }

  function sweep(now: number): void {
    if (now - sweptAt < fillMs) return;
    sweptAt = now;
    for (const [key, { at }] of buckets) if (now - at >= fillMs) buckets.delete(key);
  }
}
