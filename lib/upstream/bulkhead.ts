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
  lastAt: number;
  /** In order of arrival. */
  readonly waiters: Waiter[];
}

/** So long a caller counts, and keeps the turn, after the last call. */
const RECENT_MS = 10_000;

export class Bulkhead {
  /** A smaller one ends no call and no wait. */
  size: BulkheadSize;
  readonly #clock: Clock;
  /** Those with calls in progress or waiting, and those who called in the last seconds. */
  readonly #callers = new Map<string, Caller>();
  #forgotAt = 0;
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
    const caller = this.#recall(visit.caller);
    if (this.#waiting === 0 && this.#hasPlace(caller) && visit.start()) return this.#admit(caller);
    if (waitMs <= 0 || !this.#makeRoom(caller)) return false;
    return this.#wait(caller, visit, waitMs);
  }

  leave(name: string): void {
    const caller = this.#callers.get(name) as Caller;
    this.#inside--;
    caller.inside--;
    if (this.#waiting > 0) this.pump();
  }

  /** Admits those who may go by now; callers with the fewest calls in progress first. */
  pump(): void {
    while (this.#waiting > 0 && this.#admitNext());
  }

  #admitNext(): boolean {
    for (const caller of this.#findWaiting().sort(byTurn)) {
      if (!this.#hasPlace(caller)) return false;
      const started = caller.waiters.find(({ visit }) => visit.start());
      started?.end(true);
      if (started) return true;
    }
    return false;
  }

  /** A caller has an equal share, or as many places as are free. One is kept for the next: calls that hang cannot be recalled. */
  #hasPlace({ inside }: Caller): boolean {
    const free = this.size.parallel - this.#inside;
    if (inside === 0 || free < 2) return inside === 0 && free > 0;
    return inside < Math.max(free, (this.size.parallel - 1) / this.#callers.size);
  }

  /** In a full queue the newest of the caller with the most waiters makes room for a caller with fewer. */
  #makeRoom({ waiters }: Caller): boolean {
    if (this.#waiting < this.size.queue) return true;
    const lengths = this.#findWaiting().sort((one, other) => other.waiters.length - one.waiters.length);
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
        resolve(hasEntered);
      };
      const waiter = { visit, end };
      const timer = this.#clock.setTimer(() => end(false), waitMs);
      caller.waiters.push(waiter);
      this.#waiting++;
      this.pump();
    });
  }

  #admit(caller: Caller): true {
    this.#inside++;
    caller.inside++;
    caller.turn = ++this.#turns;
    return true;
  }

  #findWaiting(): Caller[] {
    return [...this.#callers.values()].filter(({ waiters }) => waiters.length > 0);
  }

  #recall(name: string): Caller {
    const lastAt = this.#clock.monotonicNow();
    const caller = this.#callers.get(name) ?? { name, inside: 0, turn: 0, lastAt, waiters: [] };
    caller.lastAt = lastAt;
    this.#callers.set(name, caller);
    if (lastAt - this.#forgotAt >= 1_000) this.#forgetIdle(lastAt);
    return caller;
  }

  #forgetIdle(now: number): void {
    this.#forgotAt = now;
    for (const { name, inside, waiters, lastAt } of this.#callers.values()) {
      if (inside === 0 && waiters.length === 0 && now - lastAt >= RECENT_MS) this.#callers.delete(name);
    }
  }
}

function byTurn(one: Caller, other: Caller): number {
  return one.inside - other.inside || one.turn - other.turn;
}
