/** One deadline a request, with everything inside it (DESIGN 4, 6). */
import type { Clock } from './clock.ts';

export interface Deadline {
  /** Aborted when the time is over; a timer runs from its first use to `end`. */
  readonly signal: AbortSignal;
  /** Milliseconds left; never below zero. */
  remainingMs(): number;
  /** Stops the timer: nobody waits any more. */
  end(): void;
}

/** Answers a deadline that many milliseconds from now. A change of the machine's date does not move it. */
export function startDeadline(clock: Clock, ms: number): Deadline {
  const startedAt = performance.now();
  const timerMs = clock.toTimerMs(ms);
  const leftTimerMs = () => Math.max(0, timerMs - (performance.now() - startedAt));
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    get signal() {
      timer ??= setTimeout(() => controller.abort(), leftTimerMs());
      return controller.signal;
    },
    remainingMs: () => (timerMs > 0 ? (ms * leftTimerMs()) / timerMs : 0),
    end: () => clearTimeout(timer),
  };
}

/** Waits for the promise no longer than `ms`; then throws what `late` answers, and the promise goes on by itself. */
export async function waitFor<T>(clock: Clock, promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), clock.toTimerMs(ms));
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits that many milliseconds, or until the signal is aborted. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : clock.toTimerMs(ms));
    signal.addEventListener('abort', end, { once: true });
  });
}
