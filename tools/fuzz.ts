/**
 * `npm run fuzz -- [--runs N] [--paths N] [--interleavings N] [--seed S]`: odd requests through the pipeline, route values into
 * upstream paths, two tenants over one cache. With `--path` a failure is seen again. Exits with 1 when a promise does not hold.
 */
import { parseArgs } from 'node:util';
import type { Finding, FuzzOptions } from './fuzz/finding.ts';
import { fuzzInterleavings } from './fuzz/fuzz-interleavings.ts';
import { fuzzPaths } from './fuzz/fuzz-paths.ts';
import { fuzzRequests } from './fuzz/fuzz-requests.ts';

const FUZZES = {
  runs: { title: 'requests', fuzz: fuzzRequests },
  paths: { title: 'paths', fuzz: fuzzPaths },
  interleavings: { title: 'interleavings', fuzz: fuzzInterleavings },
};

type Name = keyof typeof FUZZES;

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    paths: { type: 'string' },
    interleavings: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
});

const asked = (Object.keys(FUZZES) as Name[]).filter((name) => values[name] !== undefined);
// Any 31-bit number will do: it is printed, and runs the same cases again.
const seed = toNumber('seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31);
let failures = 0;
for (const name of asked.length > 0 ? asked : (['runs'] as const)) {
  const runs = toNumber(name, values[name]) ?? 10_000;
  failures += (await run(name, { runs, seed, ...(values.path === undefined ? {} : { path: values.path }) })) ? 0 : 1;
}
process.exitCode = failures > 0 ? 1 : 0;

async function run(name: Name, options: FuzzOptions): Promise<boolean> {
  const { title, fuzz } = FUZZES[name];
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const { seen, failure } = await fuzz(options);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = Math.round(options.runs / seconds);
  const cpu = `${((user + system) / 1e6).toFixed(1)} s of a processor`;
  print(`\n${options.runs} ${title}, seed ${options.seed}: ${seconds.toFixed(1)} s, ${rate} a second, ${cpu}`);
  printSeen(seen);
  if (failure !== undefined) print(`\nFailed: ${failure}`);
  return failure === undefined;
}

function printSeen(seen: Finding['seen']): void {
  const sorted = Object.entries(seen).sort(([one], [other]) => one.localeCompare(other));
  for (const [what, count] of sorted) print(`  ${what.padEnd(28)} ${String(count).padStart(10)}`);
}

function toNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new TypeError(`--${name} is a number.`);
  return Number(text);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
