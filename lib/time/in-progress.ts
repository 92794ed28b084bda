/** Counts what is in progress, so that a shutdown can wait for it. */
import type { Clock } from './clock.ts';

export class InProgress {
  readonly #clock: Clock;
  #count = 0;
  #arrivedAt = Number.NEGATIVE_INFINITY;
  #isEnding = false;
  readonly #waiting: (() => void)[] = [];

  /** True once nothing new may begin. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since the last one began; endless before the first. */
  get quietMs(): number {
    return this.#clock.monotonicNow() - this.#arrivedAt;
  }

  async track<T>(work: Promise<T>): Promise<T> {
    this.#arrivedAt = this.#clock.monotonicNow();
    this.#count++;
    try {
      return await work;
    } finally {
      if (--this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** From now on `isEnding` is true. Resolves when nothing is in progress. */
  end(): Promise<void> {
    this.#isEnding = true;
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
