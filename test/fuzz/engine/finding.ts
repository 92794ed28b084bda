/** The result of a fuzz, and how to reproduce a failure. */
import { inspect } from 'node:util';
import type fc from 'fast-check';
import type { Turns } from './turns.ts';

export type FuzzName = 'runs' | 'batches' | 'interleavings';

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** Path of a failed case; only this case runs. */
  readonly path?: string;
}

export interface Finding {
  /** Counts by label, such as `status 200`. */
  readonly seen: Readonly<Record<string, number>>;
  readonly turns?: Turns | undefined;
  /** The error and the command that reproduces it; undefined without a failure. */
  readonly failure: string | undefined;
}

/** Returns the message of a failed check; `fuzz` is its command-line option, `describe` formats the values. */
export function describeFailure<Values>(
  fuzz: FuzzName,
  { seed, counterexample, counterexamplePath, errorInstance }: fc.RunDetails<Values>,
  describe: (values: Values) => unknown,
): string {
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const command = `npx tsx test/fuzz/run.ts --${fuzz} 1 --seed ${seed} --path ${counterexamplePath}`;
  const values = counterexample && inspect(describe(counterexample), { depth: 12, maxStringLength: 10_000 });
  return `${error}\n\nReproduce: ${command}\n${values}`;
}
