import { expect } from 'vitest';

/** Expects a rule to hold for each of the first values, and for none of the others; the failure lists those that are wrong. */
export function expectSplit<T>(holds: (value: T) => boolean, yes: readonly T[], no: readonly T[]): void {
  expect(yes.filter((value) => !holds(value))).toEqual([]);
  expect(no.filter((value) => holds(value))).toEqual([]);
}
