/** Decides whether a read, or a write, may be sent to an upstream now: breaker, Retry-After, rate, bulkhead. Source: docs/reliability.md#limits-of-the-upstreams. */
import { Problem, type ProblemType } from '../http/problem.ts';
import { clampRetryAfterMs, formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { Deadline } from '../time/deadline.ts';
import { Bulkhead, type Leave } from './bulkhead.ts';
import { CircuitBreaker, type Generation } from './circuit-breaker.ts';
import type { Failure } from './failure.ts';
import type { CallKind, UpstreamLimits } from './limits.ts';
import { Pacer } from './pacer.ts';
import { readQuotaLeft } from './quota-headers.ts';
import { type Passed, ThrottleGates } from './throttle-gates.ts';

/** Whom and what a call counts for. */
export interface Quota {
  readonly kind: CallKind;
  readonly operation: string;
  readonly caller: string;
  /** The upstream's count of such calls: of a subscription, or of its deletes; empty if there is one for all. */
  readonly counter: string;
}

/** An admitted call. */
export interface Permit {
  /** Ends the call. `failure` is undefined if the response shows a healthy upstream; `headers` if there was no response. */
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
  /** Calls per second that this instance may send for the subscription with the fewest; undefined before the first response with a quota. */
  readonly pace: number | undefined;
}

/** Share of the remaining time that a call may spend in the queue. */
const QUEUE_SHARE = 0.25;
/** The calls of one kind. */
export class KindAdmission {
  readonly #kind: CallKind;
  readonly #clock: Clock;
  /** By operation: one provider's failures do not shut the others. */
  readonly #breakers = new Map<string, CircuitBreaker>();
  readonly #gates = new ThrottleGates();
  readonly #bulkhead: Bulkhead;
  readonly #pacer: Pacer;
  #quotaLeft: number | undefined;
  #wake: NodeJS.Timeout | undefined;

  constructor(kind: CallKind, limits: () => UpstreamLimits, clock: Clock) {
    this.#kind = kind;
    this.#clock = clock;
    this.#bulkhead = new Bulkhead(() => limits().bulkhead[kind], clock);
    this.#pacer = new Pacer(() => limits().rate[kind]);
  }

  isHealthy(operation: string): boolean {
    return this.#breakerOf(operation).isClosed;
  }

  collectStats(): AdmissionStats {
    const throttled = this.#gates.countClosed(this.#clock.monotonicNow());
    const isOpen = [...this.#breakers.values()].some(({ isClosed }) => !isClosed);
    const quotaLeft = this.#quotaLeft;
    this.#quotaLeft = undefined;
    const { inside, waiting } = this.#bulkhead;
    return { kind: this.#kind, isOpen, throttled, inside, waiting, quotaLeft, pace: this.#pacer.slowest };
  }

  async admit(quota: Quota, deadline: Deadline): Promise<Permit> {
    const waitMs = deadline.remainingMs() * QUEUE_SHARE;
    // Checked before queueing, so that no call waits only to be rejected.
    const closedMs = this.#closedMs(quota);
    if (closedMs > waitMs) throw createRejection('throttled', closedMs, 'retry_after');
    const breaker = this.#breakerOf(quota.operation);
    if (breaker.isRefusing(this.#clock.monotonicNow())) throw this.#createCircuitOpen(breaker);
    const gated: { passed?: Passed | undefined } = {};
    const mayGo = () => {
      gated.passed = this.#gates.pass(quota, this.#clock.monotonicNow());
      return gated.passed !== undefined;
    };
    const entering = this.#bulkhead.enter({ caller: quota.caller, mayGo }, waitMs);
    this.#wakeWaiting();
    const leave = await entering;
    if (leave === undefined || gated.passed === undefined) throw this.#createOverloaded(quota);
    return this.#createPermit(quota, gated.passed, leave);
  }

  #createPermit(quota: Quota, passed: Passed, leave: Leave): Permit {
    const breaker = this.#breakerOf(quota.operation);
    const end = (isSuccess: boolean) => {
      this.#gates.leave(passed, isSuccess);
      leave();
    };
    const generation = breaker.admit(this.#clock.monotonicNow());
    const rejection = generation === undefined ? this.#createCircuitOpen(breaker) : this.#takeRate(quota);
    if (generation === undefined || rejection) {
      if (generation !== undefined) breaker.cancel(generation);
      end(false);
      throw rejection;
    }
    return {
      recordResult: (failure, headers) => {
        recordHealth(breaker, generation, failure, this.#clock.monotonicNow());
        if (failure) this.#closeGate(quota, failure);
        this.#learn(quota, failure, headers);
        end(failure === undefined);
      },
      cancel: () => {
        breaker.cancel(generation);
        end(false);
      },
    };
  }

  #breakerOf(operation: string): CircuitBreaker {
    const breaker = this.#breakers.get(operation) ?? new CircuitBreaker();
    this.#breakers.set(operation, breaker);
    return breaker;
  }

  /** Returns a problem if the caller, or the subscription, is above its rate. */
  #takeRate({ counter, caller }: Quota): Problem | undefined {
    const refusal = this.#pacer.take(counter, caller, this.#clock.monotonicNow());
    return refusal && createRejection('throttled', refusal.waitMs, refusal.cause);
  }

  /** A 429 of one provider, or with a quota that is not used up, is another limit's: its gate is enough. */
  #learn(quota: Quota, failure: Failure | undefined, headers: Readonly<Record<string, string>> = {}): void {
    const left = readQuotaLeft(headers, this.#kind);
    if (left) this.#quotaLeft = Math.min(this.#quotaLeft ?? left.remaining, left.remaining);
    const isThrottled = failure?.kind === 'status' && failure.status === 429 && !left?.remaining;
    const isRefused = isThrottled && (failure.isSubscriptionQuota === true || quota.counter === '');
    this.#pacer.observe(quota.counter, left, isRefused, this.#clock.monotonicNow());
  }

  #closedMs(quota: Quota): number {
    return this.#gates.closedMs(quota, this.#clock.monotonicNow());
  }

  #closeGate(quota: Quota, failure: Failure): void {
    if (failure.kind !== 'status' || failure.retryAfterMs === undefined) return;
    if (failure.status !== 429 && failure.status !== 503) return;
    const ms = clampRetryAfterMs(failure.retryAfterMs);
    this.#gates.close(quota, failure.isSubscriptionQuota === true, ms, this.#clock.monotonicNow());
    this.#wakeWaiting();
  }

  /** Time opens gates, so it has to wake those who wait. */
  #wakeWaiting(): void {
    clearTimeout(this.#wake);
    if (this.#bulkhead.waiting === 0) return;
    const ms = this.#gates.nextChangeMs(this.#clock.monotonicNow());
    if (ms === undefined) return;
    this.#wake = this.#clock.setTimer(() => {
      this.#bulkhead.pump();
      this.#wakeWaiting();
    }, ms);
  }

  #createOverloaded(quota: Quota): Problem {
    const closedMs = this.#closedMs(quota);
    if (closedMs > 0) return createRejection('throttled', closedMs, 'retry_after');
    return createRejection('overloaded', 1000, this.#bulkhead.isAtShare(quota.caller) ? 'caller_share' : 'queue');
  }

  #createCircuitOpen(breaker: CircuitBreaker): Problem {
    return createRejection('circuit_open', breaker.reopensInMs(this.#clock.monotonicNow()), 'breaker');
  }
}

/** Only server errors and broken connections show bad health; a 4xx or an invalid response does not. */
function recordHealth(breaker: CircuitBreaker, generation: Generation, failure: Failure | undefined, now: number) {
  if (failure === undefined) breaker.succeed(generation, now);
  else if (failure.kind === 'invalid') breaker.cancel(generation);
  else if (failure.kind !== 'status') breaker.fail(generation, now, true);
  else if (failure.status < 500) breaker.cancel(generation);
  else breaker.fail(generation, now, false);
}

function createRejection(type: ProblemType, ms: number, cause: string): Problem {
  return new Problem(type, { outcome: 'not-sent', headers: { 'retry-after': formatRetryAfter(ms) }, cause });
}
