/** What a run of the fleet amounts to, and which goals it reaches. */
import type { Call, Scenario } from './fleet.ts';

export interface FleetFigures {
  /** Most calls in any ten seconds, refused ones included, as a multiple of the limit. */
  readonly most: number;
  /** Least that was used in a minute of what was both wanted and within the limit. */
  readonly used: number;
  /** Share of the calls that the upstream refused. */
  readonly refused: number;
  /** Seconds after which no half minute has more than 2 % refused, or less than 85 % or more than 105 % used. */
  readonly settled: number;
  /** Jain's index of what each instance got of its max-min fair share. */
  readonly fairness: number;
}

/** All but `settled` are of the time from here on. */
const SETTLED_SECONDS = 60;

export const GOALS: Readonly<Record<keyof FleetFigures, readonly ['<=' | '>=', number]>> = {
  most: ['<=', 1.05],
  used: ['>=', 0.85],
  refused: ['<=', 0.02],
  settled: ['<=', SETTLED_SECONDS],
  fairness: ['>=', 0.9],
};

export function isReached(of: keyof FleetFigures, value: number): boolean {
  const [sign, goal] = GOALS[of];
  // As it is shown: 1.05 is reached with 1.053.
  const shown = Math.round(value * (of === 'refused' ? 1_000 : 100)) / (of === 'refused' ? 1_000 : 100);
  return sign === '<=' ? shown <= goal : shown >= goal;
}

export function measureFleet(scenario: Scenario, calls: readonly Call[]): FleetFigures {
  const { seconds, limit } = scenario;
  const all = countPerSecond(calls, seconds);
  const granted = countPerSecond(
    calls.filter(({ isRefused }) => !isRefused),
    seconds,
  );
  const wanted = Array.from({ length: seconds }, (_, second) => Math.min(limit.perSecond, sumDemand(scenario, second)));
  const slide = (counts: readonly number[], length: number, from = SETTLED_SECONDS) =>
    Array.from({ length: seconds - length - from + 1 }, (_, n) => sum(counts.slice(from + n, from + n + length)));
  const wantedByMinute = slide(wanted, 60);
  const [settledCalls, settledGranted] = [all, granted].map((counts) => sum(counts.slice(SETTLED_SECONDS)));
  return {
    most: Math.max(...slide(all, 10)) / (limit.perSecond * 10),
    used: Math.min(...slide(granted, 60).map((count, n) => count / (wantedByMinute[n] as number))),
    refused: 1 - (settledGranted as number) / (settledCalls as number),
    settled: findSettled(slide(all, 30, 0), slide(granted, 30, 0), slide(wanted, 30, 0), limit.perSecond * 30),
    fairness: measureFairness(scenario, calls),
  };
}

function countPerSecond(calls: readonly Call[], seconds: number): readonly number[] {
  const counts = new Array<number>(seconds).fill(0);
  for (const call of calls) counts[Math.floor(call.seconds)] = (counts[Math.floor(call.seconds)] ?? 0) + 1;
  return counts;
}

function findSettled(all: readonly number[], granted: readonly number[], wanted: readonly number[], limit: number) {
  const isBad = all.map((calls, n) => {
    const got = granted[n] as number;
    return got < 0.98 * calls || got < 0.85 * (wanted[n] as number) || calls > 1.05 * limit;
  });
  return isBad.lastIndexOf(true) + 1;
}

/** Instances that are to get less than a few calls show nothing. */
const FEW_CALLS = 5;

function measureFairness(scenario: Scenario, calls: readonly Call[]): number {
  const { instances, seconds, limit } = scenario;
  const length = seconds - SETTLED_SECONDS;
  const got = new Array<number>(instances).fill(0);
  for (const { seconds: at, instance, isRefused } of calls)
    if (at >= SETTLED_SECONDS && !isRefused) got[instance] = (got[instance] as number) + 1;
  const means = Array.from({ length: instances }, (_, instance) => toMean(scenario, instance));
  const share = findShare(means, limit.perSecond);
  const ratios = means.flatMap(({ demand, presence }, instance) => {
    const fair = Math.min(demand, share * presence) * length;
    return fair < FEW_CALLS ? [] : (got[instance] as number) / fair;
  });
  return sum(ratios) ** 2 / (ratios.length * sum(ratios.map((ratio) => ratio ** 2)));
}

interface Mean {
  readonly demand: number;
  /** Share of the time. */
  readonly presence: number;
}

function toMean(scenario: Scenario, instance: number): Mean {
  const times = Array.from({ length: scenario.seconds - SETTLED_SECONDS }, (_, n) => SETTLED_SECONDS + n);
  const alive = times.filter((second) => scenario.isAlive?.(instance, second) ?? true);
  const demand = sum(alive.map((second) => scenario.demand(instance, second)));
  return { demand: demand / times.length, presence: alive.length / times.length };
}

/** Max-min fairness: an instance that needs less than the share gets what it needs, the others get the share. */
function findShare(means: readonly Mean[], perSecond: number): number {
  let [low, high] = [0, perSecond];
  for (let round = 0; round < 50; round++) {
    const share = (low + high) / 2;
    const total = sum(means.map(({ demand, presence }) => Math.min(demand, share * presence)));
    if (total > perSecond) high = share;
    else low = share;
  }
  return low;
}

function sumDemand({ instances, demand, isAlive }: Scenario, second: number): number {
  let total = 0;
  for (let instance = 0; instance < instances; instance++)
    if (isAlive?.(instance, second) ?? true) total += demand(instance, second);
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
