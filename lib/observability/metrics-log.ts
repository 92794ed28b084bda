/** Metrics in the log: what changed since the last time, for whoever has no collector. */

import type { HistogramPoint, Point, Reading } from './metrics.ts';
import type { Log } from './request-record.ts';

/** Names in the log are short: one line is cut off by the log's own limit of 32 KiB. */
type LoggedPoint = Readonly<Record<string, unknown>>;

const MAX_POINTS_A_LINE = 100;

/** Answers a function that writes what happened since it last did; nothing where nothing happened. */
export function createMetricsLog(report: Log): (readings: readonly Reading[]) => void {
  /** What each point had counted up to then. */
  const told = new Map<Point | HistogramPoint, readonly number[]>();
  let toldAt = performance.now();

  return (readings) => {
    const counted = readings.filter(({ kind }) => kind !== 'gauge').flatMap(toChanges);
    const now = performance.now();
    const seconds = Math.round((now - toldAt) / 1000);
    toldAt = now;
    if (counted.length === 0) return;
    const points = [...counted, ...readings.filter(({ kind }) => kind === 'gauge').flatMap(toGauges)];
    const time = new Date().toISOString();
    for (let from = 0; from < points.length; from += MAX_POINTS_A_LINE) {
      report({ metrics: points.slice(from, from + MAX_POINTS_A_LINE), seconds, time });
    }
  };

  function toChanges({ name, points }: Reading): LoggedPoint[] {
    return points.flatMap((point) => {
      const total = 'buckets' in point ? [point.count, point.sum, ...point.buckets] : [point.value];
      const before = told.get(point) ?? [];
      const [count = 0, sum = 0, ...buckets] = total.map((value, index) => value - (before[index] ?? 0));
      if (count === 0) return [];
      told.set(point, total);
      return 'buckets' in point
        ? { name, ...point.labels, count, sumMs: Math.round(sum * 10) / 10, buckets }
        : { name, ...point.labels, value: count };
    });
  }
}

/** A gauge at zero is what one expects. */
function toGauges({ name, points }: Reading): LoggedPoint[] {
  return points.flatMap((point) =>
    'value' in point && point.value !== 0 ? { name, ...point.labels, value: point.value } : [],
  );
}
