/** What the fleet is tried with. */
import type { Scenario } from './fleet.ts';

/** The management API's reads of one subscription. */
const ARM = { perSecond: 25, burst: 250 };
/** One call a second for each of a thousand instances. */
const LARGE = { perSecond: 1_000, burst: 10_000 };
const MINUTE = { perSecond: 25, burst: 1_500 };

type Upstream = Pick<Scenario, 'limit' | 'windowSeconds' | 'isSilent'>;

const bucket: Upstream = { limit: ARM };
const window: Upstream = { limit: ARM, windowSeconds: 10 };
const minute: Upstream = { limit: MINUTE, windowSeconds: 60 };

/** Each wants the same, all together four times the limit. */
function steady(kind: string, upstream: Upstream, instances: number, seconds = 600): Scenario {
  const each = (4 * upstream.limit.perSecond) / instances;
  return { name: `${kind}, ${instances}: steady`, ...upstream, instances, seconds, demand: () => each };
}

/** All together half of the limit: nobody need be held back. */
function light(kind: string, upstream: Upstream, instances: number): Scenario {
  const each = upstream.limit.perSecond / 2 / instances;
  return { name: `${kind}, ${instances}: light`, ...upstream, instances, seconds: 600, demand: () => each };
}

/** Zipf 0.8 over the instances, two and a half times the limit. */
function skewed(kind: string, upstream: Upstream, instances: number): Scenario {
  const weights = Array.from({ length: instances }, (_, rank) => 1 / (rank + 1) ** 0.8);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const demand = (instance: number) => (2.5 * upstream.limit.perSecond * (weights[instance] as number)) / total;
  return { name: `${kind}, ${instances}: skewed`, ...upstream, instances, seconds: 600, demand };
}

/** Every two minutes the other half wants ten times as much. */
function moving(kind: string, upstream: Upstream, instances: number): Scenario {
  const each = (4 * upstream.limit.perSecond) / instances;
  const demand = (instance: number, second: number) =>
    Math.floor(second / 120) % 2 === instance % 2 ? each : each / 10;
  return { name: `${kind}, ${instances}: demand moves`, ...upstream, instances, seconds: 900, demand };
}

/** Each is there for two thirds of ten minutes, begun at another time. */
function changing(kind: string, upstream: Upstream, instances: number): Scenario {
  const isAlive = (instance: number, second: number) => (second / 600 + instance * 0.618034) % 1 < 0.67;
  return { ...steady(kind, upstream, instances, 1_200), name: `${kind}, ${instances}: come and go`, isAlive };
}

/** The other half comes after 30 s. */
function joining(kind: string, upstream: Upstream, instances: number): Scenario {
  const isAlive = (instance: number, second: number) => instance % 2 === 0 || second >= 30;
  return { ...steady(kind, upstream, instances), name: `${kind}, ${instances}: half join`, isAlive };
}

/** Half of them go after 30 s. */
function leaving(kind: string, upstream: Upstream, instances: number): Scenario {
  const isAlive = (instance: number, second: number) => instance % 2 === 0 || second < 30;
  return { ...steady(kind, upstream, instances), name: `${kind}, ${instances}: half leave`, isAlive };
}

export const SCENARIOS: readonly Scenario[] = [
  ...[1, 2, 8, 40, 100, 300, 1_000].map((instances) => steady('bucket', bucket, instances)),
  steady('bucket of 1,000/s', { limit: LARGE }, 1_000, 300),
  ...[8, 100].flatMap((n) => [skewed, moving, changing].map((create) => create('bucket', bucket, n))),
  changing('bucket', bucket, 1_000),
  ...[2, 8].flatMap((n) => [joining, leaving].map((create) => create('bucket', bucket, n))),
  ...[1, 8, 100].map((instances) => light('bucket', bucket, instances)),
  ...[1, 2, 8, 40, 100, 300, 1_000].map((instances) => steady('window of 10 s', window, instances)),
  steady('window of 10 s, 1,000/s', { limit: LARGE, windowSeconds: 10 }, 1_000, 300),
  ...[8, 100].flatMap((n) => [skewed, moving, changing].map((create) => create('window of 10 s', window, n))),
  ...[2, 8].flatMap((n) => [joining, leaving].map((create) => create('window of 10 s', window, n))),
  ...[1, 8, 100].map((instances) => steady('window of 60 s', minute, instances)),
  ...[1, 2, 8].map((instances) =>
    steady('429 only, 5/s', { limit: { perSecond: 5, burst: 5 }, isSilent: true }, instances),
  ),
];
