/** Spends the pace of one instance: per counter of the upstream, and of it three quarters per caller. Source: P-12, P-32. */
import { LRUCache } from 'lru-cache';
import { createTokenBuckets, type Rate, scaleRate } from '../time/token-bucket.ts';
import { nextPace, type Pace } from './pace.ts';
import type { QuotaLeft } from './quota-headers.ts';

/** Why a call may not be sent now, and for how long. */
interface Refusal {
  readonly waitMs: number;
  readonly cause: 'caller_share' | 'upstream_rate';
}

/** Of a counter's rate one caller leaves a quarter for others. */
const CALLER_SHARE = 0.75;
const MAX_PACES = 10_000;

export class Pacer {
  readonly #limit: () => Rate | undefined;
  readonly #random: () => number;
  readonly #paces = new LRUCache<string, Pace>({ maxSize: MAX_PACES, sizeCalculation: () => 1 });
  /** By counter. */
  readonly #all = createTokenBuckets((key) => this.#rateOf(key));
  /** By counter and caller. */
  readonly #ofCaller = createTokenBuckets((key) => scaleRate(this.#rateOf(key.split(' ', 1)[0] ?? ''), CALLER_SHARE));

  /** `limit` is that of all instances together, and read at each use; undefined if there is none. */
  constructor(limit: () => Rate | undefined, random = Math.random) {
    this.#limit = limit;
    this.#random = random;
  }

  /** Takes one call of the pace, or returns why there is none. */
  take(counter: string, caller: string, now: number): Refusal | undefined {
    if (this.#limit() === undefined) return undefined;
    const own = `${counter} ${caller}`;
    const ownMs = this.#ofCaller.waitMs(own, now);
    if (ownMs > 0) return { waitMs: ownMs, cause: 'caller_share' };
    const allMs = this.#all.take(counter, now);
    if (allMs > 0) return { waitMs: allMs, cause: 'upstream_rate' };
    this.#ofCaller.take(own, now);
    return undefined;
  }

  /** Learns from a response. `isRefused` if the quota was used up. */
  observe(counter: string, left: QuotaLeft | undefined, isRefused: boolean, now: number): void {
    const limit = this.#limit();
    if (limit === undefined || (left === undefined && !isRefused && !this.#paces.has(counter))) return;
    const random = this.#random();
    const pace = nextPace(this.#paces.get(counter), { now, random, isRefused, ...left }, limit);
    this.#paces.set(counter, pace);
    // After a refusal, and at first, wait for a random part of the interval: instances must not move in step.
    if (isRefused) this.#all.lower(counter, -random, now);
    // This instance's share of what is left for all.
    else if (left) this.#all.lower(counter, Math.max(1, (left.remaining * pace.perSecond) / limit.perSecond), now);
  }

  /** The slowest pace in calls per second; undefined before the first response with a quota. */
  get slowest(): number | undefined {
    const rates = [...this.#paces.values()].map(({ perSecond }) => perSecond);
    return rates.length === 0 ? undefined : Math.min(...rates);
  }

  /** At the limit of all an instance may also burst like all. */
  #rateOf(counter: string): Rate {
    const limit = this.#limit() as Rate;
    const { perSecond = limit.perSecond } = this.#paces.peek(counter) ?? {};
    return perSecond >= limit.perSecond ? limit : { perSecond, burst: Math.max(1, perSecond) };
  }
}
