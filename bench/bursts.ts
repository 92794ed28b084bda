/**
 * `npm run bench:bursts`: many callers at once on one stored reply, beside what Varnish and nginx make of the same; two minutes.
 * Their figures are reliability 1.1's: nginx 1.22.1 with lock, use_stale and background update; Varnish 7.1.1 with ttl 2 s, grace 60 s.
 * Frontdesk answers twice: on a bare HTTP adapter, as a proxy would, and in the stand-in Functions host. It checks every caller's token.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEdges, toLimits } from '../test/faults/edges.ts';
import { operations, type SampleOperation } from '../test/faults/operations.ts';
import { send, type TimedAnswer } from '../test/faults/send.ts';
import { appFile, bundleAll, toSubjectFile } from './bundle.ts';
import { end, hear, launch } from './processes.ts';
import type { Ready } from './subjects/tell.ts';
import { toMedian, toTable } from './table.ts';

const UPSTREAM_MS = 200;
const CALLERS = 200;
/** Then a list of health events is no longer fresh; it may be served beside a refresh for four minutes more. */
const EXPIRED_MS = 61_000;
const BESIDE_MS = 900;
/** Of each burst; the table shows medians. */
const ROUNDS = 5;

const listEvents = operations.find(({ id }) => id === 'O2') as SampleOperation;

interface Subject {
  readonly call: (mark: number, as?: string) => Promise<TimedAnswer>;
  readonly close: () => Promise<void>;
}

interface Burst {
  readonly name: string;
  readonly nginx: string;
  readonly varnish: string;
  readonly bar: string;
  /** Stored before, and expired by now. */
  readonly isExpired?: true;
  readonly run: (subject: Subject, mark: number) => Promise<readonly TimedAnswer[]>;
}

const [edges] = await Promise.all([startEdges(), bundleAll()]);
const [token, other] = await Promise.all([
  edges.issuer.issueToken({}),
  // Granted by the resource group, too: another access scope.
  edges.issuer.issueToken({ azp: 'a9900000-0000-4000-8000-000000000002' }),
]);

const many = ({ call }: Subject, mark: number, callers = CALLERS, as = token) =>
  Promise.all(Array.from({ length: callers }, () => call(mark, as)));
const fail = (fault: object) => edges.upstream.fault({ times: 1_000, fault });

const bursts: readonly Burst[] = [
  {
    name: `cold, ${CALLERS} callers`,
    nginx: '1 call, p50 546 ms',
    varnish: '1 call, p50 331 ms',
    bar: '1 call, p50 <= 260',
    run: (subject, mark) => many(subject, mark),
  },
  {
    name: `warm, ${CALLERS}`,
    nginx: '0, p50 24',
    varnish: '0, p50 62',
    bar: '0 calls',
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
    bar: '<= 1 call, nobody waits',
    isExpired: true,
    run: (subject, mark) => many(subject, mark),
  },
  {
    name: 'expired, upstream 500',
    nginx: 'stale, p50 7',
    varnish: 'stale, p50 12',
    bar: 'stale, nobody waits',
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
    bar: 'max <= 50',
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
    bar: '<= 1 + retries, together',
    async run(subject, mark) {
      await fail({ kind: 'status', status: 500 });
      return many(subject, mark, 50);
    },
  },
  {
    name: 'one URL, two Authorizations',
    nginx: "the other's body",
    varnish: '2, 2 bodies',
    bar: 'never shared',
    async run(subject, mark) {
      await edges.upstream.fault({ fault: { kind: 'patch', body: { of: 'one of the two' } } });
      return (await Promise.all([many(subject, mark, 100), many(subject, mark, 100, other)])).flat();
    },
  },
];

const subjects = await Promise.all([
  startSubject('frontdesk', { BENCH_CACHE: 'memory', CACHE_TABLE_NAME: 'bare' }),
  startSubject('host', { BENCH_APP: appFile, CACHE_TABLE_NAME: 'hosted' }),
]);
try {
  const rows = await runAll();
  const head = ['burst, times in ms', 'nginx', 'Varnish', 'calls', 'bodies', 'p50', 'max', 'hosted p50', 'max', 'bar'];
  process.stdout.write(`\nThe upstream takes ${UPSTREAM_MS} ms.\n\n${toTable(head, rows)}\n`);
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
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  return {
    call: (mark, as = token) => send(port, { token: as, ...listEvents.toRequest(mark) }, agent),
    async close() {
      agent.destroy();
      await end(child);
    },
  };
}

interface Measured {
  readonly calls: number;
  readonly bodies: number;
  readonly p50: number;
  readonly max: number;
}

async function runAll(): Promise<(string | number)[][]> {
  const toMark = (burst: number, round: number) => 1 + burst * ROUNDS + round;
  await prepare(toMark);
  // What is stored does not stay of use for ever: the bursts that need it come first.
  const measured = bursts.map(() => subjects.map((): Measured[] => []));
  for (const isFirst of [true, false]) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, burst] of bursts.entries()) {
        if (Boolean(burst.isExpired) !== isFirst) continue;
        for (const [of, subject] of subjects.entries())
          measured[n]?.[of]?.push(await measure(subject, burst, toMark(n, round)));
      }
    }
  }
  return bursts.map(({ name, nginx, varnish, bar }, n) => {
    const get = (what: keyof Measured) =>
      (measured[n] ?? []).map((rounds) => toMedian(rounds.map((each) => each[what])));
    const [p50, max] = [get('p50'), get('max')];
    const times = p50.flatMap((value, of) => [value, max[of] ?? Number.NaN]);
    return [name, nginx, varnish, String(Math.max(...get('calls'))), String(Math.max(...get('bodies'))), ...times, bar];
  });
}

/** Stores what is to expire, opens the connections of all callers, and lets time pass. */
async function prepare(toMark: (burst: number, round: number) => number): Promise<void> {
  for (const subject of subjects) {
    for (const as of [token, other]) await subject.call(0, as);
    for (let round = 0; round < 10; round++) await many(subject, 0);
    for (const [n, { isExpired }] of bursts.entries()) {
      for (let round = 0; isExpired && round < ROUNDS; round++) await subject.call(toMark(n, round));
    }
  }
  await edges.wires.arm.strike({ kind: 'latency', ms: UPSTREAM_MS });
  await sleep(EXPIRED_MS);
}

async function measure(subject: Subject, { run }: Burst, mark: number): Promise<Measured> {
  await edges.upstream.reset();
  const answers = await run(subject, mark);
  // What goes on beside the answers counts, too.
  await sleep(BESIDE_MS);
  const times = answers.map(({ elapsedMs }) => elapsedMs);
  return {
    calls: (await edges.upstream.calls()).length,
    bodies: new Set(answers.map(({ status, text }) => `${status} ${text}`)).size,
    p50: toMedian(times),
    max: Math.max(...times),
  };
}
