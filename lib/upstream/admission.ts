/** Decides whether a read, or a write, may be sent to an upstream now: breaker, places, Retry-After, rate. Source: docs/reliability.md#limits-of-the-upstreams. */
import { LRUCache } from 'lru-cache';
import { createRefusal } from '../http/problem.ts';
import { clampRetryAfterMs } from '../http/retry-after.ts';
import type { Clock, Deadline } from '../time/clock.ts';
import { Bulkhead } from './bulkhead.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Failure, MIN_ATTEMPT_MS } from './failure.ts';
import type { Quota } from './scope.ts';
import { type LimitedCall, type Passed, ScopeLimits } from './scope-limits.ts';
import type { CallKind, UpstreamLimits } from './upstreams.ts';

/** An admitted call. It is ended once. */
export interface Permit {
  /** Ends the call. `failure` is undefined if the upstream responded; `headers` if it did not. */
  recordResult(failure: Failure | undefined, headers?: Readonly<Record<string, string>>): void;
  /** Ends a call that was not sent. */
  cancel(): void;
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

const MAX_SCOPES = 1_000;

/** The calls of one kind to one upstream. */
export class Admission {
  readonly #kind: CallKind;
  readonly #settings: () => UpstreamLimits;
  readonly #clock: Clock;
  /** By operation and scope. */
  readonly #breakers = new LRUCache<string, CircuitBreaker>({ maxSize: MAX_SCOPES, sizeCalculation: () => 1 });
  readonly #limits: ScopeLimits;
  readonly #places: Bulkhead<LimitedCall>;
  /** Where no telemetry reads them, they are not removed. */
  readonly #quotas = new LRUCache<string, number>({ maxSize: MAX_SCOPES, sizeCalculation: () => 1 });

  /** `settings` is called at each use: a change keeps breakers, gates and lines. */
  constructor(kind: CallKind, settings: () => UpstreamLimits, clock: Clock) {
    this.#kind = kind;
    this.#settings = settings;
    this.#clock = clock;
    this.#limits = new ScopeLimits(clock);
    this.#places = new Bulkhead(settings().bulkhead[kind], clock);
  }

  /** Whether the breaker lets calls of the operation in this scope through. */
  isHealthy(quota: Quota): boolean {
    return !this.#breakerOf(quota).isOpen;
  }

  /** `quotas` are the lowest that the upstream reported since the last call, by scope. */
  collectStats() {
    const { throttled, waiting } = this.#limits.count();
    const places = this.#places.count();
    const isOpen = [...this.#breakers.values()].some((breaker) => breaker.isOpen);
    const quotas = new Map(this.#quotas.entries());
    this.#quotas.clear();
    return { kind: this.#kind, isOpen, throttled, quotas, inside: places.inside, waiting: waiting + places.waiting };
  }

  /**
   * Waits for the limits of the scope, then for a place, as long as an attempt then still fits into the deadline; `startWait` is
   * called if it has to wait.
   * @throws Problem `circuit_open`, `throttled` or `overloaded`, each with Retry-After.
   */
  async admit(quota: Quota, deadline: Deadline, startWait?: () => { end(): void }): Promise<Permit> {
    this.#applySettings();
    const startedAt = this.#clock.monotonicNow();
    const { tenant, caller } = quota;
    const call = { quota, tenant, caller, startedAt, endsAt: startedAt + deadline.remainingMs() - MIN_ATTEMPT_MS };
    const breaker = this.#breakerOf(quota);
    for (;;) {
      const now = this.#clock.monotonicNow();
      if (breaker.isRefusing(quota.voter, now))
        throw createRefusal('circuit_open', breaker.reopensInMs(now), 'breaker');
      const passing = this.#limits.pass(call);
      const passed = passing instanceof Promise ? await wait(passing, startWait) : passing;
      const entering = this.#places.enter(call, call.endsAt - this.#clock.monotonicNow());
      const entry = entering instanceof Promise ? await wait(entering, startWait) : entering;
      const isClosed = this.#limits.isClosed(call);
      if (entry === 'entered' && !isClosed && breaker.admit(quota.voter, this.#clock.monotonicNow()))
        return this.#createPermit(call, passed, breaker);
      // The breaker opened, a gate was closed, or there was no place in time.
      this.#limits.leave(passed, call, 'not sent');
      if (entry === 'entered') this.#places.leave(call);
      if (entry === undefined) throw createRefusal('overloaded', 1_000, 'queue');
    }
  }

  #applySettings(): void {
    const { bulkhead, rate } = this.#settings();
    this.#places.size = bulkhead[this.#kind];
    this.#limits.maxWaiting = bulkhead[this.#kind].queue;
    this.#limits.rate.configured = rate[this.#kind];
  }

  #createPermit(call: LimitedCall, passed: Passed, breaker: CircuitBreaker): Permit {
    const { quota } = call;
    const sentAt = this.#clock.monotonicNow();
    return {
      recordResult: (failure, headers) => {
        // What is neither a success nor a sign of bad health says nothing.
        const hasFailed = failure !== undefined && isSick(failure);
        if (hasFailed || !failure) this.#recordHealth(breaker, quota.voter, sentAt, hasFailed);
        if (failure) this.#slowDown(quota, failure);
        if (headers) this.#recordQuota(quota, headers);
        this.#limits.leave(passed, call, failure ? 'failure' : 'success');
        this.#places.leave(call);
      },
      cancel: () => {
        this.#limits.leave(passed, call, 'not sent');
        this.#places.leave(call);
      },
    };
  }

  #recordHealth(breaker: CircuitBreaker, voter: string, sentAt: number, hasFailed: boolean): void {
    const wasOpen = breaker.isOpen;
    breaker.record(voter, hasFailed, sentAt, this.#clock.monotonicNow());
    if (breaker.isOpen && !wasOpen) this.#places.sendBack((call) => this.#breakerOf(call.quota) === breaker);
  }

  #breakerOf({ operation, scope }: Quota): CircuitBreaker {
    const key = `${operation} ${scope}`;
    const known = this.#breakers.get(key);
    if (known) return known;
    const breaker = new CircuitBreaker();
    this.#breakers.set(key, breaker);
    return breaker;
  }

  /** Only a metric: how large the bucket is, and who else uses it, is not known. */
  #recordQuota({ scope }: Quota, headers: Readonly<Record<string, string>>): void {
    for (const name of QUOTA_HEADERS[this.#kind]) {
      const left = Number.parseInt(headers[name] ?? '', 10);
      if (left >= 0) this.#quotas.set(scope, Math.min(this.#quotas.get(scope) ?? left, left));
    }
  }

  /** Until the Retry-After has passed nothing is sent to what it holds back, and after a 429 for the quota less. */
  #slowDown(quota: Quota, failure: Failure): void {
    if (failure.kind !== 'status' || !failure.held || failure.retryAfterMs === undefined) return;
    const isConcerned = this.#limits.close(quota, failure.held, clampRetryAfterMs(failure.retryAfterMs));
    this.#places.sendBack(isConcerned);
    // A 429 of one provider is another limit's: its gate is enough.
    const isOwn = failure.held === 'scope' || (failure.held === 'operation' && quota.scope === '');
    if (isOwn) this.#limits.rate.lower(quota.counter, this.#clock.monotonicNow());
  }
}

/** `startWait` records the wait. */
async function wait<T>(waiting: Promise<T>, startWait?: () => { end(): void }): Promise<T> {
  const span = startWait?.();
  try {
    return await waiting;
  } finally {
    span?.end();
  }
}

/** Only server errors and missing responses show bad health; a 4xx or an invalid response shows neither. */
function isSick(failure: Failure): boolean {
  if (failure.kind === 'status') return failure.status >= 500;
  if (failure.kind === 'timeout') return failure.waitedMs >= NO_ANSWER_MS;
  return failure.kind !== 'invalid';
}
