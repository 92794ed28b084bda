/**
 * Gates hold calls back until a Retry-After has passed, then let them out a few at a time: all at once they would be throttled again.
 * Source: P-10.
 */
import { LRUCache } from 'lru-cache';
import type { Held } from './failure.ts';
import type { Quota } from './scope.ts';

/** Measured: 0.7 KB each. */
const MAX_GATES = 10_000;
/** An open gate lets out one call, one more after each success, and twice as many after this time, should they be slow. */
const DOUBLING_MS = 250;
/** A gate that lets out so many calls is none. */
const ALL = 64;
/** Timers can fire up to this much early. */
const TIMER_TOLERANCE_MS = 5;

export class Gate {
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

export class ThrottleGates {
  readonly #gates = new LRUCache<string, Gate>({ maxSize: MAX_GATES, sizeCalculation: () => 1 });

  /** Number of closed gates. */
  countClosed(now: number): number {
    return [...this.#gates.values()].filter(({ opensAt }) => opensAt > now).length;
  }

  /**
   * Closes the gate of what is held back for `ms`, unless it is closed for longer; returns its key. It is another gate: what went
   * through before says nothing about what follows.
   */
  close(quota: Quota, held: Held, ms: number, now: number): string {
    const key = toKey(quota, held);
    this.#gates.set(key, new Gate(key, Math.max(this.#gates.get(key)?.opensAt ?? 0, now + ms)));
    return key;
  }

  /** Milliseconds until the call's gates are open; 0 if they are. */
  closedMs(quota: Quota, now: number): number {
    const closedMs = Math.max(0, ...this.find(quota, now).map(({ opensAt }) => opensAt - now));
    return closedMs > TIMER_TOLERANCE_MS ? closedMs : 0;
  }

  /** Returns the call's gates, without those that hold nothing back any more. */
  find(quota: Quota, now: number): readonly Gate[] {
    if (this.#gates.size === 0) return NONE;
    return listGateKeys(quota).flatMap((key) => {
      const gate = this.#gates.get(key);
      if (gate === undefined || gate.countAllowed(now) < ALL) return gate ?? [];
      this.#gates.delete(key);
      return [];
    });
  }
}

const NONE: readonly Gate[] = [];

/** Returns the keys of the gates that a call has to go through. */
export function listGateKeys(quota: Quota): readonly string[] {
  return [toKey(quota, 'scope'), toKey(quota, 'operation'), toKey(quota, 'resource')];
}

function toKey({ operation, scope, counter, resource }: Quota, held: Held): string {
  if (held === 'scope') return counter;
  return held === 'operation' ? `${operation} ${scope}` : `${operation} ${scope} ${resource}`;
}
