/**
 * `npm run bench:start [-- --runs 15]`: process start to functions registered, to the first answer, and resident memory,
 * beside the hello-world app bundled in the same way; then what the bundle is made of.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appFile, bundleAll, toSubjectFile } from './bundle.ts';
import type { Edges } from './edges.ts';
import { type Figure, judge } from './figures.ts';
import { end, hear, launch } from './processes.ts';
import type { HostStart } from './subjects/host.ts';
import type { Ready } from './subjects/tell.ts';
import { eventsPath, keyedEventsPath } from './subjects.ts';
import { toMedian, toTable } from './table.ts';

interface Start extends HostStart {
  /** The load in a process that has loaded nothing before: the host's own modules are no gift to the app. */
  readonly bareLoadMs: number;
  /** Out of the table, where an earlier instance has stored it: all but the first start find it there. */
  readonly firstAnswerMs: number;
  /** From the upstream, with a token of the managed identity: nobody has asked for it before. */
  readonly firstRelayMs: number;
  readonly secondAnswerMs: number;
  readonly answeredRssMb: number;
}

interface BundleMeta {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly bytes: number; readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

type Bound = Pick<Figure, 'least' | 'aim'>;

const apps = { 'hello-world': toSubjectFile('hello-app'), frontdesk: appFile } as const;
type AppName = keyof typeof apps;
const names = Object.keys(apps) as AppName[];

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });

await bundleAll();
await printStarts(Number(options.runs));
await printBundle();

async function printStarts(runs: number): Promise<void> {
  const edgesProcess = launch({ file: join(import.meta.dirname, 'edges.ts'), core: 'load' });
  const edges = await hear<Edges>(edgesProcess);
  const starts: Record<AppName, Start[]> = { 'hello-world': [], frontdesk: [] };
  // The first pair pays for cold files.
  for (let run = -1; run < runs; run++) {
    for (const name of run % 2 === 0 ? names : names.toReversed()) {
      const start = await measureStart(name, edges, run);
      if (run >= 0) starts[name].push(start);
    }
  }
  await end(edgesProcess);

  const median = (name: AppName, what: keyof Start) => toMedian(starts[name].map((start) => start[what]));
  const row = (text: string, what: keyof Start) => {
    const [hello, own] = [median('hello-world', what), median('frontdesk', what)];
    return [text, hello, own, own / hello, own - hello];
  };
  console.log(
    `${toTable(
      ['start (medians)', 'hello-world', 'frontdesk', 'ratio', 'difference'],
      [
        row('process start to functions registered, ms', 'registeredMs'),
        row('load of the app in the host, ms', 'loadMs'),
        row('load of the app in a bare process, ms', 'bareLoadMs'),
        row('first answer, out of the table, ms', 'firstAnswerMs'),
        row('first answer, from the upstream, ms', 'firstRelayMs'),
        row('second answer, ms', 'secondAnswerMs'),
        row('resident after load, MB', 'loadedRssMb'),
        row('resident after the first answers, MB', 'answeredRssMb'),
      ],
    )}\n`,
  );
  printFigures([
    [
      '7 load of the app / hello-world, bare process',
      { least: 5, aim: 2 },
      median('frontdesk', 'bareLoadMs') / median('hello-world', 'bareLoadMs'),
    ],
    [
      '9 resident after load over hello-world, MB',
      { least: 25, aim: 10 },
      median('frontdesk', 'loadedRssMb') - median('hello-world', 'loadedRssMb'),
    ],
    [
      '10 first answer over hello-world, ms',
      { least: 20, aim: 5 },
      median('frontdesk', 'firstAnswerMs') - median('hello-world', 'firstAnswerMs'),
    ],
    [
      '10 the same from the upstream, ms',
      { least: 20, aim: 5 },
      median('frontdesk', 'firstRelayMs') - median('hello-world', 'firstRelayMs'),
    ],
  ]);
}

async function measureStart(name: AppName, { settings, tokens }: Edges, run: number): Promise<Start> {
  const { child, port, ...start } = await startHost(name, settings);
  const firstAnswerMs = await timeAnswer(port, tokens[0] ?? '', eventsPath);
  const secondAnswerMs = await timeAnswer(port, tokens[1] ?? '', eventsPath);
  const answeredRssMb = await readRssMb(child.pid as number);
  await end(child);
  const other = await startHost(name, settings);
  const firstRelayMs = await timeAnswer(other.port, tokens[0] ?? '', keyedEventsPath.replace('{n}', `start-${run}`));
  await end(other.child);
  const bareLoadMs = await measureBareLoad(name, settings);
  return { ...start, bareLoadMs, firstAnswerMs, firstRelayMs, secondAnswerMs, answeredRssMb };
}

async function startHost(name: AppName, settings: Edges['settings']) {
  const child = launch({ file: toSubjectFile('host'), core: 'subject', env: { ...settings, BENCH_APP: apps[name] } });
  return { child, ...(await hear<Ready & HostStart>(child)) };
}

async function measureBareLoad(name: AppName, settings: Edges['settings']): Promise<number> {
  const child = launch({
    file: toSubjectFile('bare-load'),
    core: 'subject',
    env: { ...settings, BENCH_APP: apps[name] },
  });
  const { loadMs } = await hear<Pick<HostStart, 'loadMs'>>(child);
  await end(child);
  return loadMs;
}

async function timeAnswer(port: number, token: string, path: string): Promise<number> {
  const before = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The app answered ${answer.status}.`);
  return performance.now() - before;
}

async function readRssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function printBundle(): Promise<void> {
  const folder = join(appFile, '..');
  const files = (await readdir(folder)).filter((name) => /\.[cm]?js$/.test(name));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  const meta: BundleMeta = JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8'));
  const packages = new Map<string, number>();
  for (const [input, { bytesInOutput }] of Object.values(meta.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs),
  )) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.replace(/\/.*/, '/');
    packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const rows = [...packages]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([name, bytes]) => [name, bytes / 1_000, (100 * bytes) / total]);
  console.log(`${toTable(['in the bundle', 'KB', '%'], rows)}\n`);
  printFigures([
    ['8 JavaScript files', { least: 4, aim: 4 }, files.length],
    ['8 JavaScript, KB', { least: 1_000, aim: 600 }, total / 1_000],
  ]);
}

function printFigures(figures: readonly (readonly [name: string, bound: Bound, value: number])[]): void {
  const rows = figures.map(([name, bound, value]) => [
    name,
    value,
    `<= ${bound.least}`,
    `<= ${bound.aim}`,
    judge(bound, value),
  ]);
  console.log(`${toTable(['figure', 'median', 'at least', 'aim', 'verdict'], rows)}\n`);
}
