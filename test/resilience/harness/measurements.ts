/** Measurements of tests, which the reporter prints after the faults. */
import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    measurement?: string;
  }
}

/** Adds a line to the test's report. */
export function report({ task }: TestContext, measurement: string): void {
  task.meta.measurement = measurement;
}

/** Returns the value that this share of the values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
