/** Figures that a test measures, printed below the faults. */
import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What was measured, in words. */
    figure?: string;
  }
}

export function report({ task }: TestContext, figure: string): void {
  task.meta.figure = figure;
}

/** Answers the value that this share of all stays at or below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
