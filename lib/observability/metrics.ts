/** Counters, gauges and histograms of one instance, counted since its start. Source: docs/observability.md (Metrics). */
import { type Log, type Observer, SPAN_MEMBERS, STAGE_MEMBERS } from './request-record.ts';

/** Labels have few values: never a resource, a subject or a tenant. */
export type Labels = Readonly<Record<string, string | number>>;

/** One value of a counter or a gauge. */
export interface Point {
  readonly labels: Labels;
  value: number;
}

/** `buckets[i]` counts values up to and including `bounds[i]`; the last bucket counts larger ones. */
export interface HistogramPoint {
  readonly labels: Labels;
  readonly bounds: readonly number[];
  readonly buckets: number[];
  sum: number;
  count: number;
}

interface MetricDescription {
  readonly name: string;
  /** UCUM: `ms`, `s`, `By`, or `1` for a number. */
  readonly unit: string;
  readonly description: string;
}

/** The current values of a metric. */
export type Reading = MetricDescription &
  (
    | { readonly kind: 'counter' | 'gauge'; readonly points: readonly Point[] }
    | { readonly kind: 'histogram'; readonly points: readonly HistogramPoint[] }
  );

/** Milliseconds, from a response from memory to the longest deadline. */
const BOUNDS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000];
/** Limits memory if a label has more values than expected: further label sets are not counted. */
const MAX_SERIES = 500;

export class Counter {
  readonly #description: MetricDescription;
  readonly #series = new Map<string, Point>();

  constructor(name: string, description: string) {
    this.#description = { name, unit: '1', description };
  }

  /** `key` identifies the labels, which are composed once per key. */
  add(key: string, toLabels: () => Labels): void {
    const point = this.#series.get(key) ?? add(this.#series, key, { labels: toLabels(), value: 0 });
    point.value++;
  }

  read(): Reading {
    return { ...this.#description, kind: 'counter', points: [...this.#series.values()] };
  }
}

export class Histogram {
  readonly #description: MetricDescription;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, HistogramPoint>();

  constructor(name: string, description: string, unit = 'ms', bounds: readonly number[] = BOUNDS_MS) {
    this.#description = { name, unit, description };
    this.#bounds = bounds;
  }

  /** `key` identifies the labels, which are composed once per key. */
  record(key: string, toLabels: () => Labels, value: number): void {
    const point = this.#series.get(key) ?? add(this.#series, key, this.#createPoint(toLabels()));
    const bounds = this.#bounds;
    let bucket = 0;
    while (value > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    point.buckets[bucket] = (point.buckets[bucket] as number) + 1;
    point.sum += value;
    point.count++;
  }

  read(): Reading {
    return { ...this.#description, kind: 'histogram', points: [...this.#series.values()] };
  }

  #createPoint(labels: Labels): HistogramPoint {
    const buckets = new Array<number>(this.#bounds.length + 1).fill(0);
    return { labels, bounds: this.#bounds, buckets, sum: 0, count: 0 };
  }
}

/** Returns the point; one too many is not kept. */
function add<T>(series: Map<string, T>, key: string, point: T): T {
  if (series.size < MAX_SERIES) series.set(key, point);
  return point;
}

const STAGES = Object.entries({ ...STAGE_MEMBERS, ...SPAN_MEMBERS }).map(([stage, member]) => {
  return { stage, member, toLabels: () => ({ stage }) };
});

/** Counts requests and the upstream calls they make. */
export function createRequestMetrics(): Observer & { read(): Reading[] } {
  const requests = new Histogram('frontdesk.request.duration', 'Requests by result.');
  const stages = new Histogram('frontdesk.stage.duration', 'Stages and waits of requests.');
  const attempts = new Histogram('frontdesk.upstream.duration', 'Attempts at upstreams.');
  const cached = new Counter('frontdesk.cache.responses', 'What the cache did, for operations that have one.');
  const retries = new Counter('frontdesk.upstream.retries', 'Attempts after the first of a request.');
  const failedWrites = new Counter('frontdesk.writes.failed', 'Failed writes by outcome.');
  const drifts = new Counter('frontdesk.upstream.drift', 'Successes that differ from the contract.');

  return {
    read: () => [requests, stages, attempts, cached, retries, failedWrites, drifts].map((metric) => metric.read()),
    onSpan({ name, startedAt, endedAt, status, failure, resends }, { operation: { upstream } }) {
      if (name !== 'upstream') return;
      const result = String(status ?? failure ?? '');
      attempts.record(`${upstream} ${result}`, () => ({ upstream, result }), endedAt - startedAt);
      if (resends > 0) retries.add(upstream, () => ({ upstream }));
    },
    onEnd(record) {
      const { operation, status, problem = '', cache, outcome, drift } = record;
      const toRequestLabels = () => ({ operation, status, ...(problem ? { problem } : {}) });
      requests.record(`${operation} ${status} ${problem}`, toRequestLabels, record.durationMs);
      for (const { stage, member, toLabels } of STAGES) {
        const ms = record[member];
        if (ms !== undefined) stages.record(stage, toLabels, ms);
      }
      if (cache !== undefined) {
        const state = toCacheState(cache);
        cached.add(`${operation} ${state}`, () => ({ operation, state }));
      }
      if (drift !== undefined) drifts.add(operation, () => ({ operation }));
      if (outcome !== undefined) failedWrites.add(`${operation} ${outcome}`, () => ({ operation, outcome }));
    },
  };
}

/** Converts a Cache-Status header to the label `state`. */
function toCacheState(cacheStatus: string): string {
  if (cacheStatus.includes('detail=stale-while')) return 'stale-while-revalidating';
  if (cacheStatus.includes('detail=stale-if')) return 'stale-if-error';
  if (cacheStatus.includes('detail=refused')) return 'refused';
  if (cacheStatus.includes('; hit')) return 'hit';
  if (cacheStatus.includes('; collapsed')) return 'collapsed';
  return cacheStatus.includes('fwd=request') ? 'forced' : cacheStatus.includes('fwd=stale') ? 'expired' : 'miss';
}

type LoggedPoint = Readonly<Record<string, unknown>>;

/** Keeps a line below the log's limit of 32 KiB. */
const MAX_POINTS_PER_LINE = 100;

/** Writes metrics to the log, for operators without a collector: what changed since the previous line. */
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
