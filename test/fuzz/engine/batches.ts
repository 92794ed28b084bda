/**
 * Splits the runs into batches with a seed each. The cases depend only on the seed, not on the number of lanes and processes, and
 * the memory of a batch is released when it ends.
 */
import { inspect } from 'node:util';
import type fc from 'fast-check';

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
  /** The error and the command that reproduces it; undefined without a failure. */
  readonly failure: string | undefined;
}

const BATCH_RUNS = 2_000;

interface Batch {
  readonly numRuns: number;
  readonly seed: number;
  readonly path?: string;
}

/** Runs one batch. */
export type Check<Values> = (batch: Batch) => Promise<fc.RunDetails<Values>>;

/** Runs the batches until the first failure, one at a time in each lane. */
export async function checkInBatches<Values>(
  fuzz: FuzzName,
  options: FuzzOptions,
  lanes: readonly Check<Values>[],
  describe: (values: Values) => unknown,
): Promise<string | undefined> {
  const batches = toBatches(options);
  let failure: string | undefined;
  const run = async (check: Check<Values>) => {
    for (let batch = batches.shift(); batch && failure === undefined; batch = batches.shift()) {
      const details = await check(batch);
      if (details.failed) failure ??= describeFailure(fuzz, details, describe);
    }
  };
  await Promise.all(lanes.map(run));
  return failure;
}

function toBatches({ runs, seed, path }: FuzzOptions): Batch[] {
  if (path !== undefined) return [{ numRuns: 1, seed, path }];
  return Array.from({ length: countBatches(runs) }, (_, index) => ({
    numRuns: Math.min(BATCH_RUNS, runs - index * BATCH_RUNS),
    seed: seed + index,
  }));
}

function countBatches(runs: number): number {
  return Math.ceil(runs / BATCH_RUNS);
}

/** Splits the runs into at most `shares` parts, which together run the same cases. */
export function shareOut({ runs, seed, path }: FuzzOptions, shares: number): readonly FuzzOptions[] {
  if (path !== undefined) return [{ runs, seed, path }];
  const batches = Math.ceil(countBatches(runs) / shares);
  const maxRuns = batches * BATCH_RUNS;
  return Array.from({ length: Math.ceil(runs / maxRuns) }, (_, index) => ({
    runs: Math.min(maxRuns, runs - index * maxRuns),
    seed: seed + index * batches,
  }));
}

/** Returns the sums of the counts, and the first failure. */
export function addUp(findings: readonly Finding[]): Finding {
  const seen: Record<string, number> = {};
  for (const finding of findings) {
    for (const [what, count] of Object.entries(finding.seen)) seen[what] = (seen[what] ?? 0) + count;
  }
  const failure = findings.find((finding) => finding.failure !== undefined)?.failure;
  return { seen, failure };
}

/** Returns the message of a failed check; `fuzz` is its command-line option, `describe` formats the values. */
function describeFailure<Values>(
  fuzz: FuzzName,
  { seed, counterexample, counterexamplePath, errorInstance }: fc.RunDetails<Values>,
  describe: (values: Values) => unknown,
): string {
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const command = `npx tsx test/fuzz/run.ts --${fuzz} 1 --seed ${seed} --path ${counterexamplePath}`;
  const values = counterexample && inspect(describe(counterexample), { depth: 12, maxStringLength: 10_000 });
  return `${error}\n\nReproduce: ${command}\n${values}`;
}
