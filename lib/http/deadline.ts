/** One deadline a request, with everything inside it (DESIGN 4, 6). */
import { Problem, type ProblemType } from './problem.ts';

export interface Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds left; never below zero. */
  remainingMs(): number;
}

/** Answers a deadline that many milliseconds from now. */
export function startDeadline(ms: number): Deadline {
  const endsAt = performance.now() + ms;
  return { signal: AbortSignal.timeout(ms), remainingMs: () => Math.max(0, endsAt - performance.now()) };
}

/** Waits for the promise no longer than `ms`; then throws a Problem of this type, and the promise goes on by itself. */
export async function waitFor<T>(promise: Promise<T>, ms: number, type: ProblemType): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem(type, { cause: `No answer within ${Math.round(ms)} ms.` })), ms);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
