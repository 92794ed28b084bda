/**
 * `npx tsx test/fuzz/run.ts [--runs N] [--batches N] [--interleavings N] [--seed S]`: sends odd requests through the pipeline, alone and as
 * parts of batches, and two tenants' requests through one cache, in one process per processor. `--path` reproduces a failure. Exits with 1 after a failure.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseCommandLine } from '../../dev/command-line.ts';
import { addUp, type Finding, type FuzzName, type FuzzOptions, shareOut } from './engine/batches.ts';
import { fuzzBatches } from './engine/fuzz-batches.ts';
import { fuzzInterleavings } from './engine/fuzz-interleavings.ts';
import { fuzzRequests } from './engine/fuzz-requests.ts';

const FUZZES: Readonly<Record<FuzzName, (options: FuzzOptions) => Promise<Finding>>> = {
  runs: fuzzRequests,
  batches: fuzzBatches,
  interleavings: fuzzInterleavings,
};
const TITLES: Readonly<Record<FuzzName, string>> = {
  runs: 'cases of requests',
  batches: 'batches',
  interleavings: 'interleavings',
};
/** Any 31-bit number; the same seed runs the same cases. */
const DEFAULT_SEED = 20_261_121;
const DEFAULT_RUNS = 200_000;

const USAGE = `Sends odd requests through Frontdesk until one breaks a promise.

  npx tsx test/fuzz/run.ts [options]

  --runs N            requests through the pipeline (default: ${DEFAULT_RUNS}, if nothing else is named)
  --batches N         batches of one to five such requests
  --interleavings N   two tenants' requests through one cache
  --seed N            the same seed runs the same cases (default: ${DEFAULT_SEED})
  --path PATH         reproduces a failure`;

/** The work of one process; the message to it. */
interface Share {
  readonly name: FuzzName;
  readonly options: FuzzOptions;
}

if (process.send) startWork();
else process.exitCode = await main();

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseCommandLine(USAGE, {
    runs: text,
    batches: text,
    interleavings: text,
    seed: text,
    path: text,
  });
  const seed = toNumber('seed', values.seed) ?? DEFAULT_SEED;
  const chosen = (Object.keys(FUZZES) as FuzzName[]).filter((name) => values[name] !== undefined);
  let failures = 0;
  for (const name of chosen.length > 0 ? chosen : (['runs'] as const)) {
    const runs = toNumber(name, values[name]) ?? DEFAULT_RUNS;
    const hasPassed = await run(name, { runs, seed, ...(values.path === undefined ? {} : { path: values.path }) });
    if (!hasPassed) failures++;
  }
  return failures > 0 ? 1 : 0;
}

async function run(name: FuzzName, options: FuzzOptions): Promise<boolean> {
  const startedAt = performance.now();
  const results = await Promise.all(
    shareOut(options, availableParallelism()).map((share) => delegate({ name, options: share })),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { seen, failure } = addUp(results);
  print(`\n${options.runs} ${TITLES[name]}, seed ${options.seed}: ${seconds.toFixed(1)} s`);
  for (const what of Object.keys(seen).sort()) print(`  ${what.padEnd(36)} ${String(seen[what]).padStart(10)}`);
  if (failure !== undefined) print(`\nFailed: ${failure}`);
  return failure === undefined;
}

function delegate(share: Share): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url));
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`A fuzz process ended with ${code}.`)));
    child.send(share);
  });
}

function startWork(): void {
  process.once('message', (share: Share) => void work(share));
  process.once('disconnect', () => process.exit());
}

async function work({ name, options }: Share): Promise<void> {
  const finding = await FUZZES[name](options);
  process.send?.(finding, undefined, undefined, () => process.disconnect());
}

function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new TypeError(`--${name} must be a number, not ${text}.`);
  return Number(text);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
