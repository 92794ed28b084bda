import { describe, expect, it } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { Counter, createRequestMetrics, Histogram, type HistogramPoint } from '../../../lib/observability/metrics.ts';

describe('a histogram', () => {
  it.each([
    [0, 0],
    [1, 0],
    [1.01, 1],
    [2, 1],
    [100, 6],
    [30_000, 13],
    [30_000.5, 14],
    [60_000, 14],
    [60_000.5, 15],
    [10_000_000, 15],
  ])('counts %d ms in bucket %i: bounds are inclusive', (ms, bucket) => {
    const histogram = new Histogram('a', '');
    histogram.record('', () => ({}), ms);
    const [point] = histogram.read().points;
    expect(point).toMatchObject({ count: 1, sum: ms });
    expect((point as { buckets: number[] }).buckets.indexOf(1)).toBe(bucket);
    histogram.record('', () => ({}), ms);
    expect((point as { buckets: number[] }).buckets[bucket]).toBe(2);
  });

  it('reaches the longest deadline of an operation', () => {
    const histogram = new Histogram('a', '');
    histogram.record('', () => ({}), 1);
    const [point] = histogram.read().points;
    const longest = Math.max(...operations.map(({ timeoutMs }) => timeoutMs));
    expect((point as HistogramPoint).bounds.at(-1)).toBe(longest);
  });
});

it('a label with too many values uses no more memory', () => {
  const histogram = new Histogram('a', '');
  for (let value = 0; value < 2_000; value++) histogram.record(String(value), () => ({ value }), 1);
  expect(histogram.read().points).toHaveLength(500);
  const counter = new Counter('a', '');
  for (let value = 0; value < 2_000; value++) counter.add(String(value), () => ({ value }));
  expect(counter.read().points).toHaveLength(500);
});

describe('metrics of requests', () => {
  const operation = { name: 'listItems', method: 'GET', route: '/items', path: '/items', upstream: 'arm' };
  const trace = { traceId: '', parentId: undefined, spanId: '', isSampled: false };
  const observed = { operation, trace, startedAt: 0, verifiedAt: 1 };
  const common = { schemaVersion: 1, time: '', requestId: '', traceId: '', operation: 'listItems', method: 'GET' };
  const readPoints = (metrics: ReturnType<typeof createRequestMetrics>, name: string) =>
    metrics.read().find((reading) => reading.name === `frontdesk.${name}`)?.points;

  it('count requests by result, with their stages', () => {
    const metrics = createRequestMetrics();
    metrics.onEnd({ ...common, status: 200, durationMs: 7, verifyMs: 2, upstreamMs: 4 }, observed);
    metrics.onEnd(
      { ...common, status: 409, durationMs: 3, problem: 'upstream_refused', outcome: 'rejected' },
      observed,
    );
    expect(readPoints(metrics, 'request.duration')).toMatchObject([
      { labels: { operation: 'listItems', status: 200 }, count: 1, sum: 7 },
      { labels: { operation: 'listItems', status: 409, problem: 'upstream_refused' }, count: 1, sum: 3 },
    ]);
    expect(readPoints(metrics, 'stage.duration')).toMatchObject([
      { labels: { stage: 'verify' }, sum: 2 },
      { labels: { stage: 'upstream' }, sum: 4 },
    ]);
    expect(readPoints(metrics, 'writes.failed')).toEqual([
      { labels: { operation: 'listItems', outcome: 'rejected' }, value: 1 },
    ]);
  });

  it('count upstream attempts by status or failure, and retries', () => {
    const metrics = createRequestMetrics();
    const span = { name: 'upstream', spanId: '', startedAt: 10, endedAt: 15, resends: 0 } as const;
    metrics.onSpan({ ...span, status: undefined, failure: 'reset' }, observed);
    for (const resends of [1, 2, 3]) metrics.onSpan({ ...span, resends, status: 200, failure: undefined }, observed);
    metrics.onSpan({ ...span, status: undefined, failure: undefined }, observed);
    metrics.onSpan({ ...span, name: 'table', status: undefined, failure: undefined }, observed);
    expect(readPoints(metrics, 'upstream.duration')).toMatchObject([
      { labels: { upstream: 'arm', result: 'reset' }, count: 1, sum: 5 },
      { labels: { upstream: 'arm', result: '200' }, count: 3, sum: 15 },
      { labels: { upstream: 'arm', result: '' }, count: 1, sum: 5 },
    ]);
    expect(readPoints(metrics, 'upstream.retries')).toEqual([{ labels: { upstream: 'arm' }, value: 3 }]);
  });

  it('have names, units and descriptions', () => {
    const readings = createRequestMetrics().read();
    expect(readings.map(({ name, kind, unit }) => [name, kind, unit])).toEqual([
      ['frontdesk.request.duration', 'histogram', 'ms'],
      ['frontdesk.stage.duration', 'histogram', 'ms'],
      ['frontdesk.upstream.duration', 'histogram', 'ms'],
      ['frontdesk.cache.responses', 'counter', '1'],
      ['frontdesk.upstream.retries', 'counter', '1'],
      ['frontdesk.writes.failed', 'counter', '1'],
      ['frontdesk.upstream.drift', 'counter', '1'],
    ]);
    for (const { description } of readings) expect(description).toMatch(/^\w.*\.$/);
  });

  it('count drifts and outcomes of writes, each by itself', () => {
    const metrics = createRequestMetrics();
    const end = (more: object) => metrics.onEnd({ ...common, status: 200, durationMs: 1, ...more }, observed);
    end({});
    for (const drift of ['a', 'b']) end({ drift });
    for (const outcome of ['unknown', 'rejected', 'unknown'] as const) end({ outcome });
    const of = (name: string) =>
      readPoints(metrics, name)?.map((point) => [...Object.values(point.labels), (point as { value: number }).value]);
    expect(of('upstream.drift')).toEqual([['listItems', 2]]);
    expect(of('writes.failed')).toEqual([
      ['listItems', 'unknown', 2],
      ['listItems', 'rejected', 1],
    ]);
  });

  it.each([
    ['Frontdesk; hit; ttl=42', 'hit'],
    ['Frontdesk; hit; detail=refused', 'refused'],
    ['Frontdesk; hit; ttl=-3; detail=stale-while-revalidate', 'stale-while-revalidating'],
    ['Frontdesk; hit; ttl=-3; detail=stale-if-error', 'stale-if-error'],
    ['Frontdesk; fwd=uri-miss; stored; collapsed', 'collapsed'],
    ['Frontdesk; fwd=request; stored', 'forced'],
    ['Frontdesk; fwd=stale; stored', 'expired'],
    ['Frontdesk; fwd=uri-miss; stored', 'miss'],
  ])('count %s as %s', (cache, state) => {
    const metrics = createRequestMetrics();
    metrics.onEnd({ ...common, status: 200, durationMs: 1, cache }, observed);
    expect(readPoints(metrics, 'cache.responses')).toEqual([{ labels: { operation: 'listItems', state }, value: 1 }]);
  });
});
