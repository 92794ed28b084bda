/** Formats the model's predictions as tables, for the terminal and for docs/scale.md, which a test compares with them. */
import { toTable } from '../table.ts';
import { findBound, type Prediction, predict } from './predict.ts';
import { type LoadOptions, TYPICAL, toTypicalLoad } from './typical-load.ts';

export const DOCUMENTED_CALLS = [10, 50, 100, 200, 500, 1_000];

type Options = Omit<LoadOptions, 'callsPerSecond'>;

/** Returns one row per number of calls per second. */
export function toModelTable(calls: readonly number[], options: Options = TYPICAL): string {
  const rows = calls.map((callsPerSecond) => toRow(predict(toTypicalLoad({ ...options, callsPerSecond }))));
  return toTable(
    [
      'calls per second',
      'instances',
      'hits',
      'table gets',
      'table writes',
      'hottest partition',
      'upstream calls',
      'fullest quota',
      'log a day',
      'dollars per month',
    ],
    rows,
  );
}

function toRow({
  callsPerSecond,
  instances,
  instancesFor,
  hitShare,
  table,
  quotas,
  logGb,
  cost,
}: Prediction): string[] {
  const fullest = quotas.reduce((most, each) => (each.used / each.limit > most.used / most.limit ? each : most));
  return [
    callsPerSecond.toFixed(0),
    `${instances} (${instancesFor})`,
    toPercent(hitShare),
    `${toRate(table.gets)}/s`,
    `${toRate(table.merges + table.puts)}/s`,
    `${toRate(table.hottestPartition)}/s`,
    `${toRate(table.upstream)}/s`,
    `${fullest.name} ${toPercent(fullest.used / fullest.limit)}`,
    `${toRate(logGb)} GB`,
    cost.total.toFixed(0),
  ];
}

/** Returns the whole prediction for one load. */
export function toModelSheet(callsPerSecond: number, options: Options = TYPICAL): string {
  const { quotas, cost } = predict(toTypicalLoad({ ...options, callsPerSecond }));
  const money = Object.entries(cost).map(([of, dollars]) => [of, dollars.toFixed(2)]);
  const uses = quotas.map(({ name, used, limit }) => [name, toRate(used), String(limit), toPercent(used / limit)]);
  return [
    toModelTable([callsPerSecond], options),
    toTable(['quota', 'used', 'limit', 'share'], uses),
    toTable(['dollars per month', ''], money),
    toBound(options),
  ].join('\n\n');
}

/** Returns a sentence with the calls per second at which the first quota is full. */
export function toBound(options: Options = TYPICAL): string {
  const { calls, by } = findBound((callsPerSecond) => toTypicalLoad({ ...options, callsPerSecond }));
  return `The first quota is full at ${calls.toFixed(0)} calls per second: ${by}.`;
}

function toRate(perSecond: number): string {
  return perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1);
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
