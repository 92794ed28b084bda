/** Limits how many calls to an upstream are in progress and how many wait; callers take turns. Source: P-11, P-12. */
import type { Clock } from '../time/clock.ts';

export interface BulkheadSize {
  readonly parallel: number;
  readonly queue: number;
}

/** A call that wants to enter. */
export interface Visit {
  readonly caller: string;
  /** Begins the call; returns false if it may not be sent now. */
  start(): boolean;
}

interface Waiter {
  readonly visit: Visit;
  end(hasEntered: boolean): void;
}

interface Caller {
  readonly name: string;
  inside: number;
  /** Number of the last admission; who was never admitted comes first. */
  turn: number;
  /** In order of arrival. */
  readonly waiters: Waiter[];
}

/**
 * A caller may have so many places for each one that then stays free, and one more: calls that hang cannot be recalled. So one caller
 * has three quarters of them, two have three sevenths each, and there is room for another.
 */
const PLACES_PER_FREE = 3;

export class Bulkhead {
  /** A smaller one ends no call and no wait. */
  size: BulkheadSize;
  readonly #clock: Clock;
  /** Those with calls in progress or waiting. */
  readonly #callers = new Map<string, Caller>();
  #inside = 0;
  #waiting = 0;
  #turns = 0;

  constructor(size: BulkheadSize, clock: Clock) {
    this.size = size;
    this.#clock = clock;
  }

  count(): { readonly inside: number; readonly waiting: number } {
    return { inside: this.#inside, waiting: this.#waiting };
  }

  /** Returns whether the call has a place, or will have one within `waitMs`. `leave` frees it. */
  enter(visit: Visit, waitMs: number): boolean | Promise<boolean> {
    const caller = this.#callers.get(visit.caller) ?? { name: visit.caller, inside: 0, turn: 0, waiters: [] };
    if (this.#waiting === 0 && this.#hasPlace(caller) && visit.start()) return this.#admit(caller);
    if (waitMs <= 0 || !this.#makeRoom(caller)) return false;
    return this.#wait(caller, visit, waitMs);
  }

  leave(name: string): void {
    const caller = this.#callers.get(name) as Caller;
    this.#inside--;
    caller.inside--;
    this.#forgetIdle(caller);
    this.pump();
  }

  /** Admits those who may go by now; callers with the fewest calls in progress first. */
  pump(): void {
    while (this.#waiting > 0 && this.#admitNext());
  }

  #admitNext(): boolean {
    for (const caller of [...this.#callers.values()].sort(byTurn)) {
      if (!this.#hasPlace(caller)) return false;
      const started = caller.waiters.find(({ visit }) => visit.start());
      started?.end(true);
      if (started) return true;
    }
    return false;
  }

  #hasPlace({ inside }: Caller): boolean {
    return inside <= PLACES_PER_FREE * (this.size.parallel - this.#inside - 1);
  }

  /** In a full queue the newest of the caller with the most waiters makes room for a caller with fewer. */
  #makeRoom({ waiters }: Caller): boolean {
    if (this.#waiting < this.size.queue) return true;
    const lengths = [...this.#callers.values()].sort((one, other) => other.waiters.length - one.waiters.length);
    const longest = lengths[0]?.waiters ?? [];
    if (longest.length <= waiters.length + 1) return false;
    longest.at(-1)?.end(false);
    return true;
  }

  #wait(caller: Caller, visit: Visit, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasEntered: boolean) => {
        clearTimeout(timer);
        caller.waiters.splice(caller.waiters.indexOf(waiter), 1);
        this.#waiting--;
        if (hasEntered) this.#admit(caller);
        else this.#forgetIdle(caller);
        resolve(hasEntered);
      };
      const waiter = { visit, end };
      const timer = this.#clock.setTimer(() => end(false), waitMs);
      this.#callers.set(caller.name, caller);
      caller.waiters.push(waiter);
      this.#waiting++;
      this.pump();
    });
  }

  #admit(caller: Caller): true {
    this.#inside++;
    caller.inside++;
    caller.turn = ++this.#turns;
    this.#callers.set(caller.name, caller);
    return true;
  }

  #forgetIdle({ name, inside, waiters }: Caller): void {
    if (inside === 0 && waiters.length === 0) this.#callers.delete(name);
  }
}

function byTurn(one: Caller, other: Caller): number {
  return one.inside - other.inside || one.turn - other.turn;
}
