/**
 * Holds calls back after a Retry-After, then lets them out a few at a time: all at once they would be throttled again.
 * A gate is closed for one operation in one subscription, or for its quota if the upstream says that it is used up.
 * Source: P-10.
 */
import { LRUCache } from 'lru-cache';

interface GatedCall {
  readonly operation: string;
  /** As in `Quota`. */
  readonly counter: string;
}

interface Gate {
  opensAt: number;
  successes: number;
  inside: number;
}

/** The gates that a call went through; empty if there were none. */
export type Passed = readonly Gate[];

/** Measured: 0.7 KB each. */
const MAX_GATES = 10_000;
/** An open gate lets out one call, one more after each success, and twice as many after this time, should they be slow. */
const DOUBLING_MS = 250;
/** A gate that lets out so many calls is none. */
const ALL = 64;
/** Timers can fire up to this much early. */
const TIMER_TOLERANCE_MS = 5;

export class ThrottleGates {
  readonly #gates = new LRUCache<string, Gate>({ maxSize: MAX_GATES, sizeCalculation: () => 1 });

  /** Number of closed gates. */
  countClosed(now: number): number {
    return [...this.#gates.values()].filter(({ opensAt }) => opensAt > now).length;
  }

  /** Closes the call's gate for `ms`, unless it is closed for longer. */
  close(call: GatedCall, isSubscriptionQuota: boolean, ms: number, now: number): void {
    const key = isSubscriptionQuota ? toCounterKey(call) : toOperationKey(call);
    const gate = this.#gates.get(key) ?? { opensAt: 0, successes: 0, inside: 0 };
    gate.opensAt = Math.max(gate.opensAt, now + ms);
    gate.successes = 0;
    this.#gates.set(key, gate);
  }

  /** Milliseconds until the call's gates are open; 0 if they are. */
  closedMs(call: GatedCall, now: number): number {
    const opensAt = Math.max(0, ...this.#find(call, now).map((gate) => gate.opensAt));
    return opensAt - now > TIMER_TOLERANCE_MS ? opensAt - now : 0;
  }

  /** Milliseconds until the call's gates let out more calls; 0 without a gate. */
  heldMs(call: GatedCall, now: number): number {
    return Math.max(0, ...this.#find(call, now).map((gate) => toChangeMs(gate, now)));
  }

  /** Lets a call out; returns undefined if it has to wait. */
  pass(call: GatedCall, now: number): Passed | undefined {
    const gates = this.#find(call, now);
    if (!gates.every((gate) => gate.inside < countAllowed(gate, now))) return undefined;
    for (const gate of gates) gate.inside++;
    return gates;
  }

  /** Ends a call that was let out. */
  leave(passed: Passed, isSuccess: boolean): void {
    for (const gate of passed) {
      gate.inside--;
      if (isSuccess) gate.successes++;
    }
  }

  /** Milliseconds until some gate lets out more calls; undefined without a gate. */
  nextChangeMs(now: number): number | undefined {
    const changes = [...this.#gates.values()]
      .filter((gate) => countAllowed(gate, now) < ALL)
      .map((gate) => toChangeMs(gate, now));
    return changes.length === 0 ? undefined : Math.min(...changes);
  }

  /** Drops gates that hold nothing back any more. */
  #find(call: GatedCall, now: number): Gate[] {
    if (this.#gates.size === 0) return [];
    return [toCounterKey(call), toOperationKey(call)].flatMap((key) => {
      const gate = this.#gates.get(key);
      if (gate === undefined || countAllowed(gate, now) < ALL) return gate ?? [];
      this.#gates.delete(key);
      return [];
    });
  }
}

function countAllowed({ opensAt, successes }: Gate, now: number): number {
  const openMs = now - opensAt + TIMER_TOLERANCE_MS;
  return openMs < 0 ? 0 : (1 + successes) * 2 ** Math.min(10, Math.floor(openMs / DOUBLING_MS));
}

function toChangeMs({ opensAt }: Gate, now: number): number {
  return opensAt > now ? opensAt - now : DOUBLING_MS - ((now - opensAt) % DOUBLING_MS);
}

function toOperationKey({ operation, counter }: GatedCall): string {
  return `${operation} ${counter}`;
}

function toCounterKey({ counter }: GatedCall): string {
  return ` ${counter}`;
}
