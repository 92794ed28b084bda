/** Spans and metrics as OTLP takes them in JSON. Source: OTLP 1.x, "JSON Protobuf Encoding"; opentelemetry-proto trace, metrics. Pure. */
import type { Labels, Reading } from './metrics.ts';

/** Times are epoch milliseconds. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly state?: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Labels;
  readonly hasFailed: boolean;
}

/** Numbers of the protocol's enumerations. */
const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
const CUMULATIVE = 2;

const SCOPE = { name: 'frontdesk' };

/** Answers an ExportTraceServiceRequest. */
export function toTraceRequest(spans: readonly Span[], resource: Labels) {
  return {
    resourceSpans: [
      { resource: { attributes: toAttributes(resource) }, scopeSpans: [{ scope: SCOPE, spans: spans.map(toSpan) }] },
    ],
  };
}

function toSpan({ traceId, spanId, parentId, state, name, kind, startedAt, endedAt, attributes, hasFailed }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    ...(state === undefined ? {} : { traceState: state }),
    name,
    kind: SPAN_KINDS[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toAttributes(attributes),
    ...(hasFailed ? { status: { code: STATUS_ERROR } } : {}),
  };
}

/** Answers an ExportMetricsServiceRequest; `since` and `now` in epoch milliseconds. */
export function toMetricsRequest(readings: readonly Reading[], resource: Labels, since: number, now: number) {
  const times = { startTimeUnixNano: toNanoseconds(since), timeUnixNano: toNanoseconds(now) };
  const metrics = readings.filter(({ points }) => points.length > 0).map((reading) => toMetric(reading, times));
  return {
    resourceMetrics: [{ resource: { attributes: toAttributes(resource) }, scopeMetrics: [{ scope: SCOPE, metrics }] }],
  };
}

interface Times {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

function toMetric(reading: Reading, times: Times) {
  const { name, unit, about: description } = reading;
  if (reading.kind === 'histogram') {
    const dataPoints = reading.points.map(({ labels, bounds, buckets, sum, count }) => ({
      attributes: toAttributes(labels),
      ...times,
      count: String(count),
      sum,
      bucketCounts: buckets.map(String),
      explicitBounds: bounds,
    }));
    return { name, unit, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
  }
  const dataPoints = reading.points.map(({ labels, value }) => ({
    attributes: toAttributes(labels),
    ...(reading.kind === 'gauge' ? { timeUnixNano: times.timeUnixNano } : times),
    asDouble: value,
  }));
  return reading.kind === 'gauge'
    ? { name, unit, description, gauge: { dataPoints } }
    : { name, unit, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
}

/** 64-bit integers are strings. */
function toAttributes(labels: Labels) {
  return Object.entries(labels).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}

function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}
