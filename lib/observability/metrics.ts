/** Counters, gauges and histograms of one instance, counted from its start. Labels take few values: never a resource, a subject, a tenant. */

export type Labels = Readonly<Record<string, string | number>>;

/** One value of a counter or a gauge. */
export interface Point {
  readonly labels: Labels;
  value: number;
}

/** How measured values are spread: `buckets[i]` counts those up to `bounds[i]`, the last one those beyond. */
export interface HistogramPoint {
  readonly labels: Labels;
  readonly bounds: readonly number[];
  readonly buckets: number[];
  sum: number;
  count: number;
}

interface Described {
  readonly name: string;
  /** UCUM: `ms`, `s`, `By`, or `1` for a number. */
  readonly unit: string;
  readonly about: string;
}

/** What a metric says at the moment. */
export type Reading = Described &
  (
    | { readonly kind: 'counter' | 'gauge'; readonly points: readonly Point[] }
    | { readonly kind: 'histogram'; readonly points: readonly HistogramPoint[] }
  );

/** Milliseconds; from an answer out of memory up to the longest deadline. */
const BOUNDS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const;
/** Were a label to take more values than foreseen, no more are told apart than these. */
const MAX_SERIES = 500;

export type Gauge = () => Reading;

/** Answers a counter; `key` names the labels, which are written out once. */
export function createCounter(described: Described) {
  const series = new Map<string, Point>();
  return {
    read: (): Reading => ({ ...described, kind: 'counter', points: [...series.values()] }),
    add(key: string, toLabels: () => Labels): void {
      const point = series.get(key) ?? open(series, key, () => ({ labels: toLabels(), value: 0 }));
      if (point) point.value++;
    },
  };
}

/** Answers a histogram of milliseconds. */
export function createHistogram(described: Omit<Described, 'unit'>) {
  const series = new Map<string, HistogramPoint>();
  const start = (labels: Labels): HistogramPoint => ({
    labels,
    bounds: BOUNDS_MS,
    buckets: new Array<number>(BOUNDS_MS.length + 1).fill(0),
    sum: 0,
    count: 0,
  });
  return {
    read: (): Reading => ({ ...described, unit: 'ms', kind: 'histogram', points: [...series.values()] }),
    add(key: string, toLabels: () => Labels, ms: number): void {
      const spread = series.get(key) ?? open(series, key, () => start(toLabels()));
      if (!spread) return;
      const bucket = findBucket(ms);
      spread.buckets[bucket] = (spread.buckets[bucket] ?? 0) + 1;
      spread.sum += ms;
      spread.count++;
    },
  };
}

/** Answers a gauge whose values are looked up when it is read. */
export function createGauge(described: Described, look: () => readonly Point[]): Gauge {
  return () => ({ ...described, kind: 'gauge', points: look() });
}

function findBucket(ms: number): number {
  let bucket = 0;
  while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] as number)) bucket++;
  return bucket;
}

function open<T>(series: Map<string, T>, key: string, make: () => T): T | undefined {
  if (series.size >= MAX_SERIES) return undefined;
  const made = make();
  series.set(key, made);
  return made;
}
