/** Stops calling a failing table for a while, so that requests lose the hit but no time. Source: G13, F42 to F48. */
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';
import type { Lease, Store, StoredResponse } from './store.ts';
import { ResponseTooLarge } from './table-entity.ts';

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 120_000;

/** Thrown instead of calling the table. */
class StorePaused extends Error {
  override readonly name = 'StorePaused';
}

/** `toRetryAfterMs` reads from an error how long the table asks to wait; `onPause` gets the error that started a pause. */
export class PausingStore implements Store {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #toRetryAfterMs: (error: unknown) => number | undefined;
  readonly #onPause: (error: unknown) => void;
  #failuresInARow = 0;
  #pausedUntil = 0;

  constructor(
    store: Store,
    clock: Clock,
    toRetryAfterMs: (error: unknown) => number | undefined,
    onPause: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#toRetryAfterMs = toRetryAfterMs;
    this.#onPause = onPause;
  }

  get(key: CacheKey): Promise<StoredResponse | undefined> {
    return this.#guard(() => this.#store.get(key));
  }

  set(key: CacheKey, response: StoredResponse): Promise<void> {
    return this.#guard(() => this.#store.set(key, response));
  }

  lease(key: CacheKey, since: number): Promise<Lease | 'busy' | StoredResponse> {
    return this.#guard(() => this.#store.lease(key, since));
  }

  remove(key: CacheKey): Promise<void> {
    return this.#guard(() => this.#store.remove(key));
  }

  async #guard<T>(call: () => Promise<T>): Promise<T> {
    if (this.#clock.monotonicNow() < this.#pausedUntil) throw new StorePaused();
    try {
      const result = await call();
      this.#failuresInARow = 0;
      return result;
    } catch (error) {
      if (!(error instanceof ResponseTooLarge)) this.#countFailure(error);
      throw error;
    }
  }

  #countFailure(error: unknown): void {
    // Calls that were running when the pause began do not extend it.
    if (this.#clock.monotonicNow() < this.#pausedUntil) return;
    const retryAfterMs = this.#toRetryAfterMs(error);
    if (++this.#failuresInARow < FAILURES_IN_A_ROW && retryAfterMs === undefined) return;
    this.#pausedUntil = this.#clock.monotonicNow() + Math.min(retryAfterMs ?? PAUSE_MS, MAX_PAUSE_MS);
    // After the pause a single failure starts the next one.
    this.#failuresInARow = FAILURES_IN_A_ROW - 1;
    this.#onPause(error);
  }
}
