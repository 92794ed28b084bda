/**
 * Runs are made in batches, each with a seed of its own: what is run depends on the seed alone, however many lanes and processes
 * share the work, and what a batch needs of memory is given back.
 */
import type fc from 'fast-check';
import { describeFailure, type Finding, type Fuzz, type FuzzOptions } from './finding.ts';

const BATCH_RUNS = 2_000;

interface Batch {
  readonly numRuns: number;
  readonly seed: number;
  readonly path?: string;
}

/** Runs one batch. */
export type Check<Values> = (batch: Batch) => Promise<fc.RunDetails<Values>>;

/** Runs the batches, one at a time in each lane, up to the first failure. */
export async function checkInBatches<Values>(
  fuzz: Fuzz,
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

/** Answers so many shares, or fewer where there is less to do; together they run what the whole would. */
export function shareOut({ runs, seed, path }: FuzzOptions, shares: number): readonly FuzzOptions[] {
  if (path !== undefined) return [{ runs, seed, path }];
  const batches = Math.ceil(countBatches(runs) / shares);
  const most = batches * BATCH_RUNS;
  return Array.from({ length: Math.ceil(runs / most) }, (_, index) => ({
    runs: Math.min(most, runs - index * most),
    seed: seed + index * batches,
  }));
}

/** Answers what was seen in all. */
export function addUp(findings: readonly Finding[]): Finding {
  const seen: Record<string, number> = {};
  for (const finding of findings) {
    for (const [what, count] of Object.entries(finding.seen)) seen[what] = (seen[what] ?? 0) + count;
  }
  return { seen, failure: findings.find(({ failure }) => failure !== undefined)?.failure };
}
