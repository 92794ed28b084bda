import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { createGauges, type GaugePoint } from '../../../lib/observability/gauges.ts';
import { BOUNDS_MS, createMetricsLog, observeRequests } from '../../../lib/observability/metrics.ts';

interface Line {
  readonly metrics: readonly Readonly<Record<string, unknown>>[];
}

const lines: Line[] = [];
const readGauges = vi.fn((): readonly GaugePoint[] => []);
let log: ReturnType<typeof createMetricsLog>;

beforeEach(() => {
  lines.length = 0;
  readGauges.mockReset().mockReturnValue([]);
  log = createMetricsLog((line) => lines.push(line as unknown as Line), readGauges);
});

/** Writes a line, and returns its points of a metric, without their names. */
function writePoints(name: string) {
  log.write();
  const points = lines.flatMap(({ metrics }) => metrics).filter((point) => point['name'] === name);
  return points.map(({ name: _, ...point }) => point);
}

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
    const record = log.create('histogram', 'a', [], '');
    record(ms);
    record(ms);
    const [point] = writePoints('a');
    const buckets = Array.from({ length: BOUNDS_MS.length + 1 }, (_, index) => (index === bucket ? 2 : 0));
    expect(point).toEqual({ count: 2, sumMs: Math.round(20 * ms) / 10, buckets });
    // The longest deadline of an operation.
    expect(BOUNDS_MS.at(-1)).toBe(Math.max(...operations.map(({ timeoutMs }) => timeoutMs)));
  });
});

it('a label with too many values uses no more memory until the next line', () => {
  const count = log.create('counter', 'a', ['value'], '');
  for (let value = 0; value < 2_000; value++) count(1, value);
  expect(writePoints('a')).toHaveLength(500);
});

describe('metrics of requests', () => {
  const operation = { name: 'listItems', method: 'GET', route: '/items', path: '/items', upstream: 'arm' };
  const trace = { traceId: '', parentId: undefined, spanId: '', isSampled: false };
  const observed = { operation, trace, startedAt: 0, verifiedAt: 1 };
  const common = { schemaVersion: 1, time: '', requestId: '', traceId: '', operation: 'listItems', method: 'GET' };
  let observer: ReturnType<typeof observeRequests>;
  beforeEach(() => {
    observer = observeRequests(log.create);
  });
  const end = (more: object) => observer.onEnd({ ...common, status: 200, durationMs: 1, ...more }, observed);

  it('count requests by result, with their stages', () => {
    end({ durationMs: 7, authenticateMs: 2, upstreamMs: 4 });
    end({ status: 409, durationMs: 3, problem: 'upstream_refused', outcome: 'rejected' });
    const buckets = expect.any(Array);
    expect(writePoints('frontdesk.request.duration')).toEqual([
      { operation: 'listItems', status: 200, ...{ count: 1, sumMs: 7, buckets } },
      { operation: 'listItems', status: 409, problem: 'upstream_refused', ...{ count: 1, sumMs: 3, buckets } },
    ]);
    expect(writePoints('frontdesk.stage.duration')).toMatchObject([
      { stage: 'authenticate', sumMs: 2 },
      { stage: 'upstream', sumMs: 4 },
    ]);
    const failed = [{ operation: 'listItems', outcome: 'rejected', value: 1 }];
    expect(writePoints('frontdesk.writes.failed')).toEqual(failed);
  });

  it('count upstream attempts by status or failure, and retries', () => {
    const span = { name: 'upstream', spanId: '', startedAt: 10, endedAt: 15, resends: 0 } as const;
    observer.onSpan({ ...span, status: undefined, failure: 'reset' }, observed);
    for (const resends of [1, 2, 3]) observer.onSpan({ ...span, resends, status: 200, failure: undefined }, observed);
    observer.onSpan({ ...span, status: undefined, failure: undefined }, observed);
    observer.onSpan({ ...span, name: 'table', status: undefined, failure: undefined }, observed);
    expect(writePoints('frontdesk.upstream.duration')).toMatchObject([
      { upstream: 'arm', result: 'reset', count: 1, sumMs: 5 },
      { upstream: 'arm', result: '200', count: 3, sumMs: 15 },
      { upstream: 'arm', result: '', count: 1, sumMs: 5 },
    ]);
    expect(writePoints('frontdesk.upstream.retries')).toEqual([{ upstream: 'arm', value: 3 }]);
  });

  it('count drifts and outcomes of writes, each by itself', () => {
    end({});
    for (const drift of ['a', 'b']) end({ drift });
    for (const outcome of ['unknown', 'rejected', 'unknown'] as const) end({ outcome });
    expect(writePoints('frontdesk.upstream.drift')).toEqual([{ operation: 'listItems', value: 2 }]);
    expect(writePoints('frontdesk.writes.failed')).toEqual([
      { operation: 'listItems', outcome: 'unknown', value: 2 },
      { operation: 'listItems', outcome: 'rejected', value: 1 },
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
    end({ cache });
    expect(writePoints('frontdesk.cache.responses')).toEqual([{ operation: 'listItems', state, value: 1 }]);
  });
});

describe('metrics in the log', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  const gauge = (value: number) => [{ name: 'frontdesk.memory', labels: { kind: 'read' }, value } as const];

  it('are not written if only gauges have values', () => {
    readGauges.mockReturnValue(gauge(3));
    log.write();
    expect(lines).toEqual([]);
    // Each reading starts a new lag and a new lowest quota.
    expect(readGauges).toHaveBeenCalledTimes(1);
  });

  it('have what was added since the last line, and current gauges', () => {
    log = createMetricsLog((line) => lines.push(line as unknown as Line), readGauges);
    const [count, record] = [log.create('counter', 'frontdesk.a', ['x'], ''), log.create('histogram', 'b', [], '')];
    vi.advanceTimersByTime(5_000);
    count(1, 'x');
    count(1, 'x');
    record(1.26);
    readGauges.mockReturnValueOnce(gauge(3)).mockReturnValueOnce(gauge(0));
    log.write();
    vi.advanceTimersByTime(60_400);
    count(1, 'x');
    log.write();
    const [first, second] = lines;
    expect(first?.metrics).toEqual([
      { name: 'frontdesk.a', x: 'x', value: 2 },
      { name: 'b', count: 1, sumMs: 1.3, buckets: [0, 1, ...Array.from({ length: 14 }, () => 0)] },
      { name: 'frontdesk.memory', kind: 'read', value: 3 },
    ]);
    expect(second).toEqual({
      metrics: [{ name: 'frontdesk.a', x: 'x', value: 1 }],
      seconds: 60,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('stay below the maximum length of a line', () => {
    const count = log.create('counter', 'frontdesk.a', ['operation'], '');
    for (let value = 0; value < 250; value++) count(1, `y${value}`);
    log.write();
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

it('the gauges are those of each upstream, each token, the event loop and the memory; zeros are among them', () => {
  const points = createGauges(sources)().map(({ name, labels, value }) => [name, labels, value]);
  const ofUpstream = (labels: object, open: number) => [
    ['frontdesk.breaker.open', labels, open],
    ['frontdesk.gate.closed', labels, open],
    ['frontdesk.bulkhead.inside', labels, 3],
    ['frontdesk.bulkhead.waiting', labels, 2],
  ];
  expect(points).toEqual([
    ...ofUpstream(arm, 0),
    ['frontdesk.upstream.quota', { ...arm, scope: 's1' }, 199],
    ['frontdesk.upstream.quota', { ...arm, scope: 's2' }, 7],
    ...ofUpstream(businessData, 1),
    ['frontdesk.token.age', token, 60],
    ['frontdesk.token.remaining', token, 3_540],
    ['frontdesk.loop.lag', { quantile: 'p99' }, expect.any(Number)],
    ['frontdesk.loop.lag', { quantile: 'max' }, expect.any(Number)],
    ['frontdesk.memory', {}, expect.any(Number)],
  ]);
});

it('the statistics are collected once per reading: that starts a new lowest quota', () => {
  sources.collectStats.mockClear();
  const read = createGauges(sources);
  for (let readings = 0; readings < 3; readings++, read()) expect(sources.collectStats).toHaveBeenCalledTimes(readings);
});

it('the lag is how late the event loop was since the last reading, without the interval of its own timer', async () => {
  const read = createGauges(sources);
  const readMax = () => read().find(({ labels }) => labels['quantile'] === 'max')?.value;
  // The first firing of the timer starts the measurement.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const endsAt = performance.now() + 120;
  while (performance.now() < endsAt);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(readMax()).toBeGreaterThan(50);
  expect(readMax()).toBe(0);
});
