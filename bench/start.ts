/**
 * `npm run bench start [-- --runs 15]`: time from process start to registered functions and to the first response, and resident
 * memory, compared with a hello-world app that is bundled in the same way; then the bundle's contents.
 */
import { join } from 'node:path';
import { parseCommandLine } from '../dev/command-line.ts';
import { bundleAll } from './bundle.ts';
import type { Environment } from './environment.ts';
import { type Figure, judge } from './figures.ts';
import { receive, startProcess, stopProcess } from './processes.ts';
import { listBundle } from './start/bundle-contents.ts';
import { type AppName, appNames, measureStart, type Start } from './start/measure-start.ts';
import { toMedian, toTable } from './table.ts';

type StartFigure = Pick<Figure, 'name' | 'goal' | 'unit'> & { readonly value: number };

const { values: options } = parseCommandLine(
  `Measures the start and the first responses, over those of a hello-world app.

  npm run bench start -- [options]

  --runs N   starts of each app (default: 15)`,
  { runs: { type: 'string', default: '15' } },
);

await bundleAll();
const starts = await measureStarts(Number(options.runs));
printStarts();
printFigures([
  { name: 'first response from the upstream, over hello-world', value: over('firstRelayMs'), goal: 100, unit: 'ms' },
  { name: 'resident after load, over hello-world', value: over('loadedRssMb'), goal: 28, unit: 'MB' },
  { name: 'first response from the table, over hello-world, ms', value: over('firstTableHitMs') },
  {
    name: 'load of the app / hello-world, bare process',
    value: median('frontdesk', 'bareLoadMs') / median('hello-world', 'bareLoadMs'),
  },
]);
await printBundle();

async function measureStarts(runs: number): Promise<Record<AppName, Start[]>> {
  const environmentProcess = startProcess({ file: join(import.meta.dirname, 'environment.ts'), core: 'load' });
  const environment = await receive<Environment>(environmentProcess);
  const measured: Record<AppName, Start[]> = { 'hello-world': [], frontdesk: [] };
  // The first pair reads files that the system has not cached, and is not counted.
  for (let run = -1; run < runs; run++) {
    for (const name of run % 2 === 0 ? appNames : appNames.toReversed()) {
      const start = await measureStart(name, environment, run);
      if (run >= 0) measured[name].push(start);
    }
  }
  await stopProcess(environmentProcess);
  return measured;
}

function median(name: AppName, what: keyof Start): number {
  return toMedian(starts[name].map((start) => start[what]));
}

function over(what: keyof Start): number {
  return median('frontdesk', what) - median('hello-world', what);
}

function printStarts(): void {
  const row = (text: string, what: keyof Start) => {
    const [hello, own] = [median('hello-world', what), median('frontdesk', what)];
    return [text, hello, own, own / hello, own - hello];
  };
  const rows = [
    row('process start to registered functions, ms', 'registeredMs'),
    row('load of the app in the host, ms', 'loadMs'),
    row('load of the app in a bare process, ms', 'bareLoadMs'),
    row('first response, from the table, ms', 'firstTableHitMs'),
    row('first response, from the upstream, ms', 'firstRelayMs'),
    row('second response, ms', 'secondResponseMs'),
    row('resident after load, MB', 'loadedRssMb'),
    row('resident after the first responses, MB', 'respondedRssMb'),
  ];
  console.log(`${toTable(['start (medians)', 'hello-world', 'frontdesk', 'ratio', 'difference'], rows)}\n`);
}

async function printBundle(): Promise<void> {
  const { files, bytes, packages } = await listBundle();
  const rows = packages.slice(0, 20).map(([name, size]) => [name, size / 1_000, (100 * size) / bytes]);
  console.log(`${toTable(['in the bundle', 'KB', '%'], rows)}\n`);
  printFigures([
    { name: 'JavaScript files', value: files },
    { name: 'JavaScript, KB', value: bytes / 1_000 },
  ]);
}

function printFigures(figures: readonly StartFigure[]): void {
  const rows = figures.map((figure) => [figure.name, figure.value, ...judge(figure, figure.value)]);
  console.log(`${toTable(['figure', 'median', 'goal', 'verdict'], rows)}\n`);
}
