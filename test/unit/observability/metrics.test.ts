import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCounter, createGauge, createHistogram, type Reading } from '../../../lib/observability/metrics.ts';
import { createMetricsLog } from '../../../lib/observability/metrics-log.ts';

describe('a histogram', () => {
  it.each([
    [0, 0],
    [1, 0],
    [1.01, 1],
    [2, 1],
    [100, 6],
    [30_000, 13],
    [30_000.5, 14],
    [10_000_000, 14],
  ])('counts %d ms in bucket %i: a bound belongs to the bucket below it', (ms, bucket) => {
    const histogram = createHistogram({ name: 'a', about: '' });
    histogram.add('', () => ({}), ms);
    const [point] = histogram.read().points;
    expect(point).toMatchObject({ count: 1, sum: ms });
    expect((point as { buckets: number[] }).buckets.indexOf(1)).toBe(bucket);
  });

  it('keeps what has other labels apart', () => {
    const histogram = createHistogram({ name: 'a', about: '' });
    for (const operation of ['b', 'c', 'b']) histogram.add(operation, () => ({ operation }), 1);
    expect(histogram.read().points).toMatchObject([
      { labels: { operation: 'b' }, count: 2 },
      { labels: { operation: 'c' }, count: 1 },
    ]);
  });
});

it('a label that takes more values than foreseen costs no more memory', () => {
  const counter = createCounter({ name: 'a', unit: '1', about: '' });
  for (let value = 0; value < 2_000; value++) counter.add(String(value), () => ({ value }));
  expect(counter.read().points).toHaveLength(500);
});

describe('metrics in the log', () => {
  const counter = createCounter({ name: 'frontdesk.a', unit: '1', about: '' });
  const histogram = createHistogram({ name: 'frontdesk.b', about: '' });
  let inside = 0;
  const gauge = createGauge({ name: 'frontdesk.c', unit: '1', about: '' }, () => [
    { labels: { kind: 'read' }, value: inside },
  ]);
  const read = (): Reading[] => [counter.read(), histogram.read(), gauge()];
  const lines: { metrics: unknown[]; seconds: number; time: string }[] = [];
  const write = createMetricsLog((line) => lines.push(line as (typeof lines)[number]));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    lines.length = 0;
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it('tell nothing while nothing happens, whatever a gauge says', () => {
    inside = 3;
    write(read());
    expect(lines).toEqual([]);
  });

  it('tell what happened since the last line, and how things stand', () => {
    counter.add('x', () => ({ operation: 'x' }));
    counter.add('x', () => ({ operation: 'x' }));
    histogram.add('', () => ({}), 1.26);
    write(read());
    vi.advanceTimersByTime(60_400);
    counter.add('x', () => ({ operation: 'x' }));
    inside = 0;
    write(read());
    const [first, second] = lines;
    expect(first?.metrics).toEqual([
      { name: 'frontdesk.a', operation: 'x', value: 2 },
      { name: 'frontdesk.b', count: 1, sumMs: 1.3, buckets: [0, 1, ...Array.from({ length: 13 }, () => 0)] },
      { name: 'frontdesk.c', kind: 'read', value: 3 },
    ]);
    expect(second).toEqual({
      metrics: [{ name: 'frontdesk.a', operation: 'x', value: 1 }],
      seconds: 60,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('stay below what the log takes in one line', () => {
    for (let value = 0; value < 250; value++) counter.add(`y${value}`, () => ({ operation: `y${value}` }));
    write(read());
    expect(lines.map(({ metrics }) => metrics.length)).toEqual([100, 100, 50]);
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(32 * 1024);
  });
});
