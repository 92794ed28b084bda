/** What a fuzz came to, and how to see it again. */
import { inspect } from 'node:util';
import type fc from 'fast-check';

export type Fuzz = 'runs' | 'paths' | 'interleavings';

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** Where in the seed a failure was found; only this case is run. */
  readonly path?: string;
}

export interface Finding {
  /** How often each thing was seen, such as `status 200`. */
  readonly seen: Readonly<Record<string, number>>;
  /** What failed, and the command that runs it again; undefined when all went well. */
  readonly failure: string | undefined;
}

/** Answers how a failed check is told; `fuzz` is the option that asks for it, `describe` shows the values that failed. */
export function describeFailure<Values>(
  fuzz: Fuzz,
  { seed, counterexample, counterexamplePath, errorInstance }: fc.RunDetails<Values>,
  describe: (values: Values) => unknown,
): string {
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const again = `npm run fuzz -- --${fuzz} 1 --seed ${seed} --path ${counterexamplePath}`;
  const values = counterexample && inspect(describe(counterexample), { depth: 12, maxStringLength: 10_000 });
  return `${error}\n\nAgain: ${again}\n${values}`;
}
