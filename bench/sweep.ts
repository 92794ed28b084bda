/** How the cost grows: with the size of the body, the number of keys, of callers, and of requests at once. */
import { type Rig, startRig, type Timing } from './rig.ts';
import { type Case, keyedEventsPath, type SubjectName } from './subjects.ts';
import { toTable } from './table.ts';

interface Point {
  readonly at: number;
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p99: number;
}

const hit = { subject: 'frontdeskMemory', upstream: 'never' } as const;

export async function printSweeps(timing: Timing): Promise<void> {
  const rig = await startRig();
  const points: Point[] = [];
  try {
    for (const subject of ['frontdeskRelay', 'frontdeskMemory', 'hostRelay', 'hostMemory'] as const) {
      await sweepBytes(rig, subject, timing);
    }
    await sweep(rig, 'requests at once, relay', [1, 4, 16, 64, 256], timing, (at) => ({
      subject: 'frontdeskRelay',
      connections: at,
    }));
    for (const keys of [10, 100, 1_000, 10_000, 100_000]) points.push(await measureKeys(rig, keys, timing));
    print('cache keys, memory without a table', points);
  } finally {
    await rig.close();
  }
  await sweepCallers(timing);
}

async function sweepBytes(rig: Rig, subject: SubjectName, timing: Timing): Promise<void> {
  await sweep(
    rig,
    `KB of the body, ${subject}`,
    [6, 60, 600],
    timing,
    (at) => ({
      subject,
      bytes: at * 1_000,
      connections: 8,
      ...(subject.endsWith('Memory') ? { upstream: 'never' as const } : {}),
    }),
    // A hit would be the smaller body before it.
    () => rig.close(subject),
  );
}

/** The warm-up fetches each key once. */
function measureKeys(rig: Rig, keys: number, timing: Timing): Promise<Point> {
  const what = {
    name: 'keys',
    subject: 'frontdeskAlone',
    path: keyedEventsPath,
    keys,
    bytes: 500,
    upstream: 'maybe',
  } as const;
  return measure(rig, keys, what, { ...timing, warmUpSeconds: Math.max(timing.warmUpSeconds, keys / 4_000) });
}

/** Each number of tokens needs edges of its own. */
async function sweepCallers(timing: Timing): Promise<void> {
  const points: Point[] = [];
  for (const callers of [1, 100, 10_000]) {
    const rig = await startRig({ callers });
    try {
      points.push(await measure(rig, callers, { name: 'callers', ...hit }, timing));
    } finally {
      await rig.close();
    }
  }
  print('callers, memory', points);
}

async function sweep(
  rig: Rig,
  name: string,
  steps: readonly number[],
  timing: Timing,
  toCase: (at: number) => Omit<Case, 'name'>,
  before = async () => {},
): Promise<void> {
  const points: Point[] = [];
  for (const at of steps) {
    await before();
    points.push(await measure(rig, at, { name, ...toCase(at) }, timing));
  }
  print(name, points);
}

async function measure(rig: Rig, at: number, what: Case, timing: Timing): Promise<Point> {
  const { cpuUs, perSecond, p99 } = await rig.measure(what, timing);
  return { at, cpuUs, perSecond, p99 };
}

function print(name: string, points: readonly Point[]): void {
  const rows = points.map(({ at, cpuUs, perSecond, p99 }) => [String(at), cpuUs, perSecond, p99]);
  console.log(`${toTable([name, 'CPU µs', 'requests/s', 'p99 ms'], rows)}\n${toGrowth(points)}\n`);
}

/** Flat below a half more in all; linear when the last step costs no more than the sizes' own ratio. */
function toGrowth(points: readonly Point[]): string {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const growth = last.cpuUs / first.cpuUs;
  const exponent = Math.log(growth) / Math.log(last.at / first.at);
  const word = growth <= 1.5 ? 'flat' : exponent <= 1.1 ? 'linear or less' : 'MORE THAN LINEAR';
  return `${word}: ${growth.toFixed(2)} times the CPU over ${last.at / first.at} times the number.`;
}
