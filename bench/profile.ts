/** Prints Node's CPU profile of the relay, of the memory hit and of the batch, by source file and by function. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appFile, toSubjectFile } from './bundle.ts';
import { startHarness, type Timing } from './harness.ts';
import { type Case, chooseCases, listCases, listSubjects } from './subjects.ts';
import { toTable } from './table.ts';

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

type Locate = (frame: CallFrame) => string;

const ROWS = 30;

const PROFILED: ReadonlySet<string> = new Set([
  'now relay',
  'now hit',
  'now batch of 20',
  'now relay outside the host',
]);

/** `only`: parts of the cases' names; all without it. */
export async function printProfiles(timing: Timing, only: readonly string[]): Promise<void> {
  const profiled = listCases(listSubjects()).filter(({ name }) => PROFILED.has(name));
  for (const what of chooseCases(profiled, only)) await printProfile(what, timing);
}

async function printProfile(what: Case, timing: Timing): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-profile-'));
  try {
    const harness = await startHarness({ flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`] });
    const { requests } = await harness.measure(what, timing);
    await harness.close();
    const [name = ''] = await readdir(folder);
    const profile: Profile = JSON.parse(await readFile(join(folder, name), 'utf8'));
    print(what.name, requests, profile, await openLocator());
  } finally {
    await rm(folder, { recursive: true });
  }
}

function print(name: string, requests: number, profile: Profile, locate: Locate): void {
  const { files, functions, total } = sumSelfTimes(profile, locate);
  const rows = (sums: ReadonlyMap<string, number>) =>
    [...sums]
      .sort(([, a], [, b]) => b - a)
      .slice(0, ROWS)
      .map(([what, us]) => [what, (100 * us) / total]);
  console.log(`## ${name} (${requests} requests)\n\n${toTable(['file', '% of CPU'], rows(files))}\n`);
  console.log(`${toTable(['function', '% of CPU'], rows(functions))}\n`);
}

/** Returns self times in microseconds, without idle time. */
function sumSelfTimes({ nodes, samples, timeDeltas }: Profile, locate: Locate) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const files = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  samples.forEach((id, index) => {
    const frame = frames.get(id) as CallFrame;
    if (frame.functionName === '(idle)') return;
    const us = timeDeltas[index] ?? 0;
    const file = locate(frame);
    const name = `${frame.functionName || '(anonymous)'} ${file}`;
    total += us;
    files.set(file, (files.get(file) ?? 0) + us);
    functions.set(name, (functions.get(name) ?? 0) + us);
  });
  return { files, functions, total };
}

/** Returns a function that maps a frame to its source file, or to the name of its package. */
async function openLocator(): Promise<Locate> {
  const bundles = [appFile, ...['frontdesk', 'host', 'relay-app'].map((name) => toSubjectFile(name))];
  const maps = new Map<string, SourceMap>(
    await Promise.all(
      bundles.map(async (file) => {
        const payload: SourceMapPayload = JSON.parse(await readFile(`${file}.map`, 'utf8'));
        return [`file://${file}`, new SourceMap(payload)] as const;
      }),
    ),
  );
  return ({ functionName, url, lineNumber, columnNumber }) => {
    const map = maps.get(url.startsWith('/') ? `file://${url}` : url);
    if (map === undefined)
      return url === '' ? functionName : url.replace(/^node:internal\/(\w+).*/, 'node:internal/$1');
    const { originalSource = '?' } = map.findEntry(lineNumber, columnNumber) as { originalSource?: string };
    return originalSource
      .replace(/^(?:file:\/\/)?(?:\.\.\/)*/, '')
      .replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/.*/, '$1');
  };
}
