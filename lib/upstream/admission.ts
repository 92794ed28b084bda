/** Decides whether a read, or a write, may be sent to an upstream now: breaker, places, Retry-After, rate. Source: docs/reliability.md#limits-of-the-upstreams. */
import { LRUCache } from 'lru-cache';
import { Problem, type ProblemType } from '../http/problem.ts';
import { clampRetryAfterMs, formatRetryAfter } from '../http/retry-after.ts';
import type { Clock, Deadline } from '../time/clock.ts';
import { Bulkhead } from './bulkhead.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Failure, MIN_ATTEMPT_MS } from './failure.ts';
import { InstanceRate } from './instance-rate.ts';
import type { Quota } from './scope.ts';
import { type Passed, ThrottleGates } from './throttle-gates.ts';
import type { CallKind, UpstreamLimits } from './upstreams.ts';

/** An admitted call. It is ended once. */
export interface Permit {
  /** Ends the call. `failure` is undefined if the upstream responded; `headers` if it did not. */
  recordResult(failure: Failure | undefined, headers?: Readonly<Record<string, string>>): void;
  /** Ends a call that was not sent. */
  cancel(): void;
}

/** The state of the calls of one kind. */
export interface AdmissionStats {
  readonly kind: CallKind;
  /** Whether the breaker of an operation is open. */
  readonly isOpen: boolean;
  /** Number of gates whose Retry-After has not passed. */
  readonly throttled: number;
  readonly inside: number;
  readonly waiting: number;
  /** The lowest remaining quota that the upstream reported since the last call of `collectStats`. */
  readonly quotaLeft: number | undefined;
}

/**
 * A timeout shows that the upstream is sick only after so much time: a slow one is not dead, and an attempt that began late was not
 * given the time that a slow one needs.
 */
const NO_ANSWER_MS = 5_000;

const QUOTA_HEADERS: Readonly<Record<CallKind, readonly string[]>> = {
  read: ['x-ms-ratelimit-remaining-subscription-reads'],
  write: ['x-ms-ratelimit-remaining-subscription-writes', 'x-ms-ratelimit-remaining-subscription-deletes'],
};

const NONE: Passed = [];
const MAX_BREAKERS = 10_000;
const SWEEP_MS = 1_000;

/** The calls of one kind to one upstream. */
export class Admission {
  readonly #kind: CallKind;
  readonly #limits: () => UpstreamLimits;
  readonly #clock: Clock;
  /** By operation and scope. */
  readonly #breakers = new LRUCache<string, CircuitBreaker>({ maxSize: MAX_BREAKERS, sizeCalculation: () => 1 });
  #sweptAt = 0;
  /** From the first Retry-After on. */
  #gates: ThrottleGates | undefined;
  readonly #bulkhead: Bulkhead;
  readonly #rate = new InstanceRate();
  #quotaLeft: number | undefined;
  #wake: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  /** `limits` is called at each use: a change keeps breakers, gates and queues. */
  constructor(kind: CallKind, limits: () => UpstreamLimits, clock: Clock) {
    this.#kind = kind;
    this.#limits = limits;
    this.#clock = clock;
    this.#bulkhead = new Bulkhead(limits().bulkhead[kind], clock);
  }

  /** Whether the breaker lets calls of the operation in this scope through. */
  isHealthy(quota: Quota): boolean {
    return !this.#breakerOf(quota).isOpen;
  }

  /** Resets `quotaLeft`. */
  collectStats(): AdmissionStats {
    const throttled = this.#gates?.countClosed(this.#clock.monotonicNow()) ?? 0;
    const isOpen = [...this.#breakers.values()].some((breaker) => breaker.isOpen);
    const quotaLeft = this.#quotaLeft;
    this.#quotaLeft = undefined;
    return { kind: this.#kind, isOpen, throttled, quotaLeft, ...this.#bulkhead.count() };
  }

  /**
   * Waits for a place, an open gate and a call of the rate, as long as an attempt then still fits into the deadline; `startWait` is
   * called if it has to wait.
   * @throws Problem `circuit_open`, `throttled` or `overloaded`, each with Retry-After.
   */
  async admit(quota: Quota, deadline: Deadline, startWait?: () => { end(): void }): Promise<Permit> {
    this.#applyLimits();
    const waitMs = Math.max(0, deadline.remainingMs() - MIN_ATTEMPT_MS);
    const breaker = this.#breakerOf(quota);
    const now = this.#clock.monotonicNow();
    // Both are checked before queueing too, so that no call waits only to be refused.
    const closedMs = this.#gates?.closedMs(quota, now) ?? 0;
    if (closedMs > waitMs) throw createRefusal('throttled', closedMs, 'retry_after');
    if (breaker.isRefusing(quota.voter, now)) throw this.#createCircuitOpen(breaker);
    const call = { caller: quota.caller, passed: NONE, start: () => this.#start(quota, call) };
    const entering = this.#bulkhead.enter(call, waitMs);
    if (entering !== true) {
      const wait = startWait?.();
      const hasEntered = await entering;
      wait?.end();
      if (!hasEntered) throw this.#createOverloaded(quota);
    }
    if (breaker.admit(quota.voter, this.#clock.monotonicNow())) return this.#createPermit(quota, call.passed);
    this.#leave(quota, call.passed, false);
    throw this.#createCircuitOpen(breaker);
  }

  /** Passes the gates and takes a call of this instance's rate; returns false if it has to wait for one of them. */
  #start(quota: Quota, call: { passed: Passed }): boolean {
    const now = this.#clock.monotonicNow();
    const passed = this.#gates ? this.#gates.pass(quota, now) : NONE;
    if (passed === undefined) {
      this.#wakeIn(this.#gates?.nextChangeMs(now) ?? 0);
      return false;
    }
    const rateMs = this.#rate.configured ? this.#rate.take(quota.counter, now) : 0;
    if (rateMs > 0) {
      this.#gates?.leave(passed, false);
      this.#wakeIn(rateMs);
      return false;
    }
    call.passed = passed;
    return true;
  }

  #applyLimits(): void {
    const { bulkhead, rate } = this.#limits();
    this.#bulkhead.size = bulkhead[this.#kind];
    this.#rate.configured = rate[this.#kind];
  }

  /** Time opens gates and fills buckets, so it has to wake those who wait; a millisecond later at least. */
  #wakeIn(waitMs: number): void {
    const ms = Math.max(1, waitMs);
    const at = this.#clock.monotonicNow() + ms;
    if (at >= this.#wakeAt) return;
    this.#wakeAt = at;
    clearTimeout(this.#wake);
    this.#wake = this.#clock.setTimer(() => {
      this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#bulkhead.pump();
    }, ms);
  }

  #createPermit(quota: Quota, passed: Passed): Permit {
    const sentAt = this.#clock.monotonicNow();
    return {
      recordResult: (failure, headers) => {
        const now = this.#clock.monotonicNow();
        const hasFailed = failure !== undefined && isSick(failure);
        // Neither a success nor a sign of bad health says anything.
        if (hasFailed || !failure) this.#breakerOf(quota).record(quota.voter, hasFailed, sentAt, now);
        if (failure) this.#slowDown(quota, failure);
        if (headers) this.#recordQuota(headers);
        this.#leave(quota, passed, failure === undefined);
      },
      cancel: () => this.#leave(quota, passed, false),
    };
  }

  #leave({ caller }: Quota, passed: Passed, isSuccess: boolean): void {
    this.#gates?.leave(passed, isSuccess);
    this.#bulkhead.leave(caller);
  }

  #breakerOf({ operation, scope }: Quota): CircuitBreaker {
    const key = `${operation} ${scope}`;
    const known = this.#breakers.get(key);
    if (known) return known;
    this.#forgetIdle();
    const breaker = new CircuitBreaker();
    this.#breakers.set(key, breaker);
    return breaker;
  }

  #forgetIdle(): void {
    const now = this.#clock.monotonicNow();
    if (now - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [key, breaker] of this.#breakers.entries()) if (breaker.isIdle(now)) this.#breakers.delete(key);
  }

  /** Only a metric: how large the bucket is, and who else uses it, is not known. */
  #recordQuota(headers: Readonly<Record<string, string>>): void {
    for (const name of QUOTA_HEADERS[this.#kind]) {
      const left = Number.parseInt(headers[name] ?? '', 10);
      if (left >= 0) this.#quotaLeft = Math.min(this.#quotaLeft ?? left, left);
    }
  }

  /** After a 429 or 503 that asks for it: until then nothing is sent, and after a 429 for the quota less. */
  #slowDown(quota: Quota, failure: Failure): void {
    if (failure.kind !== 'status' || failure.retryAfterMs === undefined) return;
    if (failure.status !== 429 && failure.status !== 503) return;
    const now = this.#clock.monotonicNow();
    const { status, retryAfterMs, isSubscriptionQuota = false } = failure;
    this.#gates ??= new ThrottleGates();
    this.#gates.close(quota, isSubscriptionQuota, clampRetryAfterMs(retryAfterMs), now);
    // A 429 of one provider is another limit's: its gate is enough.
    if (status === 429 && (isSubscriptionQuota || quota.counter === '')) this.#rate.lower(quota.counter, now);
  }

  #createOverloaded(quota: Quota): Problem {
    const now = this.#clock.monotonicNow();
    // An open gate too holds calls back, for as long as it lets out a few at a time.
    const heldMs = this.#gates?.heldMs(quota, now) ?? 0;
    if (heldMs > 0) return createRefusal('throttled', heldMs, 'retry_after');
    const rateMs = this.#rate.waitMs(quota.counter, now);
    if (rateMs > 0) return createRefusal('throttled', rateMs, 'upstream_rate');
    return createRefusal('overloaded', 1000, 'queue');
  }

  #createCircuitOpen(breaker: CircuitBreaker): Problem {
    return createRefusal('circuit_open', breaker.reopensInMs(this.#clock.monotonicNow()), 'breaker');
  }
}

/** Only server errors and missing responses show bad health; a 4xx or an invalid response shows neither. */
function isSick(failure: Failure): boolean {
  if (failure.kind === 'status') return failure.status >= 500;
  if (failure.kind === 'timeout') return failure.waitedMs >= NO_ANSWER_MS;
  return failure.kind !== 'invalid';
}

function createRefusal(type: ProblemType, ms: number, cause: string): Problem {
  return new Problem(type, { outcome: 'not-sent', headers: { 'retry-after': formatRetryAfter(ms) }, cause });
}
