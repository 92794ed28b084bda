/** Limits how many calls to an upstream are in progress and how many wait. Source: P-11. */
import type { Clock } from '../time/clock.ts';

interface BulkheadSize {
  readonly parallel: number;
  readonly queue: number;
}

/** Frees the place; calls after the first have no effect. */
export type Leave = () => void;

export class Bulkhead {
  readonly #size: BulkheadSize;
  readonly #clock: Clock;
  /** In order of arrival. */
  readonly #waiters: (() => void)[] = [];
  #inside = 0;

  constructor(size: BulkheadSize, clock: Clock) {
    this.#size = size;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Returns undefined if no place is free. */
  tryEnter(): Leave | undefined {
    if (this.#inside >= this.#size.parallel) return undefined;
    this.#inside++;
    return this.#createLeave();
  }

  /** Waits for a place; returns undefined if the queue is full or no place became free within `waitMs`. */
  async enter(waitMs: number): Promise<Leave | undefined> {
    const leave = this.tryEnter();
    if (leave) return leave;
    if (this.#waiters.length >= this.#size.queue || waitMs <= 0) return undefined;
    return (await this.#wait(waitMs)) ? this.#createLeave() : undefined;
  }

  #createLeave(): Leave {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = this.#waiters.shift();
      // The next waiter takes over the place, so the count does not change.
      if (next) next();
      else this.#inside--;
    };
  }

  #wait(waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = this.#clock.setTimer(() => {
        this.#waiters.splice(this.#waiters.indexOf(admit), 1);
        resolve(false);
      }, waitMs);
      this.#waiters.push(admit);
    });
  }
}
