import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { createGauges } from '../../../lib/observability/gauges.ts';
import {
  Counter,
  createRequestMetrics,
  Histogram,
  type HistogramPoint,
  MetricsLog,
} from '../../../lib/observability/metrics.ts';

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
    const [point] = histogram.read().points as HistogramPoint[];
    expect(point).toMatchObject({ count: 1, sum: ms });
    expect(point?.buckets.indexOf(1)).toBe(bucket);
    histogram.record('', () => ({}), ms);
    expect(point?.buckets[bucket]).toBe(2);
    // The longest deadline of an operation.
    expect(point?.bounds.at(-1)).toBe(Math.max(...operations.map(({ timeoutMs }) => timeoutMs)));
  });
});

it('a label with too many values uses no more memory', () => {
  const [histogram, counter] = [new Histogram('a', ''), new Counter('a', '')];
  for (let value = 0; value < 2_000; value++) {
    histogram.record(String(value), () => ({ value }), 1);
    counter.add(String(value), () => ({ value }));
  }
  expect([histogram, counter].map((each) => each.read().points.length)).toEqual([500, 500]);
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
    metrics.onEnd({ ...common, status: 200, durationMs: 7, authenticateMs: 2, upstreamMs: 4 }, observed);
    metrics.onEnd(
      { ...common, status: 409, durationMs: 3, problem: 'upstream_refused', outcome: 'rejected' },
      observed,
    );
    expect(readPoints(metrics, 'request.duration')).toMatchObject([
      { labels: { operation: 'listItems', status: 200 }, count: 1, sum: 7 },
      { labels: { operation: 'listItems', status: 409, problem: 'upstream_refused' }, count: 1, sum: 3 },
    ]);
    expect(readPoints(metrics, 'stage.duration')).toMatchObject([
      { labels: { stage: 'authenticate' }, sum: 2 },
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

describe('metrics in the log', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterAll(() => void vi.useRealTimers());

  /** `write` logs a counter, a histogram and a gauge of this value. */
  function start() {
    const [counter, histogram] = [new Counter('frontdesk.a', ''), new Histogram('frontdesk.b', '')];
    const lines: { readonly metrics: readonly unknown[] }[] = [];
    const log = new MetricsLog((line) => lines.push(line as (typeof lines)[number]));
    const gauge = { name: 'frontdesk.c', unit: '1', description: '', kind: 'gauge' } as const;
    const write = (value: number) => {
      const points = [{ labels: { kind: 'read' }, value }];
      log.write([counter.read(), histogram.read(), { ...gauge, points }]);
    };
    return { count: (operation: string) => counter.add(operation, () => ({ operation })), histogram, lines, write };
  }

  it('are not written if only gauges have values', () => {
    const { write, lines } = start();
    write(3);
    expect(lines).toEqual([]);
  });

  it('have what changed since the last line, and current gauges', () => {
    const { count, histogram, write, lines } = start();
    vi.advanceTimersByTime(5_000);
    count('x');
    count('x');
    histogram.record('', () => ({}), 1.26);
    write(3);
    vi.advanceTimersByTime(60_400);
    count('x');
    write(0);
    const [first, second] = lines;
    expect(first?.metrics).toEqual([
      { name: 'frontdesk.a', operation: 'x', value: 2 },
      { name: 'frontdesk.b', count: 1, sumMs: 1.3, buckets: [0, 1, ...Array.from({ length: 14 }, () => 0)] },
      { name: 'frontdesk.c', kind: 'read', value: 3 },
    ]);
    expect(second).toEqual({
      metrics: [{ name: 'frontdesk.a', operation: 'x', value: 1 }],
      seconds: 60,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('stay below the maximum length of a line', () => {
    const { count, write, lines } = start();
    for (let value = 0; value < 250; value++) count(`y${value}`);
    write(0);
    expect(lines.map(({ metrics }) => metrics.length)).toEqual([100, 100, 50]);
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(32 * 1024);
  });
});

const stats = { kind: 'read', isOpen: false, throttled: 0, inside: 3, waiting: 2 };
const sources = {
  collectStats: vi.fn(() => [
    {
      ...stats,
      upstream: 'arm',
      quotas: new Map([
        ['s1', 199],
        ['s2', 7],
      ]),
    },
    { ...stats, upstream: 'businessData', isOpen: true, throttled: 1, quotas: new Map() },
  ]),
  readTokenAges: () => [{ scope: 'https://arm/.default', age: 60, remaining: 3_540 }],
};
const arm = { upstream: 'arm', kind: 'read' };
const businessData = { upstream: 'businessData', kind: 'read' };
const token = { scope: 'https://arm/.default' };

const ANY = expect.any(Number);

const ofUpstreams = (first: number, second: number) => [
  [arm, first],
  [businessData, second],
];
const lag = ['p99', 'max'].map((quantile) => [{ quantile }, ANY] as const);

it.each<[name: string, unit: string, points: readonly (readonly unknown[])[]]>([
  ['breaker.open', '1', ofUpstreams(0, 1)],
  ['gate.closed', '1', ofUpstreams(0, 1)],
  ['bulkhead.inside', '1', ofUpstreams(3, 3)],
  ['bulkhead.waiting', '1', ofUpstreams(2, 2)],
  [
    'upstream.quota',
    '1',
    [
      [{ ...arm, scope: 's1' }, 199],
      [{ ...arm, scope: 's2' }, 7],
    ],
  ],
  ['token.age', 's', [[token, 60]]],
  ['token.remaining', 's', [[token, 3_540]]],
  ['loop.lag', 'ms', lag],
  ['memory', 'By', [[{}, ANY]]],
])('frontdesk.%s is in %s', (name, unit, points) => {
  const reading = createGauges(sources)().find((each) => each.name === `frontdesk.${name}`);
  expect(reading).toEqual({
    ...{ name: `frontdesk.${name}`, unit, description: expect.stringMatching(/./), kind: 'gauge' },
    points: points.map(([labels, value]) => ({ labels, value })),
  });
});

it('the statistics are collected once per reading: that starts a new lowest quota', () => {
  sources.collectStats.mockClear();
  const read = createGauges(sources);
  for (let readings = 0; readings < 3; readings++, read()) expect(sources.collectStats).toHaveBeenCalledTimes(readings);
});

it('the lag is how late the event loop was since the last reading, without the interval of its own timer', async () => {
  const read = createGauges(sources);
  const readMax = () =>
    read()
      .find(({ name }) => name === 'frontdesk.loop.lag')
      ?.points.map((point) => ('value' in point ? point.value : Number.NaN))
      .at(-1);
  // The first firing of the timer starts the measurement.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const endsAt = performance.now() + 120;
  while (performance.now() < endsAt);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(readMax()).toBeGreaterThan(50);
  expect(readMax()).toBe(0);
});
