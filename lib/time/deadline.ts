/** One deadline a request, with everything inside it (DESIGN 4, 6). */
import type { Clock } from './clock.ts';

export interface Deadline {
  /** Milliseconds left; never below zero. */
  remainingMs(): number;
}

/** Answers a deadline that many milliseconds from now. A change of the machine's date does not move it. */
export function startDeadline(clock: Clock, ms: number): Deadline {
  const startedAt = performance.now();
  const timerMs = clock.toTimerMs(ms);
  return {
    remainingMs: () => (timerMs > 0 ? (ms * Math.max(0, timerMs - (performance.now() - startedAt))) / timerMs : 0),
  };
}

/** Waits for the promise no longer than `ms`; then throws what `late` answers, and the promise goes on by itself. */
export async function withTimeout<T>(clock: Clock, promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
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
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : clock.toTimerMs(ms));
    signal?.addEventListener('abort', end, { once: true });
  });
}
