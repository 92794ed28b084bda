/** Limits the request rate of one person, whichever frontends they use, so that nobody uses up everyone's quota. Source: A71, P-25. */
import { createRefusal } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';
import type { Caller } from './caller.ts';

const CALL = 1;
/** Of a stored response, a 304, and a refusal where a response could have been stored. */
export const STORED_COST = 1 / 20;
/** A larger body counts as several calls. */
const BODY_BYTES_PER_CALL = 16 * 1024;
const RESPONSE_BYTES_PER_CALL = 256 * 1024;

/** Returns what takes so many calls of a caller's rate, one by default. @throws Problem `throttled`. `rate` as in `TokenBuckets`. */
export function createRateLimit(rate: () => Rate, clock: Clock): (caller: Caller, cost?: number) => Spending {
  const buckets = new TokenBuckets(rate);
  return (caller, cost = CALL) => new Spending(buckets, clock, caller, cost);
}

/** What one request takes of its caller's rate. */
export class Spending {
  readonly #buckets: TokenBuckets;
  readonly #clock: Clock;
  readonly #key: string;
  /** What is missing to a call. */
  #missing: number;

  constructor(buckets: TokenBuckets, clock: Clock, { key }: Caller, cost: number) {
    this.#buckets = buckets;
    this.#clock = clock;
    this.#key = key;
    this.#missing = CALL - cost;
    this.take(cost);
  }

  /** @throws Problem `throttled` if the caller has not so many calls left. */
  take(calls: number): void {
    const waitMs = this.#buckets.take(this.#key, this.#clock.monotonicNow(), calls);
    if (waitMs > 0) throw createRefusal('throttled', waitMs, 'caller_limit');
  }

  /** Takes what a body costs by its size. @throws Problem `throttled` */
  takeBody(bytes: number): void {
    const calls = Math.floor(bytes / BODY_BYTES_PER_CALL);
    if (calls > 0) this.take(calls);
  }

  /** Takes what is missing to a call. @throws Problem `throttled` */
  load(): void {
    this.take(this.#missing);
    this.#missing = 0;
  }

  /** Whether the caller has so many calls, or what is missing to one. */
  mayLoad(calls = this.#missing): boolean {
    return this.#buckets.waitMs(this.#key, this.#clock.monotonicNow(), calls) === 0;
  }

  /** Takes what a response costs by its size, as it is: what the caller requests next waits for what is missing. */
  owe(bytes: number): void {
    const calls = Math.floor(bytes / RESPONSE_BYTES_PER_CALL);
    if (calls > 0) this.#buckets.owe(this.#key, this.#clock.monotonicNow(), calls);
  }
}
