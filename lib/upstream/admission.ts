/** Decides whether a read, or a write, may be sent to an upstream now: breaker, places, Retry-After, rate. Source: docs/reliability.md#limits-of-the-upstreams. */
import { LRUCache } from 'lru-cache';
import { createRefusal, type Problem } from '../http/problem.ts';
import { clampRetryAfterMs } from '../http/retry-after.ts';
import type { Clock, Deadline } from '../time/clock.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Failure, MIN_ATTEMPT_MS } from './failure.ts';
import { type Leave, Limit, type PendingCall, type Person } from './limit.ts';
import type { Quota } from './scope.ts';
import { ScopeLimits } from './scope-limits.ts';
import type { CallKind, UpstreamLimits } from './upstreams.ts';

/** Records that a call has to wait. */
type StartWait = () => { end(): void };

/** An admitted call. It is ended once. */
export interface Permit {
  /** Ends the call. `failure` is undefined if the upstream responded; `headers` if it did not. */
  recordResult(failure: Failure | undefined, headers?: Readonly<Record<string, string>>): void;
  /** Ends a call that was not sent. */
  cancel(): void;
}

/** A timeout after less time does not show that the upstream is sick: an attempt that began late had no time for a slow response. */
const NO_ANSWER_MS = 5_000;

const QUOTAS: Readonly<Record<CallKind, readonly string[]>> = { read: ['reads'], write: ['writes', 'deletes'] };

const MAX_SCOPES = 1_000;

/** The places of the calls in progress. Source: P-11. */
export class Bulkhead extends Limit {
  /** Number of places. A smaller one ends no call and no wait. */
  parallel = 0;

  /**
   * Gives each tenant, and each of its people, an equal share, or more while places are free. One place stays free for a tenant without
   * a call (with one tenant, for a person): calls that hang cannot be recalled.
   */
  override heldMs(_: number, { inside, tenant }: Person): number {
    const { size: tenants } = this.tenants;
    const free = this.parallel - this.inside;
    const isFirst = tenant.inside === 0 || (tenants === 1 && inside === 0);
    const share = Math.max(free, (this.parallel - 1) / tenants / tenant.people.size);
    const hasPlace = isFirst || free < 2 ? isFirst && free > 0 : inside < share;
    return hasPlace ? 0 : Number.POSITIVE_INFINITY;
  }

  override createRefusal(): Problem {
    return createRefusal('overloaded', 1_000, 'queue');
  }
}

/** The calls of one kind to one upstream. */
export class Admission {
  readonly #kind: CallKind;
  readonly #settings: () => UpstreamLimits;
  readonly #clock: Clock;
  /** By operation and scope. */
  readonly #breakers = new LRUCache<string, CircuitBreaker>({ maxSize: MAX_SCOPES, sizeCalculation: () => 1 });
  readonly #limits: ScopeLimits;
  readonly #places: Bulkhead;
  /** How many calls may wait for one limit. */
  #queue = 0;
  /** Only telemetry removes them, so their number is limited. */
  readonly #quotas = new LRUCache<string, number>({ maxSize: MAX_SCOPES, sizeCalculation: () => 1 });

  /** `settings` is called at each use: a change keeps breakers, gates and lines. */
  constructor(kind: CallKind, settings: () => UpstreamLimits, clock: Clock) {
    this.#kind = kind;
    this.#settings = settings;
    this.#clock = clock;
    this.#limits = new ScopeLimits(clock);
    this.#places = new Bulkhead(clock);
  }

  /** Whether the breaker lets calls of the operation in this scope through. */
  isHealthy(quota: Quota): boolean {
    return !this.#breakerOf(quota).isOpen;
  }

  /** `quotas` are the lowest that the upstream reported since the last call, by scope. */
  collectStats() {
    const { throttled, waiting } = this.#limits.count();
    const isOpen = [...this.#breakers.values()].some((breaker) => breaker.isOpen);
    const quotas = new Map(this.#quotas.entries());
    this.#quotas.clear();
    const { inside, waiting: forPlaces } = this.#places;
    return { kind: this.#kind, isOpen, throttled, quotas, inside, waiting: waiting + forPlaces };
  }

  /**
   * Waits for the limits of the scope, then for a place, while an attempt still fits into the deadline; calls `startWait` if it waits.
   * @throws Problem `circuit_open`, `throttled` or `overloaded`, each with Retry-After.
   */
  async admit(quota: Quota, deadline: Deadline, startWait?: StartWait): Promise<Permit> {
    this.#applySettings();
    const startedAt = this.#clock.monotonicNow();
    const call = { quota, startedAt, endsAt: startedAt + deadline.remainingMs() - MIN_ATTEMPT_MS };
    const breaker = this.#breakerOf(quota);
    for (;;) {
      const now = this.#clock.monotonicNow();
      if (breaker.isRefusing(quota.voter, now))
        throw createRefusal('circuit_open', breaker.reopensInMs(now), 'breaker');
      const leave = await this.#passAll(call, this.#limits.find(call, now).concat(this.#places), startWait);
      const sentAt = this.#clock.monotonicNow();
      if (leave && !this.#limits.isClosed(call, sentAt) && breaker.admit(quota.voter, sentAt))
        return this.#createPermit(quota, leave, breaker, sentAt);
      // The breaker opened, or a gate was closed.
      leave?.('not sent');
    }
  }

  #applySettings(): void {
    const { bulkhead, rate } = this.#settings();
    this.#places.parallel = bulkhead[this.#kind].parallel;
    this.#queue = bulkhead[this.#kind].queue;
    this.#limits.rate = rate[this.#kind];
  }

  /** Passes one limit after the other; returns undefined if one of them sends the call back. @throws Problem if one refuses it. */
  async #passAll(call: PendingCall, limits: readonly Limit[], startWait?: StartWait): Promise<Leave | undefined> {
    const passed: Leave[] = [];
    const leave: Leave = (result) => {
      for (const leaveOne of passed) leaveOne(result);
    };
    for (const limit of limits) {
      let outcome = limit.pass(call, this.#queue);
      if (outcome instanceof Promise) {
        const span = startWait?.();
        outcome = await outcome;
        span?.end();
      }
      if (typeof outcome === 'function') {
        passed.push(outcome);
        continue;
      }
      leave('not sent');
      if (outcome) throw outcome;
      return undefined;
    }
    return leave;
  }

  #createPermit(quota: Quota, leave: Leave, breaker: CircuitBreaker, sentAt: number): Permit {
    return {
      recordResult: (failure, headers) => {
        // Any other failure says nothing about the upstream's health.
        const hasFailed = failure !== undefined && isSick(failure);
        if (hasFailed || !failure) this.#recordHealth(breaker, quota.voter, sentAt, hasFailed);
        if (failure) this.#slowDown(quota, failure);
        if (headers) this.#recordQuota(quota, headers);
        leave(failure ? 'failure' : 'success');
      },
      cancel: () => leave('not sent'),
    };
  }

  #recordHealth(breaker: CircuitBreaker, voter: string, sentAt: number, hasFailed: boolean): void {
    const wasOpen = breaker.isOpen;
    breaker.record(voter, hasFailed, sentAt, this.#clock.monotonicNow());
    if (breaker.isOpen && !wasOpen) this.#places.sendBack((call) => this.#breakerOf(call.quota) === breaker);
  }

  #breakerOf({ operation, scope }: Quota): CircuitBreaker {
    const key = `${operation} ${scope}`;
    const breaker = this.#breakers.get(key) ?? new CircuitBreaker();
    this.#breakers.set(key, breaker);
    return breaker;
  }

  /** Only a metric: how large the bucket is, and who else uses it, is not known. */
  #recordQuota({ scope }: Quota, headers: Readonly<Record<string, string>>): void {
    for (const name of QUOTAS[this.#kind]) {
      const left = Number.parseInt(headers[`x-ms-ratelimit-remaining-subscription-${name}`] ?? '', 10);
      if (left >= 0) this.#quotas.set(scope, Math.min(this.#quotas.get(scope) ?? left, left));
    }
  }

  /** Holds calls back until the Retry-After has passed, and lowers the rate after a 429 for the quota. */
  #slowDown(quota: Quota, failure: Failure): void {
    if (failure.kind !== 'status' || !failure.held || failure.retryAfterMs === undefined) return;
    const isConcerned = this.#limits.close(quota, failure.held, clampRetryAfterMs(failure.retryAfterMs));
    this.#places.sendBack(isConcerned);
  }
}

/** Only server errors and missing responses show bad health; a 4xx or an invalid response shows neither. */
function isSick(failure: Failure): boolean {
  if (failure.kind === 'status') return failure.status >= 500;
  if (failure.kind === 'timeout') return failure.waitedMs >= NO_ANSWER_MS;
  return failure.kind !== 'invalid';
}
