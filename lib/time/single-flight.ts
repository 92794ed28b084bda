/** Runs a task at most once at a time per key: calls made while it runs share its promise. */
export class SingleFlight<Key, T> {
  readonly #running = new Map<Key, Promise<T>>();

  /** Returns the promise already running for the key, or starts the task. */
  run(key: Key, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = start().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }

  has(key: Key): boolean {
    return this.#running.has(key);
  }
}
