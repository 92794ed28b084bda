/** The figures that need no load: the first response, the files of a relayed read, and the size of the source. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toAppFile, toSubjectFile } from './bundle.ts';
import type { Environment } from './environment.ts';
import { receive, startProcess, stopProcess } from './processes.ts';
import { measureFirstRelay } from './start/measure-start.ts';
import type { Coverage } from './subjects/coverage.ts';
import { type AppName, toEarlierSettings } from './subjects.ts';
import { toMedian } from './table.ts';

export interface StillFigure {
  readonly name: string;
  readonly goal?: number;
  readonly unit?: string;
  readonly values: Readonly<Record<AppName, number>>;
}

type Checkouts = Readonly<Partial<Record<AppName, string>>>;

export async function measureStill(
  environment: Environment,
  baseline: string | undefined,
  runs: number,
): Promise<StillFigure[]> {
  const checkouts: Checkouts = { now: resolve('.'), ...(baseline && { baseline: resolve(baseline) }) };
  const starts = await measureStarts(environment, checkouts, runs);
  const coverage = await eachOf(checkouts, (checkout) => measureCoverage(environment, checkout));
  const sizes = await eachOf(checkouts, (checkout) => Promise.resolve(measureSize(checkout)));
  const figure = (name: string, read: (app: AppName) => number | undefined, goal?: number, unit?: string) => ({
    name,
    ...(goal === undefined ? {} : { goal }),
    ...(unit === undefined ? {} : { unit }),
    values: { now: read('now') ?? Number.NaN, baseline: read('baseline') ?? Number.NaN },
  });
  return [
    figure('first answer after the start, over hello-world', (app) => starts[app], undefined, 'ms'),
    figure(
      'the same, more than the baseline',
      (app) => (starts[app] ?? Number.NaN) - (starts.baseline ?? Number.NaN),
      20,
      'ms',
    ),
    figure('files of a relayed read', (app) => coverage[app]?.files, 33),
    figure('functions of a relayed read', (app) => coverage[app]?.functions, 150),
    figure('lines of lib and functions', (app) => sizes[app]?.lines, 12_100),
    figure('files of lib and functions', (app) => sizes[app]?.files, 125),
    figure('app settings', (app) => sizes[app]?.settings, 31),
  ];
}

async function eachOf<T>(
  checkouts: Checkouts,
  measure: (checkout: string) => Promise<T>,
): Promise<Partial<Record<AppName, T>>> {
  const results: Partial<Record<AppName, T>> = {};
  for (const [app, checkout] of Object.entries(checkouts)) results[app as AppName] = await measure(checkout);
  return results;
}

/** Returns the medians over those of the hello-world, which starts next to each. */
async function measureStarts(
  environment: Environment,
  checkouts: Checkouts,
  runs: number,
): Promise<Partial<Record<AppName, number>>> {
  const times: Record<AppName, number[]> = { now: [], baseline: [] };
  const hello: number[] = [];
  // The first ones read files that the system has not cached, and are not counted.
  for (let run = -1; run < runs; run++) {
    const helloMs = await measureFirstRelay(
      toSubjectFile('hello-app'),
      environment.settings,
      environment.tokens[0] ?? '',
      run,
    );
    if (run >= 0) hello.push(helloMs);
    for (const [app, checkout] of Object.entries(checkouts) as [AppName, string][]) {
      const settings = toEarlierSettings(environment.settings, checkout);
      const ms = await measureFirstRelay(toAppFile(checkout), settings, environment.tokens[0] ?? '', run);
      if (run >= 0) times[app].push(ms);
    }
  }
  const least = toMedian(hello);
  return { now: toMedian(times.now) - least, baseline: toMedian(times.baseline) - least };
}

/** Counts what one warm relayed read of a checkout runs through. */
export async function measureCoverage({ settings, tokens }: Environment, checkout: string): Promise<Coverage> {
  const env = { ...toEarlierSettings(settings, checkout), TOKEN: tokens[0] ?? '' };
  const file = join(import.meta.dirname, 'subjects/coverage.ts');
  const child = startProcess({ file, core: 'subject', env, args: [checkout] });
  const coverage = await receive<Coverage>(child);
  await stopProcess(child);
  return coverage;
}

function measureSize(checkout: string): { readonly files: number; readonly lines: number; readonly settings: number } {
  const list = execFileSync('git', ['ls-files', 'lib', 'functions'], { cwd: checkout, encoding: 'utf8' });
  const files = list.split('\n').filter((file) => file.endsWith('.ts'));
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8');
  const lines = files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
  return { files: files.length, lines, settings: countSettings(read) };
}

/** The settings that are documented as the app's. */
function countSettings(read: (file: string) => string): number {
  try {
    return new Set(Array.from(read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name)).size;
  } catch {
    return Number.NaN;
  }
}
