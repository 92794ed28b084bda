/**
 * What a deployment costs in a month: public list prices of East US in US dollars, times what was measured. The table of
 * docs/deploy.md is the result; `npm run bench costs` measures again.
 */
import { LOG_BYTES } from './log-row.ts';

/** Public list prices, November 2026: change them where yours differ. */
export const PRICES = {
  gbSecond: 0.000_026,
  millionExecutions: 0.4,
  logGb: 2.3,
  webTestRun: 0.000_6,
  /** Of a log rule that runs every five minutes, and less often. */
  ruleEvery5: 1.5,
  ruleEvery15: 0.5,
  metricRule: 0.1,
  tableMillion: 0.036,
  vaultMillion: 3,
};
/** Free each month. */
const FREE = { gbSeconds: 100_000, millionExecutions: 0.25 };

/** Measured: `npm run bench costs` for memory, docs/scale.md for the others. */
export const MEASURED = {
  /** Resident memory of the worker under the real host, in MB. */
  workerMb: { start: 136, peak: 165 },
  /** CPU of a call through the real host, host and worker: of a hit 2.15 ms, of a relay 3.01. */
  cpuSeconds: 0.81 * 0.002_15 + 0.19 * 0.003_01,
  bytesPerCall: LOG_BYTES.perCall,
  bytesPerInstanceSecond: LOG_BYTES.perInstanceSecond,
};

/** Assumed of the load: seconds that a call lasts, shares of calls of cached operations and of hits among them, callers at a time. */
const LOAD = { callSeconds: 0.3, cached: 0.9, hits: 0.9, callers: 50 };
const MONTH_SECONDS = 30.4 * 86_400;
/** An instance is billed a second at least. */
const LEAST_SECONDS = 1;
const TABLE_CALLS_PER_MISS = 4;

export interface Deployment {
  readonly instanceMemoryMB: number;
  readonly httpConcurrency: number;
  readonly webTestRuns: number;
  /** Minutes between two evaluations, of each log rule. */
  readonly rules: readonly number[];
  readonly countsHits: boolean;
}

export interface Costs {
  readonly instances: number;
  readonly executions: number;
  readonly log: number;
  readonly watching: number;
  readonly storage: number;
}

/** Returns US dollars a month. */
export function computeCosts(calls: number, deployment: Deployment): Costs {
  const perSecond = calls / MONTH_SECONDS;
  const cores = deployment.instanceMemoryMB / 2_048;
  const busy = 1 - Math.exp(-perSecond * LEAST_SECONDS);
  const needed = Math.max(
    (perSecond * MEASURED.cpuSeconds) / (cores * 0.5),
    (perSecond * LOAD.callSeconds) / deployment.httpConcurrency,
  );
  const instanceSeconds = MONTH_SECONDS * busy * Math.max(1, needed);
  const gbSeconds = (instanceSeconds * deployment.instanceMemoryMB) / 1_024;
  const hits = deployment.countsHits ? LOAD.cached * LOAD.hits : 0;
  const countedLines = hits > 0 ? Math.min(calls * hits, (LOAD.callers * MONTH_SECONDS * busy) / 10) : 0;
  const lines = calls * (1 - hits) + countedLines;
  const logGb = (lines * MEASURED.bytesPerCall + instanceSeconds * MEASURED.bytesPerInstanceSecond) / 1e9;
  const misses = calls * LOAD.cached * (1 - LOAD.hits);
  const ruleCosts = deployment.rules.map((minutes) => (minutes <= 5 ? PRICES.ruleEvery5 : PRICES.ruleEvery15));
  return {
    instances: Math.max(0, gbSeconds - FREE.gbSeconds) * PRICES.gbSecond,
    executions: Math.max(0, calls / 1e6 - FREE.millionExecutions) * PRICES.millionExecutions,
    log: logGb * PRICES.logGb,
    watching:
      deployment.webTestRuns * PRICES.webTestRun + ruleCosts.reduce((sum, cost) => sum + cost, 0) + PRICES.metricRule,
    storage: ((misses * TABLE_CALLS_PER_MISS) / 1e6) * PRICES.tableMillion,
  };
}

/** Returns the rows of the table: each with its costs for one and for a hundred million calls. */
export function composeCostTable(deployment: Deployment): string {
  const volumes = [1e6, 1e8];
  const each = volumes.map((calls) => computeCosts(calls, deployment));
  const counted = volumes.map((calls) => computeCosts(calls, { ...deployment, countsHits: true }));
  const format = (dollars: number) =>
    `$${dollars < 10 ? dollars.toFixed(1) : Math.round(dollars).toLocaleString('en')}`;
  const row = (name: string, values: readonly number[]) => `| ${name} | ${values.map(format).join(' | ')} |`;
  const total = (costs: Costs) => Object.values(costs).reduce<number>((sum, cost) => sum + cost, 0);
  return [
    '| a month | 1 million requests | 100 million |',
    '|---|--:|--:|',
    row(
      'instances',
      each.map(({ instances }) => instances),
    ),
    row(
      'executions',
      each.map(({ executions }) => executions),
    ),
    row(
      'log',
      each.map(({ log }) => log),
    ),
    row(
      'web test, alert rules',
      each.map(({ watching }) => watching),
    ),
    row(
      'table',
      each.map(({ storage }) => storage),
    ),
    row('**all**', each.map(total)),
    row('all, with cache hits counted (`hitRecords`)', counted.map(total)),
  ].join('\n');
}
