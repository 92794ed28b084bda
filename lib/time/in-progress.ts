/** Counts what is in progress, so that a shutdown can wait for it. */
export class InProgress {
  #count = 0;
  #isEnding = false;
  readonly #waiting: (() => void)[] = [];

  /** True once nothing new may begin. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  async track<T>(work: Promise<T>): Promise<T> {
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
