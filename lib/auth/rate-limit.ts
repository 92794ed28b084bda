/** Limits the request rate of one person, whichever frontends they use, so that nobody uses up everyone's quota. Source: A71, P-25. */
import { createRefusal } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';
import type { Caller } from './caller.ts';

const CALL = 1;
/** Cost, in calls, of a stored response, a 304, or a refusal of a cached operation. */
export const STORED_COST = 1 / 20;
/** A larger body counts as several calls. */
const BODY_BYTES_PER_CALL = 16 * 1024;
const RESPONSE_BYTES_PER_CALL = 256 * 1024;

/** Returns a function that takes `cost` calls from a caller's rate, or throws Problem `throttled`. `rate` as in `TokenBuckets`. */
export function createRateLimit(rate: () => Rate, clock: Clock): (caller: Caller, cost?: number) => Spending {
  const buckets = new TokenBuckets(rate);
  return (caller, cost = CALL) => new Spending(buckets, clock, caller, cost);
}

/** Takes from a caller's rate what one request costs. */
export class Spending {
  readonly #buckets: TokenBuckets;
  readonly #clock: Clock;
  readonly #key: string;
  /** What a load costs in addition, so that the request has cost a call. */
  #missing: number;

  constructor(buckets: TokenBuckets, clock: Clock, { key }: Caller, cost: number) {
    this.#buckets = buckets;
    this.#clock = clock;
    this.#key = key;
    this.#missing = CALL - cost;
    this.take(cost);
  }

  /** Takes calls. @throws Problem `throttled` if the caller has fewer left. */
  take(calls: number): void {
    const waitMs = this.#buckets.take(this.#key, this.#clock.monotonicNow(), calls);
    if (waitMs > 0) throw createRefusal('throttled', waitMs, 'caller_limit');
  }

  /** Takes what a body costs by its size. @throws Problem `throttled` */
  takeBody(bytes: number): void {
    const calls = Math.floor(bytes / BODY_BYTES_PER_CALL);
    if (calls > 0) this.take(calls);
  }

  /** Takes what a load costs. @throws Problem `throttled` */
  load(): void {
    this.take(this.#missing);
    this.#missing = 0;
  }

  /** Whether the caller has these calls left; by default, those of a load. */
  mayLoad(calls = this.#missing): boolean {
    return this.#buckets.waitMs(this.#key, this.#clock.monotonicNow(), calls) === 0;
  }

  /** Takes what a response costs by its size, even if the caller has less left: the next requests wait for the rest. */
  owe(bytes: number): void {
    const calls = Math.floor(bytes / RESPONSE_BYTES_PER_CALL);
    if (calls > 0) this.#buckets.owe(this.#key, this.#clock.monotonicNow(), calls);
  }
}
