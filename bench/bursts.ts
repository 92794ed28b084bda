/**
 * `npm run bench:bursts`: many callers at once on one stored reply, beside what Varnish and nginx make of the same; two minutes.
 * Their figures are reliability 1.1's: nginx 1.22.1 with lock, use_stale and background update; Varnish 7.1.1 with ttl 2 s, grace 60 s.
 * Frontdesk answers twice: on a bare HTTP adapter, as a proxy would, and in the stand-in Functions host. It checks every caller's token.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEdges, toLimits } from '../test/resilience/harness/edges.ts';
import { operations, type SampleOperation } from '../test/resilience/harness/operations.ts';
import { openLines, type Shot } from '../test/resilience/harness/volley.ts';
import { appFile, bundleAll, toSubjectFile } from './bundle.ts';
import { end, hear, launch, readCpu } from './processes.ts';
import type { Ready } from './subjects/tell.ts';
import { toMedian, toTable } from './table.ts';

const UPSTREAM_MS = 200;
const CALLERS = 200;
/** Then a list of health events is no longer fresh; it may be served beside a refresh for four minutes more. */
const EXPIRED_MS = 61_000;
const BESIDE_MS = 900;
/** Of each burst; the table shows medians. */
const ROUNDS = 5;
/** An instance that has been at work: 10,000 requests, after which the compiler is done with them. */
const WARM_UPS = 50;

const listEvents = operations.find(({ id }) => id === 'O2') as SampleOperation;

interface Subject {
  /** Asks once with each token, all at once, over connections that are open. */
  readonly call: (mark: number, tokens?: readonly string[]) => Promise<readonly Shot[]>;
  readonly readCpuMs: () => number;
  readonly close: () => Promise<void>;
}

interface Burst {
  readonly name: string;
  readonly nginx: string;
  readonly varnish: string;
  /** The last column of reliability 1.1; `waiting` is how many callers may wait for the upstream, times are milliseconds. */
  readonly bar: Partial<Record<keyof Measured, number>>;
  /** Stored before, and expired by now. */
  readonly isExpired?: true;
  readonly run: (subject: Subject, mark: number) => Promise<readonly Shot[]>;
}

interface Measured {
  readonly calls: number;
  readonly bodies: number;
  readonly waiting: number;
  readonly p50: number;
  readonly max: number;
  /** Milliseconds of the subject's: others on the machine do not change it. */
  readonly cpu: number;
}

const [edges] = await Promise.all([startEdges(), bundleAll()]);
const [token, other] = await Promise.all([
  edges.issuer.issueToken({}),
  // Granted by the resource group, too: another access scope.
  edges.issuer.issueToken({ azp: 'a9900000-0000-4000-8000-000000000002' }),
]);

const many = ({ call }: Subject, mark: number, callers = CALLERS) => call(mark, Array(callers).fill(token));
const fail = (fault: object) => edges.upstream.fault({ times: 1_000, fault });

const bursts: readonly Burst[] = [
  {
    name: `cold, ${CALLERS} callers`,
    nginx: '1 call, p50 546 ms',
    varnish: '1 call, p50 331 ms',
    bar: { calls: 1, bodies: 1, p50: UPSTREAM_MS + 60 },
    run: (subject, mark) => many(subject, mark),
  },
  {
    name: `warm, ${CALLERS}`,
    nginx: '0, p50 24',
    varnish: '0, p50 62',
    bar: { calls: 0, bodies: 1, waiting: 0 },
    async run(subject, mark) {
      await subject.call(mark);
      await edges.upstream.reset();
      return many(subject, mark);
    },
  },
  {
    name: `expired, ${CALLERS}`,
    nginx: '0-1, p50 24',
    varnish: '1, p50 29',
    bar: { calls: 1, bodies: 1, waiting: 0 },
    isExpired: true,
    run: (subject, mark) => many(subject, mark),
  },
  {
    name: 'expired, upstream 500',
    nginx: 'stale, p50 7',
    varnish: 'stale, p50 12',
    bar: { bodies: 1, waiting: 0 },
    isExpired: true,
    async run(subject, mark) {
      await fail({ kind: 'status', status: 500 });
      return many(subject, mark);
    },
  },
  {
    name: 'expired, upstream hangs',
    nginx: 'stale, max 995',
    varnish: 'stale, max 36',
    bar: { bodies: 1, waiting: 0, max: 50 },
    isExpired: true,
    async run(subject, mark) {
      await fail({ kind: 'hang' });
      return many(subject, mark);
    },
  },
  {
    name: 'cold, upstream 500, 50',
    nginx: '51, p50 5017',
    varnish: '1, p50 209',
    // One call and its two retries.
    bar: { calls: 3, bodies: 1 },
    async run(subject, mark) {
      await fail({ kind: 'status', status: 500 });
      return many(subject, mark, 50);
    },
  },
  {
    name: 'one URL, two Authorizations',
    nginx: "the other's body",
    varnish: '2, 2 bodies',
    bar: { calls: 2, bodies: 2 },
    async run(subject, mark) {
      await edges.upstream.fault({ fault: { kind: 'patch', body: { of: 'one of the two' } } });
      const callers = Array.from({ length: CALLERS }, (_, n) => (n % 2 ? token : other));
      const shots = await subject.call(mark, callers);
      for (const as of [token, other]) {
        if (countBodies(shots.filter((_, n) => callers[n] === as)) > 1)
          throw new Error("A caller got the other's body.");
      }
      return shots;
    },
  },
];

const subjects = await Promise.all([
  startSubject('frontdesk', { BENCH_CACHE: 'memory', CACHE_TABLE_NAME: 'bare' }),
  startSubject('host', { BENCH_APP: appFile, CACHE_TABLE_NAME: 'hosted' }),
]);
try {
  const measured = await runAll();
  const head = ['burst, times in ms', 'nginx', 'Varnish', 'calls', 'bodies', 'waiting', 'p50', 'max', 'CPU'];
  const rows = bursts.map((burst, n) => toRow(burst, measured[n] ?? []));
  process.stdout.write(`\nThe upstream takes ${UPSTREAM_MS} ms.\n\n`);
  process.stdout.write(`${toTable([...head, 'hosted p50', 'max', 'CPU', 'bar', 'reached'], rows)}\n`);
} finally {
  for (const subject of subjects) await subject.close();
  await edges.close();
}

async function startSubject(name: string, env: Readonly<Record<string, string>>): Promise<Subject> {
  const child = launch({
    file: toSubjectFile(name),
    core: 'subject',
    env: { ...edges.settings, ...toLimits(50), ...env },
  });
  const { port } = await hear<Ready>(child);
  child.once('exit', giveUp);
  const pids = [child.pid as number];
  return {
    async call(mark, tokens = [token]) {
      const { method, path } = listEvents.toRequest(mark);
      const lines = await openLines(port, tokens.length);
      const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer `;
      return lines.fire(tokens.map((as) => `${head}${as}\r\n\r\n`)).finally(lines.close);
    },
    readCpuMs: () => readCpu(pids) / 1_000,
    close: () => end(child.off('exit', giveUp)),
  };
}

/** Without its subjects a burst would wait for ever. */
function giveUp(): void {
  process.stderr.write('A subject ended before its bursts did.\n');
  process.exit(1);
}

/** Answers of each burst and subject the rounds. */
async function runAll(): Promise<Measured[][][]> {
  const toMark = (burst: number, round: number) => 1 + burst * ROUNDS + round;
  await prepare(toMark);
  const measured = bursts.map(() => subjects.map((): Measured[] => []));
  // What is stored does not stay of use for ever: the bursts that need it come first.
  for (const isFirst of [true, false]) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, burst] of bursts.entries()) {
        if (Boolean(burst.isExpired) !== isFirst) continue;
        for (const [of, subject] of subjects.entries())
          measured[n]?.[of]?.push(await measure(subject, burst, toMark(n, round)));
      }
    }
  }
  return measured;
}

/** Stores what is to expire, lets the compiler work, and lets time pass. */
async function prepare(toMark: (burst: number, round: number) => number): Promise<void> {
  for (const subject of subjects) {
    await subject.call(0, [token, other]);
    for (let round = 0; round < WARM_UPS; round++) await many(subject, 0);
    for (const [n, { isExpired }] of bursts.entries()) {
      for (let round = 0; isExpired && round < ROUNDS; round++) await subject.call(toMark(n, round));
    }
  }
  await edges.wires.arm.strike({ kind: 'latency', ms: UPSTREAM_MS });
  await sleep(EXPIRED_MS);
}

async function measure(subject: Subject, { run }: Burst, mark: number): Promise<Measured> {
  await edges.upstream.reset();
  const cpuBefore = subject.readCpuMs();
  const shots = await run(subject, mark);
  const cpu = subject.readCpuMs() - cpuBefore;
  // What goes on beside the answers counts, too; what a burst before still tries does not.
  await sleep(BESIDE_MS);
  const calls = await edges.upstream.calls();
  const times = shots.map(({ elapsedMs }) => elapsedMs);
  return {
    calls: calls.filter(({ path }) => path.includes(`/vm-${mark}/`)).length,
    bodies: countBodies(shots),
    waiting: shots.filter(({ fields }) => !/\r\ncache-status: Frontdesk; hit;/i.test(fields)).length,
    p50: toMedian(times),
    max: Math.max(...times),
    cpu,
  };
}

function countBodies(shots: readonly Shot[]): number {
  return new Set(shots.map(({ status, text }) => `${status} ${text}`)).size;
}

/** Times and CPU are medians; what is counted is the most of any round of either subject, and must reach the bar. */
function toRow({ name, nginx, varnish, bar }: Burst, ofSubjects: readonly Measured[][]): (string | number)[] {
  const [bare = [], hosted = []] = ofSubjects;
  const most = (what: keyof Measured) => Math.max(...ofSubjects.flat().map((each) => each[what]));
  const median = (of: readonly Measured[], what: keyof Measured) => toMedian(of.map((each) => each[what]));
  const counted = ['calls', 'bodies', 'waiting'] as const;
  const timed = ['p50', 'max', 'cpu'] as const;
  const missed = [
    ...counted.filter((what) => most(what) > (bar[what] ?? Number.POSITIVE_INFINITY)),
    ...timed.filter((what) => median(bare, what) > (bar[what] ?? Number.POSITIVE_INFINITY)),
  ];
  if (counted.some((what) => missed.includes(what))) process.exitCode = 1;
  return [
    name,
    nginx,
    varnish,
    ...counted.map((what) => String(most(what))),
    ...timed.map((what) => median(bare, what)),
    ...timed.map((what) => median(hosted, what)),
    Object.entries(bar)
      .map(([what, value]) => `${what} <= ${value}`)
      .join(', '),
    missed.length === 0 ? 'yes' : `no: ${missed.join(', ')}`,
  ];
}
