/** Rate limits by key: a burst at once, then a steady rate. */
import * as z from 'zod';

export const rate = z.strictObject({
  perSecond: z.number().positive().describe('per second'),
  burst: z.int().min(1).describe('at once'),
});

export type Rate = z.infer<typeof rate>;

interface Bucket {
  level: number;
  updatedAt: number;
}

/** One bucket per key. Full buckets are dropped, so the rate bounds their number. */
export class TokenBuckets {
  readonly #rate: (key: string, now: number) => Rate;
  readonly #buckets = new Map<string, Bucket>();
  #sweptAt = 0;

  /** `rate` is read at each use: a change takes effect at once, and fills no bucket. */
  constructor(rate: (key: string, now: number) => Rate) {
    this.#rate = rate;
  }

  /** Returns the milliseconds until `count` tokens are available; 0 if they are. */
  waitMs(key: string, now: number, count = 1): number {
    return this.#refill(key, now, count).waitMs;
  }

  /** Takes tokens, at most a whole burst, and returns 0; or takes none, and returns the milliseconds until they are available. */
  take(key: string, now: number, count = 1): number {
    const { bucket, taken, waitMs } = this.#refill(key, now, count);
    if (waitMs === 0) bucket.level -= taken;
    return waitMs;
  }

  /** Takes tokens even if there are fewer, down to a burst below zero. */
  owe(key: string, now: number, count: number): void {
    const { bucket, rate } = this.#refill(key, now, count);
    bucket.level = Math.max(-rate.burst, bucket.level - count);
  }

  #refill(key: string, now: number, count: number) {
    const rate = this.#rate(key, now);
    if (now - this.#sweptAt >= (rate.burst / rate.perSecond) * 1000) this.#sweep(now);
    const bucket = this.#buckets.get(key) ?? { level: rate.burst, updatedAt: now };
    this.#buckets.set(key, bucket);
    bucket.level = Math.min(rate.burst, toLevel(bucket, rate, now));
    bucket.updatedAt = now;
    const taken = Math.min(count, rate.burst);
    const missing = taken - bucket.level;
    // Tolerates rounding: sums of fractions can end just below one.
    return { bucket, rate, taken, waitMs: missing <= 1e-9 ? 0 : (missing / rate.perSecond) * 1000 };
  }

  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const [key, bucket] of this.#buckets) {
      const rate = this.#rate(key, now);
      if (toLevel(bucket, rate, now) >= rate.burst) this.#buckets.delete(key);
    }
  }
}

function toLevel({ level, updatedAt }: Bucket, { perSecond }: Rate, now: number): number {
  return level + (Math.max(0, now - updatedAt) / 1000) * perSecond;
}
