/** Decides whether a call may be sent to an upstream now: breaker, Retry-After, rate and bulkhead. Source: P-08 to P-12. */
import { LRUCache } from 'lru-cache';
import { Problem, type ProblemType } from '../http/problem.ts';
import { clampRetryAfterMs, formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { Deadline } from '../time/deadline.ts';
import { createTokenBuckets, type TokenBuckets } from '../time/token-bucket.ts';
import { Bulkhead, type Leave } from './bulkhead.ts';
import { CircuitBreaker, type Generation } from './circuit-breaker.ts';
import type { Failure } from './failure.ts';
import type { CallKind, UpstreamLimits } from './limits.ts';
import { RetryBudget } from './retry.ts';

/** The quota that a call counts against. */
export interface Quota {
  readonly kind: CallKind;
  /** Empty if the upstream does not count by subscription. */
  readonly subscriptionId: string;
}

/** An admitted call. */
interface Permit {
  /** Ends the call. `failure` is undefined if the response shows a healthy upstream; `headers` if there was no response. */
  recordResult(failure: Failure | undefined, headers?: Readonly<Record<string, string>>): void;
  /** Ends a call that was not sent. */
  cancel(): void;
}

/** The state of the calls of one kind. */
export interface AdmissionStats {
  readonly kind: CallKind;
  readonly isOpen: boolean;
  /** Number of subscriptions whose Retry-After has not passed. */
  readonly throttled: number;
  readonly inside: number;
  readonly waiting: number;
  /** The lowest remaining quota that the upstream reported since the last call of `collectStats`. */
  readonly quotaLeft: number | undefined;
}

/** Reads and writes of one upstream have separate limits and separate state. */
export class AdmissionControl {
  readonly retryBudget = new RetryBudget();
  readonly #controls: Readonly<Record<CallKind, KindControl>>;

  constructor(limits: UpstreamLimits, clock: Clock) {
    this.#controls = { read: new KindControl('read', limits, clock), write: new KindControl('write', limits, clock) };
  }

  /** @throws Problem `circuit_open`, `throttled` or `overloaded`, each with Retry-After. */
  admit({ kind, subscriptionId }: Quota, deadline: Deadline): Promise<Permit> {
    return this.#controls[kind].admit(subscriptionId, deadline);
  }

  isHealthy(kind: CallKind): boolean {
    return this.#controls[kind].isHealthy;
  }

  /** Resets `quotaLeft`. */
  collectStats(): readonly AdmissionStats[] {
    return [this.#controls.read.collectStats(), this.#controls.write.collectStats()];
  }
}

/** Share of the remaining time that a call may spend in the queue. */
const QUEUE_SHARE = 0.25;
/** Timers can fire up to this much early. */
const TIMER_TOLERANCE_MS = 5;
const MAX_SUBSCRIPTIONS = 10_000;

/** What the management API still grants; the others do not report it. Source: L-48. */
const QUOTA_HEADERS: Readonly<Record<CallKind, string>> = {
  read: 'x-ms-ratelimit-remaining-subscription-reads',
  write: 'x-ms-ratelimit-remaining-subscription-writes',
};

class KindControl {
  readonly #kind: CallKind;
  readonly #clock: Clock;
  readonly #breaker = new CircuitBreaker();
  readonly #bulkhead: Bulkhead;
  readonly #rate: TokenBuckets | undefined;
  /** Times of the monotonic clock, by subscription. */
  readonly #retryAfterUntil = new LRUCache<string, number>({ maxSize: MAX_SUBSCRIPTIONS, sizeCalculation: () => 1 });
  #quotaLeft: number | undefined;

  constructor(kind: CallKind, { bulkhead, rate }: UpstreamLimits, clock: Clock) {
    this.#kind = kind;
    this.#clock = clock;
    this.#bulkhead = new Bulkhead(bulkhead[kind], clock);
    const own = rate[kind];
    this.#rate = own && createTokenBuckets(own);
  }

  get isHealthy(): boolean {
    return this.#breaker.isClosed;
  }

  collectStats(): AdmissionStats {
    const now = this.#clock.monotonicNow();
    const throttled = [...this.#retryAfterUntil.values()].filter((until) => until > now).length;
    const quotaLeft = this.#quotaLeft;
    this.#quotaLeft = undefined;
    const { inside, waiting } = this.#bulkhead;
    return { kind: this.#kind, isOpen: !this.isHealthy, throttled, inside, waiting, quotaLeft };
  }

  async admit(subscriptionId: string, deadline: Deadline): Promise<Permit> {
    this.#checkRetryAfter(subscriptionId);
    // Checked before queueing, so that no call waits only to be rejected.
    if (this.#breaker.isRefusing(this.#clock.monotonicNow())) throw this.#createCircuitOpen();
    const leave = this.#bulkhead.tryEnter() ?? (await this.#bulkhead.enter(deadline.remainingMs() * QUEUE_SHARE));
    if (leave === undefined) throw createRejection('overloaded', 1000);
    try {
      return this.#createPermit(subscriptionId, leave);
    } catch (problem) {
      leave();
      throw problem;
    }
  }

  #createPermit(subscriptionId: string, leave: Leave): Permit {
    this.#checkRetryAfter(subscriptionId);
    const generation = this.#breaker.admit(this.#clock.monotonicNow());
    if (generation === undefined) throw this.#createCircuitOpen();
    const waitMs = this.#rate?.take(subscriptionId, this.#clock.monotonicNow()) ?? 0;
    if (waitMs > 0) {
      this.#breaker.cancel(generation);
      throw createRejection('throttled', waitMs);
    }
    return {
      recordResult: (failure, headers) => {
        leave();
        this.#recordHealth(generation, failure);
        if (failure) this.#recordRetryAfter(subscriptionId, failure);
        if (headers) this.#recordQuotaLeft(headers);
      },
      cancel: () => {
        leave();
        this.#breaker.cancel(generation);
      },
    };
  }

  #checkRetryAfter(subscriptionId: string): void {
    const until = this.#retryAfterUntil.get(subscriptionId);
    if (until === undefined) return;
    const remainingMs = until - this.#clock.monotonicNow();
    if (remainingMs > TIMER_TOLERANCE_MS) throw createRejection('throttled', remainingMs);
    this.#retryAfterUntil.delete(subscriptionId);
  }

  /** Only server errors and broken connections show bad health; a 4xx or an invalid response does not. */
  #recordHealth(generation: Generation, failure: Failure | undefined): void {
    const now = this.#clock.monotonicNow();
    if (failure === undefined) this.#breaker.succeed(generation, now);
    else if (failure.kind === 'invalid') this.#breaker.cancel(generation);
    else if (failure.kind !== 'status') this.#breaker.fail(generation, now, true);
    else if (failure.status < 500) this.#breaker.cancel(generation);
    else this.#breaker.fail(generation, now, false);
  }

  #recordRetryAfter(subscriptionId: string, failure: Failure): void {
    if (failure.kind !== 'status' || failure.retryAfterMs === undefined) return;
    if (failure.status !== 429 && failure.status !== 503) return;
    const until = this.#clock.monotonicNow() + clampRetryAfterMs(failure.retryAfterMs);
    this.#retryAfterUntil.set(subscriptionId, Math.max(this.#retryAfterUntil.get(subscriptionId) ?? 0, until));
  }

  #recordQuotaLeft(headers: Readonly<Record<string, string>>): void {
    const left = Number(headers[QUOTA_HEADERS[this.#kind]] ?? Number.NaN);
    if (left < (this.#quotaLeft ?? Number.POSITIVE_INFINITY)) this.#quotaLeft = left;
  }

  #createCircuitOpen(): Problem {
    return createRejection('circuit_open', this.#breaker.reopensInMs(this.#clock.monotonicNow()));
  }
}

function createRejection(type: Extract<ProblemType, 'circuit_open' | 'throttled' | 'overloaded'>, ms: number): Problem {
  return new Problem(type, { outcome: 'not-sent', headers: { 'retry-after': formatRetryAfter(ms) } });
}
