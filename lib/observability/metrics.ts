/** Counters and histograms of requests, and the lines of the log that have them. Source: docs/observability.md (Metrics). */
import type { ReadGauges } from './gauges.ts';
import { type Log, type Observer, SPAN_MEMBERS, STAGE_MEMBERS } from './request-record.ts';

/** Labels have few values: never a resource, a subject or a tenant. */
export type Labels = Readonly<Record<string, string | number>>;

type LabelValue = string | number | undefined;

/** Creates a metric, in the log or for a collector, and returns what adds to it; a label without a value is left out. */
export type CreateMetric = (
  kind: 'counter' | 'histogram',
  name: string,
  labels: readonly string[],
  description: string,
) => (value: number, ...labels: readonly LabelValue[]) => void;

/** Milliseconds, inclusive, from a response from memory to the longest deadline. */
export const BOUNDS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000];

const STAGES = Object.entries({ ...STAGE_MEMBERS, ...SPAN_MEMBERS });

/** Counts requests and the upstream calls they make. */
export function observeRequests(create: CreateMetric): Observer {
  const requests = create('histogram', 'frontdesk.request.duration', ['operation', 'status', 'problem'], 'Requests.');
  const stages = create('histogram', 'frontdesk.stage.duration', ['stage'], 'Stages and waits of requests.');
  const attempts = create('histogram', 'frontdesk.upstream.duration', ['upstream', 'result'], 'Attempts.');
  const cached = create('counter', 'frontdesk.cache.responses', ['operation', 'state'], 'What the cache did.');
  const retries = create('counter', 'frontdesk.upstream.retries', ['upstream'], 'Attempts after the first.');
  const failedWrites = create('counter', 'frontdesk.writes.failed', ['operation', 'outcome'], 'Failed writes.');
  const drifts = create('counter', 'frontdesk.upstream.drift', ['operation'], 'Successes unlike the contract.');
  return {
    onSpan({ name, startedAt, endedAt, status, failure, resends }, { operation: { upstream } }) {
      if (name !== 'upstream') return;
      attempts(endedAt - startedAt, upstream, String(status ?? failure ?? ''));
      if (resends > 0) retries(1, upstream);
    },
    onEnd(record) {
      const { operation, status, problem, cache, outcome, drift } = record;
      requests(record.durationMs, operation, status, problem);
      for (const [stage, member] of STAGES) {
        const ms = record[member];
        if (ms !== undefined) stages(ms, stage);
      }
      if (cache !== undefined) cached(1, operation, toCacheState(cache));
      if (drift !== undefined) drifts(1, operation);
      if (outcome !== undefined) failedWrites(1, operation, outcome);
    },
  };
}

/** Returns the labels that have a value. */
export function toLabels(names: readonly string[], values: readonly LabelValue[]): Labels {
  const labels: Record<string, string | number> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value !== undefined) labels[name] = value;
  }
  return labels;
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

/** `buckets[i]` counts values up to and including `BOUNDS_MS[i]`; the last bucket counts larger ones. */
const startHistogram = () => ({ count: 0, sumMs: 0, buckets: new Array<number>(BOUNDS_MS.length + 1).fill(0) });

type LoggedPoint = { value: number } | ReturnType<typeof startHistogram>;

/** Of a metric: limits memory if a label has more values than expected. Further label sets are not counted. */
const MAX_POINTS = 500;
/** Keeps a line below the log's limit of 32 KiB. */
const MAX_POINTS_PER_LINE = 100;

/** Returns what creates metrics of the log, for operators without a collector, and writes what was added to them since the last line. */
export function createMetricsLog(log: Log, readGauges: ReadGauges) {
  const metrics: Map<unknown, LoggedPoint>[] = [];
  let writtenAt = performance.now();
  const create: CreateMetric = (kind, name, labels) => {
    const points = new Map<unknown, LoggedPoint>();
    metrics.push(points);
    return (value, ...values) => {
      const key = values.length === 1 ? values[0] : values.join(' ');
      let point = points.get(key);
      if (point === undefined) {
        if (points.size >= MAX_POINTS) return;
        point = Object.assign({ name }, toLabels(labels, values), kind === 'counter' ? { value: 0 } : startHistogram());
        points.set(key, point);
      }
      addTo(point, value);
    };
  };
  /** Writes nothing if only gauges have values; leaves out zeros, the usual value of most gauges. */
  const write = () => {
    const gauges = readGauges().filter(({ value }) => value !== 0);
    const now = performance.now();
    const seconds = Math.round((now - writtenAt) / 1000);
    writtenAt = now;
    const points: object[] = metrics.flatMap((metric) => Array.from(metric.values(), toLogged));
    if (points.length === 0) return;
    for (const metric of metrics) metric.clear();
    points.push(...gauges.map(({ name, labels, value }) => ({ name, ...labels, value })));
    const time = new Date().toISOString();
    for (let from = 0; from < points.length; from += MAX_POINTS_PER_LINE)
      log({ metrics: points.slice(from, from + MAX_POINTS_PER_LINE), seconds, time });
  };
  return { create, write };
}

function addTo(point: LoggedPoint, value: number): void {
  if ('value' in point) {
    point.value += value;
    return;
  }
  let bucket = 0;
  while (value > (BOUNDS_MS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
  point.buckets[bucket] = (point.buckets[bucket] as number) + 1;
  point.sumMs += value;
  point.count++;
}

function toLogged(point: LoggedPoint): LoggedPoint {
  return 'sumMs' in point ? { ...point, sumMs: Math.round(point.sumMs * 10) / 10 } : point;
}
