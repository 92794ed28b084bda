/** Predicts what a load needs: instances, table calls, upstream calls, money. A pure function of the load and the facts. */
import type { CachePolicy } from '../../lib/cache/freshness.ts';
import { type Traffic, toSpreadTraffic } from './cache-traffic.ts';
import { toCost, toLogGb } from './cost.ts';
import { FLEX_2048, type InstanceFacts, OWN_LIMITS, PRICES, type Prices, QUOTAS, TABLE } from './facts.ts';

interface OperationLoad {
  readonly callsPerSecond: number;
  readonly upstream: 'armRead' | 'armWrite' | 'graph' | 'documentModels' | 'businessData';
  readonly upstreamSeconds: number;
  readonly cache?: { readonly policy: CachePolicy; readonly keys: number; readonly skew: number };
}

export interface Load {
  readonly operations: Readonly<Record<string, OperationLoad>>;
  /** The management calls are spread evenly over them. */
  readonly subscriptions: number;
  /** Always-ready instances. */
  readonly alwaysReady: number;
}

interface QuotaUse {
  readonly name: string;
  /** Per second, or concurrent. */
  readonly used: number;
  readonly limit: number;
}

export interface Prediction {
  readonly callsPerSecond: number;
  readonly instances: number;
  /** The reason for this number. */
  readonly instancesFor: 'concurrency' | 'cpu' | 'always ready';
  /** Share of the calls to cached operations that do not wait for the upstream. */
  readonly hitShare: number;
  readonly table: Traffic & { readonly total: number; readonly hottestPartition: number };
  readonly quotas: readonly QuotaUse[];
  /** GB of log a day. */
  readonly logGb: number;
  /** US dollars per month. */
  readonly cost: Readonly<Record<'calls' | 'memory' | 'table' | 'logs' | 'total', number>>;
}

export interface Facts {
  readonly instance: InstanceFacts;
  readonly prices: Prices;
}

const NOTHING: Traffic = { upstream: 0, gets: 0, merges: 0, puts: 0, waiting: 0 };
const MAX_ROUNDS = 20;
const DAY_SECONDS = 86_400;

export function predict(load: Load, facts: Facts = { instance: FLEX_2048, prices: PRICES }): Prediction {
  // More instances make more table calls, which make calls longer. One or two rounds reach a fixed point.
  let instances = Math.max(1, load.alwaysReady);
  for (let round = 0; ; round++) {
    const traffics = toTraffics(load, instances, facts.instance);
    const need = countInstances(load, traffics, facts.instance);
    if (need.instances === instances || round >= MAX_ROUNDS) return toPrediction(load, traffics, need, facts);
    instances = need.instances;
  }
}

type Traffics = Readonly<Record<string, Traffic & { readonly hottestKey: number }>>;

/** Returns each operation's table and upstream traffic. Without a cache every call waits for the upstream. */
function toTraffics(
  { operations }: Load,
  instances: number,
  { responseMemoryBytes, responseBytes }: InstanceFacts,
): Traffics {
  const heldKeys = Math.floor(responseMemoryBytes / responseBytes);
  const entries = Object.entries(operations).map(([name, { callsPerSecond, upstreamSeconds, cache }]) => {
    if (callsPerSecond === 0) return [name, { ...NOTHING, hottestKey: 0 }] as const;
    if (!cache)
      return [name, { ...NOTHING, upstream: callsPerSecond, waiting: callsPerSecond, hottestKey: 0 }] as const;
    return [name, toSpreadTraffic({ ...cache, callsPerSecond, upstreamSeconds, instances, heldKeys })] as const;
  });
  return Object.fromEntries(entries);
}

function countInstances({ operations, alwaysReady }: Load, traffics: Traffics, facts: InstanceFacts) {
  let concurrent = 0;
  let cpuSeconds = 0;
  for (const [name, { callsPerSecond, upstreamSeconds }] of Object.entries(operations)) {
    const { gets, upstream, waiting } = traffics[name] ?? NOTHING;
    const { hit, table, relay } = facts.workerCpuSeconds;
    // A background refresh uses CPU but no concurrency.
    concurrent += callsPerSecond * facts.hostSeconds + waiting * upstreamSeconds + gets * TABLE.seconds;
    cpuSeconds += callsPerSecond * (facts.hostCpuSeconds + hit) + gets * (table - hit) + upstream * (relay - hit);
  }
  const byConcurrency = Math.ceil(concurrent / facts.concurrency);
  const byCpu = Math.ceil(cpuSeconds / (facts.cores * facts.targetLoad));
  const instances = Math.max(1, alwaysReady, byConcurrency, byCpu);
  const instancesFor: Prediction['instancesFor'] =
    instances === alwaysReady
      ? 'always ready'
      : instances === byConcurrency && byConcurrency > byCpu
        ? 'concurrency'
        : 'cpu';
  return { instances, instancesFor, concurrent };
}

type Need = ReturnType<typeof countInstances>;

function toPrediction(load: Load, traffics: Traffics, need: Need, { prices, instance }: Facts): Prediction {
  const loads = Object.values(load.operations);
  const callsPerSecond = loads.reduce((sum, each) => sum + each.callsPerSecond, 0);
  const sum = (of: keyof Traffic) => Object.values(traffics).reduce((total, traffic) => total + traffic[of], 0);
  const cachedNames = Object.keys(load.operations).filter((name) => load.operations[name]?.cache);
  const cachedCalls = cachedNames.reduce((total, name) => total + (load.operations[name]?.callsPerSecond ?? 0), 0);
  const cachedWaits = cachedNames.reduce((total, name) => total + (traffics[name]?.waiting ?? 0), 0);
  const total = sum('gets') + sum('merges') + sum('puts');
  const hottestKey = Math.max(0, ...Object.values(traffics).map((traffic) => traffic.hottestKey));
  return {
    callsPerSecond,
    instances: need.instances,
    instancesFor: need.instancesFor,
    hitShare: cachedCalls === 0 ? 1 : Math.max(0, 1 - cachedWaits / cachedCalls),
    table: {
      ...{ upstream: sum('upstream'), gets: sum('gets'), merges: sum('merges'), puts: sum('puts') },
      ...{ waiting: sum('waiting'), total },
      hottestPartition: hottestKey + (total - hottestKey) / TABLE.partitions,
    },
    quotas: toQuotas(load, traffics, need.instances),
    logGb: toLogGb({ callsPerSecond, instances: need.instances }, prices) * DAY_SECONDS,
    cost: toCost({ load, callsPerSecond, tableCalls: total, need }, prices, instance),
  };
}

function toQuotas({ operations, subscriptions }: Load, traffics: Traffics, instances: number): QuotaUse[] {
  const calls = (of: OperationLoad['upstream']) =>
    Object.entries(operations).reduce(
      (sum, [name, { upstream }]) => sum + (upstream === of ? (traffics[name]?.upstream ?? 0) : 0),
      0,
    );
  const businessAtOnce = Object.entries(operations).reduce(
    (sum, [name, { upstream, upstreamSeconds }]) =>
      sum + (upstream === 'businessData' ? (traffics[name]?.upstream ?? 0) * upstreamSeconds : 0),
    0,
  );
  const ownRate = (limit: number | undefined) => (limit ?? Number.POSITIVE_INFINITY) * instances;
  const { arm, documentModels } = OWN_LIMITS;
  return [
    {
      name: 'management reads per subscription',
      used: calls('armRead') / subscriptions,
      limit: Math.min(QUOTAS.armReadsPerSubscription, ownRate(arm.rate.read?.perSecond)),
    },
    {
      name: 'management writes per subscription',
      used: calls('armWrite') / subscriptions,
      limit: Math.min(QUOTAS.armWritesPerSubscription, ownRate(arm.rate.write?.perSecond)),
    },
    { name: 'backup and restore', used: calls('graph'), limit: QUOTAS.graphPerSecond },
    {
      name: 'copy authorizations',
      used: calls('documentModels'),
      limit: Math.min(QUOTAS.documentModelsPerSecond, ownRate(documentModels.rate.write?.perSecond)),
    },
    { name: 'business data', used: calls('businessData'), limit: QUOTAS.businessPerSecond },
    { name: 'business data at once', used: businessAtOnce, limit: QUOTAS.businessAtOnce },
  ];
}

/** Returns the calls per second at which the first quota is full, with the same mix of calls. */
export function findBound(toLoad: (callsPerSecond: number) => Load, facts?: Facts): { calls: number; by: string } {
  const fullest = (callsPerSecond: number) =>
    predict(toLoad(callsPerSecond), facts).quotas.reduce((most, each) =>
      each.used / each.limit > most.used / most.limit ? each : most,
    );
  let [low, high] = [0, 1];
  while (fullest(high).used <= fullest(high).limit && high < 1e6) high *= 2;
  while (high - low > low / 1_000) {
    const middle = (low + high) / 2;
    if (fullest(middle).used <= fullest(middle).limit) low = middle;
    else high = middle;
  }
  return { calls: low, by: fullest(high).name };
}
