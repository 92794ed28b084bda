/**
 * Splits the runs into batches with a seed each. The cases depend only on the seed, not on the number of lanes and processes, and
 * the memory of a batch is released when it ends.
 */
import type fc from 'fast-check';
import { describeFailure, type Finding, type FuzzName, type FuzzOptions } from './finding.ts';

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
  const turns = findings.flatMap((finding) => finding.turns ?? []);
  const longestMs = Math.max(0, ...turns.map((turn) => turn.longestMs));
  const over20Ms = turns.reduce((sum, turn) => sum + turn.over20Ms, 0);
  const failure = findings.find((finding) => finding.failure !== undefined)?.failure;
  return { seen, failure, turns: turns.length > 0 ? { longestMs, over20Ms } : undefined };
}
