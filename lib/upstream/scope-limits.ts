/**
 * What holds the calls of a scope back before they ask for a place: gates, closed until a Retry-After has passed, and this instance's
 * rate. Who has to wait does so in the line of that limit, so that nobody waits behind another's. Source: P-10, P-12.
 */
import { LRUCache } from 'lru-cache';
import { createRefusal, type Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { Line } from './bulkhead.ts';
import { type Held, MAX_RETRY_AFTER_MS } from './failure.ts';
import { InstanceRate } from './instance-rate.ts';
import type { Quota } from './scope.ts';

/** A call on its way to a place; times are of the monotonic clock. */
export interface LimitedCall {
  readonly quota: Quota;
  readonly tenant: string;
  readonly caller: string;
  readonly startedAt: number;
  /** Later an attempt no longer fits into the deadline. */
  readonly endsAt: number;
}

/** Measured: 0.7 KB each. */
const MAX_GATES = 10_000;
/** An open gate lets out one call, one more after each success, and twice as many after this time, should they be slow. */
const DOUBLING_MS = 250;
/** A gate that lets out this many calls is open. */
const ALL = 64;
/** Timers can fire up to this much early. */
const TIMER_TOLERANCE_MS = 5;

class Gate {
  readonly key: string;
  readonly opensAt: number;
  successes = 0;
  inside = 0;

  constructor(key: string, opensAt: number) {
    this.key = key;
    this.opensAt = opensAt;
  }

  countAllowed(now: number): number {
    const openMs = now - this.opensAt + TIMER_TOLERANCE_MS;
    return openMs < 0 ? 0 : (1 + this.successes) * 2 ** Math.min(10, Math.floor(openMs / DOUBLING_MS));
  }

  /** Milliseconds until it lets out more calls; 0 if it lets out one now. */
  heldMs(now: number): number {
    if (this.inside < this.countAllowed(now)) return 0;
    return this.opensAt > now ? this.opensAt - now : DOUBLING_MS - ((now - this.opensAt) % DOUBLING_MS);
  }
}

/** The gates that a call went through; empty if there were none. */
export type Passed = readonly Gate[];

/** The limit that holds a call back, and for how long at least. */
interface Obstacle {
  readonly key: string;
  readonly ms: number;
}

interface LimitLine {
  /** Waits end with what was passed, or the next limit to wait for. */
  readonly line: Line<LimitedCall, Passed | string>;
  timer?: NodeJS.Timeout | undefined;
}

const NONE: Passed = [];

export class ScopeLimits {
  readonly rate = new InstanceRate();
  /** Of the calls that wait for one limit. */
  maxWaiting = 0;
  readonly #clock: Clock;
  readonly #gates = new LRUCache<string, Gate>({ maxSize: MAX_GATES, sizeCalculation: () => 1 });
  /** By limit, while somebody waits for it. */
  readonly #lines = new Map<string, LimitLine>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(): { readonly throttled: number; readonly waiting: number } {
    const now = this.#clock.monotonicNow();
    const throttled = [...this.#gates.values()].filter(({ opensAt }) => opensAt > now).length;
    const waiting = [...this.#lines.values()].reduce((sum, { line }) => sum + line.waiters.size, 0);
    return { throttled, waiting };
  }

  /** Passes the call's limits, now or when its turn comes. @throws Problem `throttled` if that is too late. */
  pass(call: LimitedCall): Passed | Promise<Passed> {
    const result = this.#tryPass(call, this.#clock.monotonicNow(), true);
    return isObstacle(result) ? this.#wait(result.key, call) : result;
  }

  /** Whether a gate of the call is closed. */
  isClosed({ quota }: LimitedCall): boolean {
    return this.#toClosedMs(quota, this.#clock.monotonicNow()) > 0;
  }

  /** Ends a call that passed. */
  leave(passed: Passed, { quota }: LimitedCall, result: 'success' | 'failure' | 'not sent'): void {
    for (const gate of passed) {
      gate.inside--;
      if (result === 'success') gate.successes++;
      this.#pump(gate.key);
    }
    if (result === 'not sent') this.rate.giveBack(quota.counter, this.#clock.monotonicNow());
  }

  /**
   * Closes the gate of what is held back for `ms`, unless it is closed for longer. Returns whether a call has to go through it. It is
   * another gate: what went through before says nothing about what follows.
   */
  close(quota: Quota, held: Held, ms: number): (call: LimitedCall) => boolean {
    const now = this.#clock.monotonicNow();
    const key = toKey(quota, held);
    this.#gates.set(key, new Gate(key, Math.max(this.#gates.get(key)?.opensAt ?? 0, now + ms)));
    const waiters = this.#lines.get(key)?.line.waiters ?? [];
    for (const { call, end } of waiters) if (this.#isHopeless(call, now)) end(undefined);
    this.#pump(key);
    return (call) => listGateKeys(call.quota).includes(key);
  }

  /** Returns the call's gates, without those that hold nothing back any more. */
  #findGates(quota: Quota, now: number): Passed {
    if (this.#gates.size === 0) return NONE;
    return listGateKeys(quota).flatMap((key) => {
      const gate = this.#gates.get(key);
      if (gate === undefined || gate.countAllowed(now) < ALL) return gate ?? [];
      this.#gates.delete(key);
      return [];
    });
  }

  /** Milliseconds until the call's gates are open; 0 if they are. */
  #toClosedMs(quota: Quota, now: number): number {
    const closedMs = Math.max(0, ...this.#findGates(quota, now).map(({ opensAt }) => opensAt - now));
    return closedMs > TIMER_TOLERANCE_MS ? closedMs : 0;
  }

  /** Lets the call through, or returns what holds it back: for a new one also a limit for which others wait. */
  #tryPass({ quota }: LimitedCall, now: number, isNew: boolean): Passed | Obstacle {
    const gates = this.#findGates(quota, now);
    for (const gate of gates) {
      const ms = gate.heldMs(now);
      if (ms > 0 || (isNew && this.#lines.has(gate.key))) return { key: gate.key, ms };
    }
    const key = toRateKey(quota);
    if (isNew && this.#lines.has(key)) return { key, ms: 0 };
    const ms = this.rate.take(quota.counter, now);
    if (ms > 0) return { key, ms };
    for (const gate of gates) gate.inside++;
    return gates;
  }

  #wait(key: string, call: LimitedCall): Promise<Passed> {
    const now = this.#clock.monotonicNow();
    if (this.#isHopeless(call, now)) throw this.#createRefusal(call);
    const limit = this.#lines.get(key) ?? { line: new Line(this.#clock) };
    this.#lines.set(key, limit);
    const waiting = limit.line.wait(call, this.maxWaiting, call.endsAt - now);
    this.#pump(key);
    return waiting.then((result) => {
      if (result === undefined) throw this.#createRefusal(call);
      return typeof result === 'string' ? this.#wait(result, call) : result;
    });
  }

  /** Lets out those who may go, in their turns. Time opens gates and fills buckets, so it has to wake those who wait. */
  #pump(key: string): void {
    const limit = this.#lines.get(key);
    if (!limit) return;
    clearTimeout(limit.timer);
    for (let waiter = limit.line.next(); waiter; waiter = limit.line.next()) {
      const result = this.#tryPass(waiter.call, this.#clock.monotonicNow(), false);
      const obstacle = isObstacle(result) ? result : undefined;
      if (obstacle?.key !== key) {
        limit.line.takeTurn(waiter.person);
        // Held back by another limit, it goes to the line of that.
        waiter.end(isObstacle(result) ? result.key : result);
      }
      // One that goes on to the rate is enough for the time that the rate needs.
      if (obstacle && (obstacle.key === key || isRateKey(obstacle.key))) {
        limit.timer = this.#clock.setTimer(() => this.#pump(key), Math.max(1, obstacle.ms));
        return;
      }
    }
    this.#lines.delete(key);
  }

  /** Nobody waits only to be refused, nor longer than a few seconds for a Retry-After. */
  #isHopeless({ quota, startedAt, endsAt }: LimitedCall, now: number): boolean {
    const closedMs = this.#toClosedMs(quota, now);
    return closedMs > 0 && now + closedMs > Math.min(endsAt, startedAt + MAX_RETRY_AFTER_MS);
  }

  /** With what is left until the call could be sent. */
  #createRefusal({ quota }: LimitedCall): Problem {
    const now = this.#clock.monotonicNow();
    const heldMs = Math.max(0, ...this.#findGates(quota, now).map((gate) => gate.heldMs(now)));
    if (heldMs > 0) return createRefusal('throttled', heldMs, 'retry_after');
    const others = this.#lines.get(toRateKey(quota))?.line.waiters.size;
    return createRefusal('throttled', this.rate.waitMs(quota.counter, now, others), 'upstream_rate');
  }
}

const RATE = 'rate: ';
const toRateKey = ({ counter }: Quota) => RATE + counter;
const isObstacle = (result: Passed | Obstacle): result is Obstacle => 'ms' in result;
const isRateKey = (key: string) => key.startsWith(RATE);

/** Returns the keys of the gates that a call has to go through. */
function listGateKeys(quota: Quota): readonly string[] {
  return [toKey(quota, 'scope'), toKey(quota, 'operation'), toKey(quota, 'resource')];
}

function toKey({ operation, scope, counter, resource }: Quota, held: Held): string {
  if (held === 'scope') return counter;
  return held === 'operation' ? `${operation} ${scope}` : `${operation} ${scope} ${resource}`;
}
