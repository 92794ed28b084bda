/**
 * `npm run bench:bursts`: many callers at once on one stored reply, beside what Varnish and nginx make of the same.
 * Their figures are reliability 1.1's: nginx 1.22.1 with lock, use_stale and background update; Varnish 7.1.1 with ttl 2 s, grace 60 s.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildInstance } from '../test/faults/built-instance.ts';
import { startEdges, toLimits } from '../test/faults/edges.ts';
import { type Instance, startInstance } from '../test/faults/instance.ts';
import { operations, type SampleOperation } from '../test/faults/operations.ts';
import type { TimedAnswer } from '../test/faults/send.ts';
import { toMedian, toTable } from './table.ts';

const UPSTREAM_MS = 200;
const CALLERS = 200;
/** A reply is fresh for 60 seconds of Frontdesk's. */
const SPEED = 10;
const EXPIRED_MS = 6_500;
const BESIDE_MS = 900;
/** Of each burst; the table shows medians. */
const ROUNDS = 5;

const listEvents = operations.find(({ id }) => id === 'O2') as SampleOperation;

interface Burst {
  readonly name: string;
  readonly nginx: string;
  readonly varnish: string;
  readonly bar: string;
  /** Stored before, and expired by now. */
  readonly isExpired?: true;
  readonly run: (mark: number) => Promise<readonly TimedAnswer[]>;
}

const [edges, built] = await Promise.all([startEdges(), buildInstance()]);
const settings = { ...edges.settings, ...toLimits(50) };
/** One in real time, and one whose replies expire in seconds: nobody waits for anything there. */
const [steady, hasty] = await Promise.all([
  startInstance(built, settings),
  startInstance(built, { ...settings, CLOCK_SPEED: String(SPEED), CACHE_TABLE_NAME: 'hasty' }),
]);
const agents = new Map(
  [steady, hasty].map((instance) => [instance, new Agent({ keepAlive: true, maxSockets: CALLERS })]),
);
const [token, other] = await Promise.all([
  edges.issuer.issueToken({}),
  edges.issuer.issueToken({ azp: 'a9900000-0000-4000-8000-000000000002' }),
]);

const call = (instance: Instance, mark: number, as = token) =>
  instance.send({ token: as, ...listEvents.toRequest(mark) }, agents.get(instance));
const burst = (instance: Instance, mark: number, callers = CALLERS, as = token) =>
  Promise.all(Array.from({ length: callers }, () => call(instance, mark, as)));
const fail = (fault: object) => edges.upstream.fault({ times: 1_000, fault });

const bursts: readonly Burst[] = [
  {
    name: `cold, ${CALLERS} callers`,
    nginx: '1 call, p50 546 ms',
    varnish: '1 call, p50 331 ms',
    bar: '1 call, p50 <= 260 ms',
    run: (mark) => burst(steady, mark),
  },
  {
    name: `warm, ${CALLERS}`,
    nginx: '0, p50 24',
    varnish: '0, p50 62',
    bar: '0 calls',
    async run(mark) {
      await call(steady, mark);
      await edges.upstream.reset();
      return burst(steady, mark);
    },
  },
  {
    name: `expired, ${CALLERS}`,
    nginx: '0-1, p50 24',
    varnish: '1, p50 29',
    bar: '<= 1 call, nobody waits',
    isExpired: true,
    run: (mark) => burst(hasty, mark),
  },
  {
    name: 'expired, upstream 500',
    nginx: 'stale, p50 7',
    varnish: 'stale, p50 12',
    bar: 'stale, nobody waits',
    isExpired: true,
    async run(mark) {
      await fail({ kind: 'status', status: 500 });
      return burst(hasty, mark);
    },
  },
  {
    name: 'expired, upstream hangs',
    nginx: 'stale, max 995',
    varnish: 'stale, max 36',
    bar: 'max <= 50 ms',
    isExpired: true,
    async run(mark) {
      await fail({ kind: 'hang' });
      return burst(hasty, mark);
    },
  },
  {
    name: 'cold, upstream 500, 50',
    nginx: '51, p50 5017',
    varnish: '1, p50 209',
    bar: '<= 1 + retries, together',
    async run(mark) {
      await fail({ kind: 'status', status: 500 });
      return burst(steady, mark, 50);
    },
  },
  {
    name: 'one URL, two Authorizations',
    nginx: "the other's body",
    varnish: '2, 2 bodies',
    bar: 'never shared',
    async run(mark) {
      await edges.upstream.fault({ fault: { kind: 'patch', body: { of: 'one of the two' } } });
      return (await Promise.all([burst(steady, mark, 100), burst(steady, mark, 100, other)])).flat();
    },
  },
];

try {
  await open();
  const rows = await runAll();
  const head = ['burst', 'nginx', 'Varnish', 'Frontdesk: calls', 'p50 ms', 'max ms', 'bodies', 'bar'];
  process.stdout.write(`\nThe upstream takes ${UPSTREAM_MS} ms.\n\n${toTable(head, rows)}\n`);
} finally {
  for (const agent of agents.values()) agent.destroy();
  for (const instance of [steady, hasty]) await instance.close();
  await edges.close();
  await built.remove();
}

/** Fetches tokens and keys, opens the connections of all callers, and compiles what is run often. */
async function open(): Promise<void> {
  for (const instance of [steady, hasty]) {
    for (const as of [token, other]) await call(instance, 0, as);
    for (let round = 0; round < 5; round++) await burst(instance, 0);
  }
}

interface Measured {
  readonly calls: number;
  readonly bodies: number;
  readonly p50: number;
  readonly max: number;
}

async function runAll(): Promise<(string | number)[][]> {
  const toMark = (burst: number, round: number) => 1 + burst * ROUNDS + round;
  // Stored at once, so that one wait serves all.
  for (const [n, { isExpired }] of bursts.entries()) {
    for (let round = 0; isExpired && round < ROUNDS; round++) await call(hasty, toMark(n, round));
  }
  await edges.wires.arm.strike({ kind: 'latency', ms: UPSTREAM_MS });
  await sleep(EXPIRED_MS);
  const measured = bursts.map((): Measured[] => []);
  // What is stored stays of use for half a minute: the bursts that need it come first.
  for (const isFirst of [true, false]) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, each] of bursts.entries()) {
        if (Boolean(each.isExpired) === isFirst) measured[n]?.push(await measure(each, toMark(n, round)));
      }
    }
  }
  return bursts.map(({ name, nginx, varnish, bar }, n) => {
    const of = (what: keyof Measured) => toMedian((measured[n] ?? []).map((each) => each[what]));
    return [name, nginx, varnish, String(of('calls')), of('p50'), of('max'), String(of('bodies')), bar];
  });
}

async function measure({ run }: Burst, mark: number): Promise<Measured> {
  await edges.upstream.reset();
  const answers = await run(mark);
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
