/** Stands before an upstream: breaker, throttle gate, rate and bulkhead decide whether a call goes out now. Source: reliability 4.2. */
import { Problem, type ProblemType } from '../http/problem.ts';
import { clampRetryAfterMs, formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { Deadline } from '../time/deadline.ts';
import { createTokenBuckets } from '../time/token-bucket.ts';
import { type Bulkhead, createBulkhead } from './bulkhead.ts';
import { type CircuitBreaker, createCircuitBreaker, type Generation } from './circuit-breaker.ts';
import type { Failure } from './failure.ts';
import type { CallKind, UpstreamLimits } from './limits.ts';
import { createQuotaLeft, type QuotaLeft } from './quota-left.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';

/** What a call counts against. */
export interface Quota {
  readonly kind: CallKind;
  /** The subscription, where the upstream counts by it; else empty. */
  readonly subscriptionId: string;
}

/** A call that is under way. */
interface Permit {
  /** Gives the place back and says how it went; undefined is an answer that speaks of health. */
  leave(failure: Failure | undefined): void;
  /** Gives the place back; nothing was asked of the upstream. */
  cancel(): void;
}

export interface AdmissionControl {
  /** Throws Problem `circuit_open`, `throttled` or `overloaded`, each with the time after which to come again. */
  admit(quota: Quota, deadline: Deadline): Permit | Promise<Permit>;
  readonly budget: RetryBudget;
  isHealthy(kind: CallKind): boolean;
  readonly quotaLeft: QuotaLeft;
  /** Reading begins a new lowest `quotaLeft`. */
  collectStats(): readonly AdmissionStats[];
}

/** How the calls of one kind stand. */
export interface AdmissionStats {
  readonly kind: CallKind;
  readonly isOpen: boolean;
  /** Throttle gates that are closed: one a subscription, where the upstream counts by it. */
  readonly throttled: number;
  readonly inside: number;
  readonly waiting: number;
  /** The least that the upstream said it still grants, since this was last read. */
  readonly quotaLeft: number | undefined;
}

/** The share of the time left that a call may spend in the queue. */
const QUEUE_SHARE = 0.25;
/** Timers can fire up to this much early. */
const TIMER_TOLERANCE_MS = 5;

const KINDS: readonly CallKind[] = ['read', 'write'];

export function createAdmissionControl(limits: UpstreamLimits, clock: Clock): AdmissionControl {
  const breakers: Record<CallKind, CircuitBreaker> = { read: createCircuitBreaker(), write: createCircuitBreaker() };
  const bulkheads: Record<CallKind, Bulkhead> = {
    read: createBulkhead(limits.bulkhead.read, clock),
    write: createBulkhead(limits.bulkhead.write, clock),
  };
  const buckets = {
    read: limits.rate.read && createTokenBuckets(limits.rate.read),
    write: limits.rate.write && createTokenBuckets(limits.rate.write),
  };
  const gates = new Map<string, number>();
  const quotaLeft = createQuotaLeft();

  return {
    quotaLeft,
    collectStats: () =>
      KINDS.map((kind) => ({
        ...toState(kind, breakers[kind], bulkheads[kind]),
        throttled: countClosed(gates, kind, clock.now()),
        quotaLeft: quotaLeft.take(kind),
      })),
    budget: createRetryBudget(),
    isHealthy: (kind) => breakers[kind].isClosed,
    admit(quota, deadline) {
      refuseWhileClosed(quota);
      // Before the queue: nobody waits there to be refused.
      if (breakers[quota.kind].isRefusing(clock.now())) throw refuseOpen(breakers[quota.kind], clock.now());
      const leave = bulkheads[quota.kind].tryEnter();
      return leave ? tryPass(quota, leave) : queue(quota, deadline);
    },
  };

  async function queue(quota: Quota, deadline: Deadline): Promise<Permit> {
    const leave = await bulkheads[quota.kind].enter(deadline.remainingMs() * QUEUE_SHARE);
    if (leave === undefined) throw refuse('overloaded', 1000);
    return tryPass(quota, leave);
  }

  function tryPass(quota: Quota, leave: () => void): Permit {
    try {
      return pass(quota, leave);
    } catch (problem) {
      leave();
      throw problem;
    }
  }

  function pass(quota: Quota, leave: () => void): Permit {
    refuseWhileClosed(quota);
    const breaker = breakers[quota.kind];
    const phase = breaker.admit(clock.now());
    if (phase === undefined) throw refuseOpen(breaker, clock.now());
    const waitMs = buckets[quota.kind]?.take(quota.subscriptionId, clock.now()) ?? 0;
    if (waitMs > 0) {
      breaker.cancel(phase);
      throw refuse('throttled', waitMs);
    }
    return {
      leave(failure) {
        leave();
        recordResult(breaker, phase, failure, clock.now());
        if (failure) closeGate(quota, failure);
      },
      cancel() {
        leave();
        breaker.cancel(phase);
      },
    };
  }

  function refuseWhileClosed(quota: Quota): void {
    if (gates.size === 0) return;
    const key = toGateKey(quota);
    const leftMs = (gates.get(key) ?? 0) - clock.now();
    if (leftMs > TIMER_TOLERANCE_MS) throw refuse('throttled', leftMs);
    gates.delete(key);
  }

  function closeGate(quota: Quota, failure: Failure): void {
    if (failure.kind !== 'status' || failure.retryAfterMs === undefined) return;
    if (failure.status !== 429 && failure.status !== 503) return;
    const key = toGateKey(quota);
    gates.set(key, Math.max(gates.get(key) ?? 0, clock.now() + clampRetryAfterMs(failure.retryAfterMs)));
  }
}

/** A refusal by status is an answer; only failing servers and broken connections speak of bad health. */
function recordResult(breaker: CircuitBreaker, phase: Generation, failure: Failure | undefined, now: number): void {
  if (failure === undefined) breaker.succeed(phase, now);
  else if (failure.kind === 'invalid' || (failure.kind === 'status' && failure.status < 500)) breaker.cancel(phase);
  else breaker.fail(phase, now, failure.kind !== 'status');
}

function toState(kind: CallKind, { isClosed }: CircuitBreaker, { inside, waiting }: Bulkhead) {
  return { kind, isOpen: !isClosed, inside, waiting };
}

function countClosed(gates: ReadonlyMap<string, number>, kind: CallKind, now: number): number {
  return [...gates].filter(([key, until]) => key.startsWith(kind) && until > now).length;
}

function toGateKey({ kind, subscriptionId: of }: Quota): string {
  return `${kind} ${of}`;
}

function refuseOpen(breaker: CircuitBreaker, now: number): Problem {
  return refuse('circuit_open', breaker.reopensInMs(now));
}

/** Nothing was sent. */
function refuse(type: Extract<ProblemType, 'circuit_open' | 'throttled' | 'overloaded'>, ms: number): Problem {
  return new Problem(type, { outcome: 'not-sent', headers: { 'retry-after': formatRetryAfter(ms) } });
}
