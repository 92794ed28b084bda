/** Leaves a failing table alone for a while: its callers then lose the hit and no time. Source: reliability G13, F42 to F48. */
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';
import type { Store, StoredResponse } from './store.ts';
import { ResponseTooLarge } from './table-entity.ts';

const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 120_000;

/** Thrown instead of calling the table. */
class StorePaused extends Error {
  override readonly name = 'StorePaused';
}

/** `toRetryAfterMs` reads from a failure how long the table asks to be left alone; `onPause` is told what began a pause. */
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

  set(key: CacheKey, reply: StoredResponse): Promise<void> {
    return this.#guard(() => this.#store.set(key, reply));
  }

  lease(key: CacheKey, since: number): Promise<'taken' | 'busy' | StoredResponse> {
    return this.#guard(() => this.#store.lease(key, since));
  }

  remove(key: CacheKey): Promise<void> {
    return this.#guard(() => this.#store.remove(key));
  }

  /** On a timer, not in a request: it asks the table even now. */
  sweep(): Promise<number> {
    return this.#store.sweep();
  }

  async #guard<T>(call: () => Promise<T>): Promise<T> {
    if (this.#clock.now() < this.#pausedUntil) throw new StorePaused();
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
    // What was under way when the pause began is no news.
    if (this.#clock.now() < this.#pausedUntil) return;
    const retryAfterMs = this.#toRetryAfterMs(error);
    if (++this.#failuresInARow < FAILURES_IN_A_ROW && retryAfterMs === undefined) return;
    this.#pausedUntil = this.#clock.now() + Math.min(retryAfterMs ?? PAUSE_MS, MAX_PAUSE_MS);
    // One failure more, and it is left alone again.
    this.#failuresInARow = FAILURES_IN_A_ROW - 1;
    this.#onPause(error);
  }
}
