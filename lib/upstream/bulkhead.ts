/** Limits how many calls to an upstream are in progress and how many wait; callers take turns. Source: P-11, P-12. */
import type { Clock } from '../time/clock.ts';

interface BulkheadSize {
  readonly parallel: number;
  readonly queue: number;
}

/** A call in progress. */
export interface Place<Start> {
  /** What `start` returned. */
  readonly started: Start;
  /** Frees the place; calls after the first have no effect. */
  leave(): void;
}

/** Who wants to enter. `start` returns undefined if the call may not be sent now; otherwise it is sent. */
export interface Visit<Start> {
  readonly caller: string;
  readonly start: () => Start | undefined;
}

interface Waiter {
  /** Takes a place and ends the wait; returns false if the call may not be sent now. */
  tryEnter(): boolean;
  /** Ends the wait without a place. */
  giveUp(): void;
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
  readonly #size: () => BulkheadSize;
  readonly #clock: Clock;
  /** Those with calls in progress or waiting. */
  readonly #callers = new Map<string, Caller>();
  #inside = 0;
  #waiting = 0;
  #turns = 0;

  /** `size` is read at each use: a smaller one ends no call and no wait. */
  constructor(size: () => BulkheadSize, clock: Clock) {
    this.#size = size;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Returns undefined if there is no place within `waitMs`, or no room to wait. */
  async enter<Start>({ caller: name, start }: Visit<Start>, waitMs: number): Promise<Place<Start> | undefined> {
    const caller = this.#callers.get(name) ?? { name, inside: 0, turn: 0, waiters: [] };
    const started = this.#waiting === 0 && this.#hasPlace(caller) ? start() : undefined;
    if (started !== undefined) return this.#admit(caller, started);
    if (waitMs <= 0 || !this.#makeRoom(caller)) return undefined;
    this.#callers.set(name, caller);
    const place = await this.#wait(caller, start, waitMs);
    if (place === undefined) this.#forgetIdle(caller);
    return place;
  }

  /** Admits those who may go by now; callers with the fewest calls in progress first. */
  pump(): void {
    while (this.#waiting > 0 && this.#admitNext());
  }

  #admitNext(): boolean {
    for (const caller of [...this.#callers.values()].sort(byTurn)) {
      if (!this.#hasPlace(caller)) return false;
      if (caller.waiters.some((waiter) => waiter.tryEnter())) return true;
    }
    return false;
  }

  #hasPlace({ inside }: Caller): boolean {
    return inside <= PLACES_PER_FREE * (this.#size().parallel - this.#inside - 1);
  }

  /** In a full queue the newest of the caller with the most waiters makes room for a caller with fewer. */
  #makeRoom({ waiters }: Caller): boolean {
    if (this.#waiting < this.#size().queue) return true;
    const lengths = [...this.#callers.values()].sort((one, other) => other.waiters.length - one.waiters.length);
    const longest = lengths[0]?.waiters ?? [];
    if (longest.length <= waiters.length + 1) return false;
    longest.at(-1)?.giveUp();
    return true;
  }

  #wait<Start>(caller: Caller, start: () => Start | undefined, waitMs: number): Promise<Place<Start> | undefined> {
    return new Promise((resolve) => {
      const end = (place?: Place<Start>) => {
        clearTimeout(timer);
        caller.waiters.splice(caller.waiters.indexOf(waiter), 1);
        this.#waiting--;
        resolve(place);
      };
      const tryEnter = () => {
        const started = start();
        if (started !== undefined) end(this.#admit(caller, started));
        return started !== undefined;
      };
      const waiter = { tryEnter, giveUp: () => end() };
      const timer = this.#clock.setTimer(end, waitMs);
      caller.waiters.push(waiter);
      this.#waiting++;
      this.pump();
    });
  }

  #admit<Start>(caller: Caller, started: Start): Place<Start> {
    this.#inside++;
    caller.inside++;
    caller.turn = ++this.#turns;
    this.#callers.set(caller.name, caller);
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#inside--;
      caller.inside--;
      this.#forgetIdle(caller);
      this.pump();
    };
    return { started, leave };
  }

  #forgetIdle({ name, inside, waiters }: Caller): void {
    if (inside === 0 && waiters.length === 0) this.#callers.delete(name);
  }
}

function byTurn(one: Caller, other: Caller): number {
  return one.inside - other.inside || one.turn - other.turn;
}
