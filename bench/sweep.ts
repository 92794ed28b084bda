/** Measures how the cost grows with the size of the body and the number of keys, callers and concurrent requests. */
import { type Harness, startHarness, type Timing } from './harness.ts';
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
  const harness = await startHarness();
  const points: Point[] = [];
  try {
    for (const subject of ['frontdeskRelay', 'frontdeskMemory', 'hostRelay', 'hostMemory'] as const) {
      await sweepBytes(harness, subject, timing);
    }
    await sweep(harness, timing, {
      name: 'concurrent requests, relay',
      steps: [1, 4, 16, 64, 256],
      toCase: (at) => ({ subject: 'frontdeskRelay', connections: at }),
    });
    for (const keys of [10, 100, 1_000, 10_000, 100_000]) points.push(await measureKeys(harness, keys, timing));
    print('cache keys, memory without a table', points);
  } finally {
    await harness.close();
  }
  await sweepCallers(timing);
}

async function sweepBytes(harness: Harness, subject: SubjectName, timing: Timing): Promise<void> {
  await sweep(harness, timing, {
    name: `KB of the body, ${subject}`,
    steps: [6, 60, 600],
    toCase: (at) => ({
      subject,
      bytes: at * 1_000,
      connections: 8,
      ...(subject.endsWith('Memory') ? { upstream: 'never' as const } : {}),
    }),
    // A hit would return the smaller body of the step before.
    before: () => harness.close(subject),
  });
}

/** The warm-up loads each key once. */
function measureKeys(harness: Harness, keys: number, timing: Timing): Promise<Point> {
  const what = {
    name: 'keys',
    subject: 'frontdeskUnlimited',
    path: keyedEventsPath,
    keys,
    bytes: 500,
    upstream: 'maybe',
  } as const;
  return measure(harness, keys, what, { ...timing, warmUpSeconds: Math.max(timing.warmUpSeconds, keys / 4_000) });
}

/** The number of tokens is fixed when a harness starts. */
async function sweepCallers(timing: Timing): Promise<void> {
  const points: Point[] = [];
  for (const callers of [1, 100, 10_000]) {
    const harness = await startHarness({ callers });
    try {
      points.push(await measure(harness, callers, { name: 'callers', ...hit }, timing));
    } finally {
      await harness.close();
    }
  }
  print('callers, memory', points);
}

interface Sweep {
  readonly name: string;
  readonly steps: readonly number[];
  readonly toCase: (at: number) => Omit<Case, 'name'>;
  readonly before?: () => Promise<void>;
}

async function sweep(harness: Harness, timing: Timing, { name, steps, toCase, before }: Sweep): Promise<void> {
  const points: Point[] = [];
  for (const at of steps) {
    await before?.();
    points.push(await measure(harness, at, { name, ...toCase(at) }, timing));
  }
  print(name, points);
}

async function measure(harness: Harness, at: number, what: Case, timing: Timing): Promise<Point> {
  const { cpuUs, perSecond, p99 } = await harness.measure(what, timing);
  return { at, cpuUs, perSecond, p99 };
}

function print(name: string, points: readonly Point[]): void {
  const rows = points.map(({ at, cpuUs, perSecond, p99 }) => [String(at), cpuUs, perSecond, p99]);
  console.log(`${toTable([name, 'CPU µs', 'requests/s', 'p99 ms'], rows)}\n${toGrowth(points)}\n`);
}

/** Flat: at most 1.5 times the CPU in total. Linear: CPU grows no faster than the number. */
function toGrowth(points: readonly Point[]): string {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const growth = last.cpuUs / first.cpuUs;
  const exponent = Math.log(growth) / Math.log(last.at / first.at);
  const word = growth <= 1.5 ? 'flat' : exponent <= 1.1 ? 'linear or less' : 'MORE THAN LINEAR';
  return `${word}: ${growth.toFixed(2)} times the CPU over ${last.at / first.at} times the number.`;
}
