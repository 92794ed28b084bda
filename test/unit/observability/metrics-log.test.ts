import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Counter, Histogram, MetricsLog, type Reading } from '../../../lib/observability/metrics.ts';

describe('metrics in the log', () => {
  let counter: Counter;
  let histogram: Histogram;
  let inside = 0;
  const readGauge = (): Reading => ({
    ...{ name: 'frontdesk.c', unit: '1', description: '', kind: 'gauge' },
    points: [{ labels: { kind: 'read' }, value: inside }],
  });
  const read = (): Reading[] => [counter.read(), histogram.read(), readGauge()];
  let lines: { metrics: unknown[]; seconds: number; time: string }[];
  let log: MetricsLog;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    counter = new Counter('frontdesk.a', '');
    histogram = new Histogram('frontdesk.b', '');
    lines = [];
    log = new MetricsLog((line) => lines.push(line as (typeof lines)[number]));
    inside = 0;
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it('are not written if only gauges have values', () => {
    inside = 3;
    log.write(read());
    expect(lines).toEqual([]);
  });

  it('have what changed since the last line, and current gauges', () => {
    inside = 3;
    vi.advanceTimersByTime(5_000);
    counter.add('x', () => ({ operation: 'x' }));
    counter.add('x', () => ({ operation: 'x' }));
    histogram.record('', () => ({}), 1.26);
    log.write(read());
    vi.advanceTimersByTime(60_400);
    counter.add('x', () => ({ operation: 'x' }));
    inside = 0;
    log.write(read());
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
    for (let value = 0; value < 250; value++) counter.add(`y${value}`, () => ({ operation: `y${value}` }));
    log.write(read());
    expect(lines.map(({ metrics }) => metrics.length)).toEqual([100, 100, 50]);
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(32 * 1024);
  });
});
