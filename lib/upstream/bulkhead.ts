/** Limits how many calls to an upstream are in progress and how many wait, and shares both among the callers. Source: P-11. */
import type { Clock } from '../time/clock.ts';

interface BulkheadSize {
  readonly parallel: number;
  readonly queue: number;
}

/** Frees the place; calls after the first have no effect. */
export type Leave = () => void;

/** Who wants to enter, and whether the call may be sent now; it is sent once this returned true. */
export interface Visit {
  readonly caller: string;
  readonly mayGo?: () => boolean;
}

interface Waiter {
  readonly mayGo: () => boolean;
  /** Ends the wait, without a place if `leave` is undefined. */
  end(leave?: Leave): void;
}

interface Caller {
  readonly name: string;
  inside: number;
  /** Number of the last admission; who was never admitted comes first. */
  turn: number;
  /** In order of arrival. */
  readonly waiters: Waiter[];
}

/** Of the places one caller leaves a quarter, at least one, for others: calls that hang cannot be recalled. */
const CALLER_SHARE = 0.75;

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

  /** Whether the caller has all the places that one caller may have. */
  isAtShare(name: string): boolean {
    return (this.#callers.get(name)?.inside ?? 0) >= toShare(this.#size());
  }

  /** Returns undefined if there is no place within `waitMs`, or no room to wait. */
  async enter({ caller: name, mayGo = () => true }: Visit, waitMs: number): Promise<Leave | undefined> {
    const caller = this.#callers.get(name) ?? { name, inside: 0, turn: 0, waiters: [] };
    if (this.#waiting === 0 && this.#hasPlace(caller) && mayGo()) return this.#admit(caller);
    if (waitMs <= 0 || !this.#makeRoom(caller)) return undefined;
    this.#callers.set(name, caller);
    const leave = await this.#wait(caller, mayGo, waitMs);
    if (leave === undefined) this.#forgetIdle(caller);
    return leave;
  }

  /** Admits those who may go by now; callers with the fewest calls in progress first. */
  pump(): void {
    while (this.#waiting > 0 && this.#admitNext());
  }

  #admitNext(): boolean {
    for (const caller of [...this.#callers.values()].sort(byTurn)) {
      if (!this.#hasPlace(caller)) return false;
      const waiter = caller.waiters.find(({ mayGo }) => mayGo());
      waiter?.end(this.#admit(caller));
      if (waiter) return true;
    }
    return false;
  }

  #hasPlace({ inside }: Caller): boolean {
    const size = this.#size();
    return this.#inside < size.parallel && inside < toShare(size);
  }

  /** In a full queue the newest of the caller with the most waiters makes room for a caller with fewer. */
  #makeRoom({ waiters }: Caller): boolean {
    if (this.#waiting < this.#size().queue) return true;
    const lengths = [...this.#callers.values()].sort((one, other) => other.waiters.length - one.waiters.length);
    const longest = lengths[0]?.waiters ?? [];
    if (longest.length <= waiters.length + 1) return false;
    longest.at(-1)?.end();
    return true;
  }

  #wait({ waiters }: Caller, mayGo: () => boolean, waitMs: number): Promise<Leave | undefined> {
    return new Promise((resolve) => {
      const end = (leave?: Leave) => {
        clearTimeout(timer);
        waiters.splice(waiters.indexOf(waiter), 1);
        this.#waiting--;
        resolve(leave);
      };
      const waiter = { mayGo, end };
      const timer = this.#clock.setTimer(end, waitMs);
      waiters.push(waiter);
      this.#waiting++;
      this.pump();
    });
  }

  #admit(caller: Caller): Leave {
    this.#inside++;
    caller.inside++;
    caller.turn = ++this.#turns;
    this.#callers.set(caller.name, caller);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#inside--;
      caller.inside--;
      this.#forgetIdle(caller);
      this.pump();
    };
  }

  #forgetIdle({ name, inside, waiters }: Caller): void {
    if (inside === 0 && waiters.length === 0) this.#callers.delete(name);
  }
}

/** Returns how many places one caller may have. */
function toShare({ parallel }: BulkheadSize): number {
  return Math.max(1, Math.min(parallel - 1, Math.ceil(parallel * CALLER_SHARE)));
}

function byTurn(one: Caller, other: Caller): number {
  return one.inside - other.inside || one.turn - other.turn;
}
