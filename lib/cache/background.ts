/** Work that outlives the request that started it: background loads, and writes in order. */

export class Background {
  readonly #onError: (error: unknown) => void;
  readonly #onUnwritten: (error: unknown) => void;
  readonly #running = new Set<Promise<unknown>>();
  readonly #writes = new Map<string, Promise<unknown>>();

  /** They get every failure that no request can report: of a write, or of other work. */
  constructor(onError: (error: unknown) => void, onUnwritten: (error: unknown) => void) {
    this.#onError = onError;
    this.#onUnwritten = onUnwritten;
  }

  /** No request waits for the work, and its failure fails none. */
  run(work: Promise<unknown>): void {
    void this.track(work.catch(this.#onError));
  }

  /** Makes `settle` wait for the work too; its caller handles its failure. */
  track<T>(work: Promise<T>): Promise<T> {
    const tracked: Promise<unknown> = work.then(
      () => this.#running.delete(tracked),
      () => this.#running.delete(tracked),
    );
    this.#running.add(tracked);
    return work;
  }

  /** Runs the writes of one key one after the other, so that the last one wins. */
  write(key: string, write: () => Promise<void>): void {
    const previous = this.#writes.get(key) ?? Promise.resolve();
    const writing = previous.catch(() => {}).then(write);
    this.#writes.set(key, writing);
    const ended = writing.finally(() => {
      if (this.#writes.get(key) === writing) this.#writes.delete(key);
    });
    void this.track(ended.catch(this.#onUnwritten));
  }

  /** Resolves when nothing is running any more. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
