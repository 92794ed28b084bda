/**
 * How many calls a second this instance sends for each of an upstream's counters: the configured rate, and less after the upstream
 * refused one for its quota, which others use too. Additive increase, multiplicative decrease. Source: docs/reliability.md#limits-of-the-upstreams.
 */
import { LRUCache } from 'lru-cache';
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';

/** A rate below the configured one. */
interface Lowered {
  perSecond: number;
  updatedAt: number;
  loweredAt: number;
}

/** Of the configured rate, for each second; and what is left of the rate after a refusal. */
const [INCREASE, DECREASE] = [0.01, 0.7];
/** Calls per second. */
const LEAST = 0.1;
/** The calls in progress at a refusal were sent at the old rate. */
const INTERVAL_MS = 1_000;
const MAX_COUNTERS = 10_000;

export class InstanceRate {
  /** Undefined if there is no limit. */
  configured: Rate | undefined;
  readonly #lowered = new LRUCache<string, Lowered>({ maxSize: MAX_COUNTERS, sizeCalculation: () => 1 });
  readonly #buckets = new TokenBuckets((counter, now) => this.#rateOf(counter, now));

  /** Takes a call: returns 0, or the milliseconds until there is one. */
  take(counter: string, now: number): number {
    return this.configured ? this.#buckets.take(counter, now) : 0;
  }

  /** Gives back a call that was not sent. */
  giveBack(counter: string, now: number): void {
    if (this.configured) this.#buckets.owe(counter, now, -1);
  }

  /** Returns the milliseconds until there is a call after so many others; 0 if there is one. */
  waitMs(counter: string, now: number, others = 0): number {
    if (!this.configured) return 0;
    return this.#buckets.waitMs(counter, now) + (others * 1_000) / this.#rateOf(counter, now).perSecond;
  }

  /** Lowers the rate after a refusal. */
  lower(counter: string, now: number): void {
    if (this.configured === undefined) return;
    const { perSecond } = this.#rateOf(counter, now);
    const loweredAt = this.#lowered.get(counter)?.loweredAt ?? Number.NEGATIVE_INFINITY;
    if (now - loweredAt < INTERVAL_MS) return;
    this.#lowered.set(counter, { perSecond: Math.max(LEAST, perSecond * DECREASE), updatedAt: now, loweredAt: now });
  }

  #rateOf(counter: string, now: number): Rate {
    const configured = this.configured as Rate;
    const lowered = this.#lowered.get(counter);
    if (lowered === undefined) return configured;
    lowered.perSecond += ((now - lowered.updatedAt) / 1_000) * INCREASE * configured.perSecond;
    lowered.updatedAt = now;
    if (lowered.perSecond < configured.perSecond) return { perSecond: lowered.perSecond, burst: 1 };
    this.#lowered.delete(counter);
    return configured;
  }
}
