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

/** Waits at most `ms` for the promise, then throws `createError()`; the promise itself continues. */
export async function withTimeout<T>(
  clock: Clock,
  promise: Promise<T>,
  ms: number,
  createError: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = clock.setTimer(() => reject(createError()), ms);
  });
  try {
    return await Promise.race([promise, passed]);
  } finally {
    clearTimeout(timer);
  }
}

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(resolve, ms);
  });
}
