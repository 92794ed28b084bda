/** Metrics in the log, for operators without a collector: what changed since the previous line. */
import type { HistogramPoint, Point, Reading } from './metrics.ts';
import type { Log } from './request-record.ts';

type LoggedPoint = Readonly<Record<string, unknown>>;

/** Keeps a line below the log's limit of 32 KiB. */
const MAX_POINTS_PER_LINE = 100;

export class MetricsLog {
  readonly #log: Log;
  /** The totals of each point in the previous line. */
  readonly #reported = new Map<Point | HistogramPoint, readonly number[]>();
  #reportedAt = performance.now();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Writes what changed since the last call; nothing if only gauges did. */
  write(readings: readonly Reading[]): void {
    const changes = readings.filter(({ kind }) => kind !== 'gauge').flatMap((reading) => this.#toChanges(reading));
    const now = performance.now();
    const seconds = Math.round((now - this.#reportedAt) / 1000);
    this.#reportedAt = now;
    if (changes.length === 0) return;
    const points = [...changes, ...readings.filter(({ kind }) => kind === 'gauge').flatMap(toGaugePoints)];
    const time = new Date().toISOString();
    for (let from = 0; from < points.length; from += MAX_POINTS_PER_LINE) {
      this.#log({ metrics: points.slice(from, from + MAX_POINTS_PER_LINE), seconds, time });
    }
  }

  #toChanges({ name, points }: Reading): LoggedPoint[] {
    return points.flatMap((point) => {
      const totals = 'buckets' in point ? [point.count, point.sum, ...point.buckets] : [point.value];
      const before = this.#reported.get(point) ?? [];
      const [count = 0, sum = 0, ...buckets] = totals.map((total, index) => total - (before[index] ?? 0));
      if (count === 0) return [];
      this.#reported.set(point, totals);
      return 'buckets' in point
        ? { name, ...point.labels, count, sumMs: Math.round(sum * 10) / 10, buckets }
        : { name, ...point.labels, value: count };
    });
  }
}

/** Leaves out zeros, the usual value of most gauges. */
function toGaugePoints({ name, points }: Reading): LoggedPoint[] {
  return points.flatMap((point) =>
    'value' in point && point.value !== 0 ? { name, ...point.labels, value: point.value } : [],
  );
}
