/** Time: the clock, one deadline per request, waits that end, and pauses (I6). */

/** The one source of time: tests inject a faster or a movable clock. */
export interface Clock {
  /** Milliseconds from an arbitrary origin; never jumps. Measures every duration. */
  monotonicNow(): number;
  /** Epoch milliseconds; jumps when the system time is set. Only for what other machines understand. */
  wallNow(): number;
  setTimer(callback: () => void, ms: number): NodeJS.Timeout;
}

export const systemClock: Clock = {
  monotonicNow: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer: (callback, ms) => setTimeout(callback, ms),
};

export interface Deadline {
  /** Milliseconds left; never below zero. */
  remainingMs(): number;
}

/** Returns a deadline `ms` milliseconds from now; setting the system time does not move it. */
export function startDeadline(clock: Clock, ms: number): Deadline {
  const startedAt = clock.monotonicNow();
  return { remainingMs: () => Math.max(0, ms - (clock.monotonicNow() - startedAt)) };
}

/** A time limit that several waits share. */
export class TimeLimit {
  readonly #passed: Promise<never>;
  #timer: NodeJS.Timeout | undefined;

  /** After `ms` each wait throws the error that `createError` returns once. */
  constructor(clock: Clock, ms: number, createError: () => Error) {
    this.#passed = new Promise<never>((_, reject) => {
      this.#timer = clock.setTimer(() => reject(createError()), ms);
    });
    // It may pass while nobody waits.
    this.#passed.catch(() => {});
  }

  /** Waits for the promise, which itself continues. */
  wait<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#passed]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Waits at most `ms` for the promise, then throws `createError()`; the promise itself continues. */
export async function withTimeout<T>(
  clock: Clock,
  promise: Promise<T>,
  ms: number,
  createError: () => Error,
): Promise<T> {
  const limit = new TimeLimit(clock, ms, createError);
  try {
    return await limit.wait(promise);
  } finally {
    limit.end();
  }
}

/** Waits `ms` milliseconds, or until the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimer(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', end);
  });
}
