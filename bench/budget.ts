/**
 * `npm run bench budget` (three minutes): eight processes and an upstream that enforces its limit, 25 reads a second, of which the
 * callers want 60. `-- --beside FOLDER` measures another checkout's build too.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCommandLine } from '../dev/command-line.ts';
import { managed } from '../dev/seed.ts';
import { buildInstance } from '../test/testbed/build-instance.ts';
import { type Emulators, startEmulators } from '../test/testbed/emulators.ts';
import { type Instance, startInstance } from '../test/testbed/instance.ts';
import { JOBS } from '../test/testbed/sample-operations.ts';
import { toTable } from './table.ts';

const { values } = parseCommandLine(
  `Measures how many calls an upstream refuses to eight processes.

  npm run bench budget -- [options]

  --beside FOLDER      another checkout with its dependencies, measured too
  --settle N           seconds that do not count (default 60)
  --seconds N          seconds that count (default 60)`,
  {
    beside: { type: 'string' },
    settle: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '60' },
  },
);

const INSTANCES = 8;
const [LIMIT, WANTED] = [25, 60];
const CALLERS = 16;
const settleMs = Number(values.settle) * 1_000;
const seconds = Number(values.seconds);
/** A read that is never stored. */
const readJob = { method: 'GET', path: `${JOBS}/${managed.jobs.running}?api-version=2020-03-01` };

const builds = { 'this build': buildInstance };
if (values.beside)
  Object.assign(builds, {
    [values.beside]: (await import(`${values.beside}/test/testbed/build-instance.ts`)).buildInstance,
  });
const rows: string[][] = [];
for (const [name, build] of Object.entries(builds)) rows.push([name, ...(await measure(build))]);
const head = [
  '8 processes, 60 reads wanted of 25 a second',
  'calls a second',
  'granted',
  'refused',
  'fairness',
  'callers with 200',
];
process.stdout.write(`${toTable(head, rows)}\n`);

async function measure(build: typeof buildInstance): Promise<string[]> {
  const [emulators, built] = await Promise.all([startEmulators(), build()]);
  await emulators.upstream.control('quotas', {
    api: 'arm',
    kind: 'reads',
    size: 250,
    perSecond: LIMIT,
    isEnforced: true,
  });
  const instances: Instance[] = [];
  try {
    for (let count = 0; count < INSTANCES; count++) instances.push(await startInstance(built, emulators.settings));
    const served = await load(emulators, instances);
    const since = new Date(Date.now() - seconds * 1_000).toISOString();
    const calls = ((await emulators.upstream.calls()) as unknown as LoggedCall[]).filter(({ at }) => at >= since);
    const granted = calls.filter(({ status }) => status === 200).length;
    return [
      (calls.length / seconds).toFixed(1),
      (granted / seconds).toFixed(1),
      `${(100 * (1 - granted / calls.length)).toFixed(1)} %`,
      toFairness(served).toFixed(3),
      `${((100 * sum(served)) / (WANTED * seconds)).toFixed(0)} %`,
    ];
  } finally {
    for (const instance of instances) await instance.close();
    await emulators.close();
    await built.remove();
  }
}

interface LoggedCall {
  readonly at: string;
  readonly status: number | null;
}

/** Sends requests at random times; returns how many succeeded by instance, of those that count. */
async function load(emulators: Emulators, instances: readonly Instance[]): Promise<readonly number[]> {
  const tokens = await Promise.all(
    Array.from({ length: CALLERS }, (_, n) => {
      const oid = `ca11e400-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
      return emulators.issuer.issueToken({ oid, sub: oid });
    }),
  );
  const served = instances.map(() => 0);
  const startedAt = performance.now();
  const pending = new Set<Promise<void>>();
  for (let sent = 0; performance.now() - startedAt < settleMs + seconds * 1_000; sent++) {
    const which = Math.floor(Math.random() * instances.length);
    const request = { ...readJob, token: tokens[sent % CALLERS] as string };
    const counts = performance.now() - startedAt > settleMs;
    const sending = (instances[which] as Instance).send(request).then(({ status }) => {
      if (counts && status === 200) served[which] = (served[which] as number) + 1;
    });
    const done: Promise<void> = sending.finally(() => pending.delete(done));
    pending.add(done);
    await sleep((-Math.log(1 - Math.random()) * 1_000) / WANTED);
  }
  await Promise.all(pending);
  return served;
}

function toFairness(counts: readonly number[]): number {
  return sum(counts) ** 2 / (counts.length * sum(counts.map((count) => count ** 2)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
