import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { hrTimeToMilliseconds } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { HttpObserver } from '../../../lib/observability/spans.ts';

const operation = { name: 'read', method: 'GET', route: '/items({id})', path: '/v2/items({id})', upstream: 'arm' };
const trace = {
  ...{ traceId: '0af7651916cd43dd8448eb211c80319c', parentId: '00f067aa0ba902b7', spanId: 'b7ad6b7169203331' },
  ...{ isSampled: true, state: 'a=1' },
};
const observed = { operation, trace, startedAt: 100, verifiedAt: 101 };
const record = {
  ...{ schemaVersion: 1, time: '', requestId: 'request-1', traceId: '', operation: 'read', method: 'GET' },
  ...{ status: 200, durationMs: 30 },
};
const attempt = { name: 'upstream', spanId: '1111111111111111', startedAt: 110, endedAt: 130, resends: 0 } as const;

const origins = { arm: 'https://arm.example.com', businessData: 'http://127.0.0.1:8080' };
const exporter = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
let reader: PeriodicExportingMetricReader;
let observer: HttpObserver;

beforeEach(() => {
  exporter.reset();
  measured.reset();
  reader = new PeriodicExportingMetricReader({ exporter: measured });
  const meter = new MeterProvider({ readers: [reader] }).getMeter('');
  observer = new HttpObserver(origins, meter, { spanProcessors: [new SimpleSpanProcessor(exporter)] });
});

const listSpans = () => exporter.getFinishedSpans();

async function readPoints() {
  await reader.forceFlush();
  const [all] = measured.getMetrics();
  return (all?.scopeMetrics ?? []).flatMap(({ metrics }) =>
    metrics.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => ({ name: descriptor.name, attributes, ...(value as Histogram) })),
    ),
  );
}

/** The durations so far, each with its labels. */
const listDurations = async () => (await readPoints()).map(({ name, sum, attributes }) => [name, sum, attributes]);

it('the bounds of both histograms reach the longest deadline', async () => {
  observer.onSpan({ ...attempt, status: 200, failure: undefined }, observed);
  observer.onEnd(record, observed);
  const longest = Math.max(...operations.map(({ timeoutMs }) => timeoutMs)) / 1000;
  expect((await readPoints()).map(({ buckets }) => buckets.boundaries.at(-1))).toEqual([longest, longest]);
});

/** What the span says, with times relative to the process. */
const describeSpan = (span: ReadableSpan) => ({
  ...{ name: span.name, kind: span.kind, attributes: span.attributes },
  isError: span.status.code === SpanStatusCode.ERROR,
  ...{ spanId: span.spanContext().spanId, parentId: span.parentSpanContext?.spanId },
  state: span.spanContext().traceState?.serialize(),
  startedAt: Math.round(hrTimeToMilliseconds(span.startTime) - performance.timeOrigin),
  endedAt: Math.round(hrTimeToMilliseconds(span.endTime) - performance.timeOrigin),
});

it('a request without a parent or state has neither; a first attempt has no count of resends', () => {
  const { parentId: _, state: __, ...rest } = trace;
  const first = { ...observed, trace: { ...rest, parentId: undefined } };
  observer.onSpan({ ...attempt, status: undefined, failure: 'reset' }, first);
  observer.onEnd(record, first);
  const [sent, , served] = listSpans();
  expect(sent?.attributes).not.toHaveProperty('http.request.resend_count');
  expect(sent?.attributes).not.toHaveProperty('http.response.status_code');
  expect(served?.parentSpanContext).toBeUndefined();
  expect(served?.spanContext().traceId).toBe(trace.traceId);
  for (const span of listSpans()) expect(span.spanContext().traceState).toBeUndefined();
});

describe('a request', () => {
  it('has a server span, a child of the caller’s, and a span of the token’s verification', async () => {
    observer.onEnd({ ...record, cache: 'Frontdesk; hit' }, observed);
    const http = { 'http.request.method': 'GET', 'http.route': '/items({id})', 'http.response.status_code': 200 };
    expect(listSpans().map(describeSpan)).toEqual([
      {
        ...{ name: 'verify token', kind: SpanKind.INTERNAL, attributes: {}, isError: false, state: 'a=1' },
        ...{ spanId: expect.stringMatching(/^[0-9a-f]{16}$/), parentId: trace.spanId, startedAt: 100, endedAt: 101 },
      },
      {
        ...{ name: 'GET /items({id})', kind: SpanKind.SERVER, isError: false, state: 'a=1' },
        ...{ spanId: trace.spanId, parentId: trace.parentId, startedAt: 100, endedAt: 130 },
        attributes: {
          ...http,
          ...{
            'frontdesk.operation': 'read',
            'frontdesk.request_id': 'request-1',
            'frontdesk.cache': 'Frontdesk; hit',
          },
        },
      },
    ]);
    const lasting = listSpans().map(({ ended, duration }) => [ended, Math.round(hrTimeToMilliseconds(duration))]);
    expect(lasting).toEqual([1, 30].map((ms) => [true, ms]));
    expect(await listDurations()).toEqual([['http.server.request.duration', 0.03, http]]);
  });

  it.each([
    [502, 'upstream_unreachable', true],
    [500, 'internal_error', true],
    [403, 'forbidden', false],
  ])('that fails with %d %s: is an error: %s', (status, problem, isError) => {
    observer.onEnd({ ...record, status, problem }, observed);
    const span = describeSpan(listSpans().at(-1) as ReadableSpan);
    expect(span.isError).toBe(isError);
    expect(span.attributes['error.type']).toBe(isError ? problem : undefined);
    expect(span.attributes['frontdesk.problem']).toBe(problem);
  });

  it('that is not sampled has durations and no spans', async () => {
    const unsampled = { ...observed, trace: { ...trace, isSampled: false } };
    observer.onSpan({ ...attempt, status: 200, failure: undefined }, unsampled);
    observer.onSpan({ ...attempt, name: 'table', status: undefined, failure: undefined }, unsampled);
    observer.onEnd(record, unsampled);
    expect(listSpans()).toEqual([]);
    expect((await listDurations()).map(([name]) => name)).toEqual([
      'http.server.request.duration',
      'http.client.request.duration',
    ]);
  });
});

describe('an upstream attempt', () => {
  it('is a client span with the id that the upstream received', async () => {
    observer.onSpan({ ...attempt, resends: 2, status: 200, failure: undefined }, observed);
    const http = {
      ...{ 'http.request.method': 'GET', 'url.template': '/v2/items({id})', 'http.response.status_code': 200 },
      ...{ 'server.address': 'arm.example.com', 'server.port': 443 },
    };
    expect(listSpans().map(describeSpan)).toEqual([
      {
        ...{ name: 'GET /v2/items({id})', kind: SpanKind.CLIENT, isError: false, state: 'a=1' },
        ...{ spanId: attempt.spanId, parentId: trace.spanId, startedAt: 110, endedAt: 130 },
        attributes: { ...http, 'http.request.resend_count': 2, 'frontdesk.upstream': 'arm' },
      },
    ]);
    expect(await listDurations()).toEqual([['http.client.request.duration', 0.02, http]]);
  });

  it.each([
    [404, undefined, '404'],
    [400, undefined, '400'],
    [undefined, 'reset', 'reset'],
  ])('with status %s and failure %s is an error', (status, failure, type) => {
    const businessData = { ...observed, operation: { ...operation, upstream: 'businessData' } };
    observer.onSpan({ ...attempt, status, failure }, businessData);
    const [span] = listSpans().map(describeSpan);
    expect(span).toMatchObject({ isError: true, attributes: { 'error.type': type, 'server.port': 8080 } });
  });
});

it.each([
  ['table', 'read table', undefined],
  ['token', 'wait for token', 'timeout'],
] as const)('a wait for the %s is the internal span “%s”', async (name, title, failure) => {
  observer.onSpan({ ...attempt, name, status: undefined, failure }, observed);
  expect(listSpans().map(describeSpan)).toEqual([
    {
      ...{ name: title, kind: SpanKind.INTERNAL, attributes: {}, isError: failure !== undefined, state: 'a=1' },
      ...{ spanId: attempt.spanId, parentId: trace.spanId, startedAt: 110, endedAt: 130 },
    },
  ]);
  expect(await listDurations()).toEqual([]);
});
