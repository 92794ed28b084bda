/**
 * `npm run bench bursts` (about two minutes): many callers at the same time for one stored response, compared with Varnish and nginx.
 * Their figures were measured once, with nginx 1.22.1 (lock, use_stale, background update) and Varnish 7.1.1 (ttl 2 s, grace 60 s).
 * Frontdesk runs on a bare HTTP adapter, as a proxy would, and under the built-in Functions host. It checks every caller's token.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmulators } from '../test/testbed/emulators.ts';
import { appFile, bundleAll } from './bundle.ts';
import { type Burst, CALLERS, createBursts, type Measured, UPSTREAM_MS } from './bursts/burst-cases.ts';
import { type BurstSubject, measureBurst, startBurstSubject } from './bursts/measure-burst.ts';
import { toMedian, toTable } from './table.ts';

/** After this time a list of health events is stale; for four more minutes it may be served during a refresh. */
const EXPIRED_MS = 61_000;
/** Rounds per burst; the table shows medians. */
const ROUNDS = 5;
/** Bursts of 200 before the measurement, so that the code is compiled. */
const WARM_UP_BURSTS = 50;

const [emulators] = await Promise.all([startEmulators(), bundleAll()]);
const [token, otherToken] = await Promise.all([
  emulators.issuer.issueToken({}),
  // The policy also grants this client the resource group, which is another access scope.
  emulators.issuer.issueToken({ azp: 'a9900000-0000-4000-8000-000000000002' }),
]);
const bursts = createBursts(emulators.upstream, token, otherToken);
const subjects = await Promise.all([
  startBurstSubject(emulators, token, 'frontdesk', { BENCH_CACHE: 'memory', CACHE_TABLE_NAME: 'bare' }),
  startBurstSubject(emulators, token, 'host', { BENCH_APP: appFile, CACHE_TABLE_NAME: 'hosted' }),
]);
try {
  const measured = await runAll();
  const head = ['burst, times in ms', 'nginx', 'Varnish', 'calls', 'bodies', 'waiting', 'p50', 'max', 'CPU'];
  const rows = bursts.map((burst, index) => toRow(burst, measured[index] ?? []));
  process.stdout.write(`\nThe upstream takes ${UPSTREAM_MS} ms.\n\n`);
  process.stdout.write(`${toTable([...head, 'hosted p50', 'max', 'CPU', 'goal', 'reached'], rows)}\n`);
} finally {
  for (const subject of subjects) await subject.close();
  await emulators.close();
}

/** Returns the rounds of each burst and subject. */
async function runAll(): Promise<Measured[][][]> {
  const toSample = (burst: number, round: number) => 1 + burst * ROUNDS + round;
  await prepare(toSample);
  const measured = bursts.map(() => subjects.map((): Measured[] => []));
  // Stale responses expire, so the bursts that need them run first.
  for (const needsExpired of [true, false]) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, burst] of bursts.entries()) {
        if (Boolean(burst.needsExpired) !== needsExpired) continue;
        for (const [which, subject] of subjects.entries()) {
          measured[index]?.[which]?.push(await measureBurst(emulators, subject, burst, toSample(index, round)));
        }
      }
    }
  }
  return measured;
}

/** Stores the responses that must expire, warms up, and waits until they are stale. */
async function prepare(toSample: (burst: number, round: number) => number): Promise<void> {
  for (const subject of subjects) await fillCache(subject, toSample);
  await emulators.proxies.arm.injectFault({ kind: 'latency', ms: UPSTREAM_MS });
  await sleep(EXPIRED_MS);
}

async function fillCache(subject: BurstSubject, toSample: (burst: number, round: number) => number): Promise<void> {
  await subject.call(0, [token, otherToken]);
  for (let round = 0; round < WARM_UP_BURSTS; round++) await subject.call(0, Array(CALLERS).fill(token));
  for (const [index, { needsExpired }] of bursts.entries()) {
    for (let round = 0; needsExpired && round < ROUNDS; round++) await subject.call(toSample(index, round));
  }
}

/** Times and CPU are medians. Counts are the maximum of all rounds and subjects; a count above its goal fails the run. */
function toRow({ name, nginx, varnish, goals }: Burst, measured: readonly Measured[][]): (string | number)[] {
  const [bare = [], hosted = []] = measured;
  const max = (what: keyof Measured) => Math.max(...measured.flat().map((each) => each[what]));
  const median = (rounds: readonly Measured[], what: keyof Measured) => toMedian(rounds.map((each) => each[what]));
  const isMissed = (what: keyof Measured, value: number) => value > (goals[what] ?? Number.POSITIVE_INFINITY);
  const counts = ['calls', 'bodies', 'waiting'] as const;
  const times = ['p50', 'max', 'cpu'] as const;
  const missedCounts = counts.filter((what) => isMissed(what, max(what)));
  const missed = [...missedCounts, ...times.filter((what) => isMissed(what, median(bare, what)))];
  if (missedCounts.length > 0) process.exitCode = 1;
  return [
    name,
    nginx,
    varnish,
    ...counts.map((what) => String(max(what))),
    ...times.map((what) => median(bare, what)),
    ...times.map((what) => median(hosted, what)),
    Object.entries(goals)
      .map(([what, value]) => `${what} <= ${value}`)
      .join(', '),
    missed.length === 0 ? 'yes' : `no: ${missed.join(', ')}`,
  ];
}
