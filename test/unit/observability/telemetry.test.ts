import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExportOptions } from '../../../lib/observability/opentelemetry.ts';
import { createTelemetry, type TelemetryOptions } from '../../../lib/observability/telemetry.ts';
import { startCollector } from '../../api/collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const operation = { name: 'getItem', method: 'GET', route: '/i', path: '/i', upstream: 'arm' };
const record = {
  ...{ schemaVersion: 1, time: '', requestId: '', traceId: TRACE, operation: 'getItem', method: 'GET' },
  ...{ status: 200, durationMs: 3 },
};
const start = (options: Partial<TelemetryOptions> = {}, report = vi.fn(), alert = vi.fn()) =>
  createTelemetry(
    {
      collector: undefined,
      sampledShare: 1,
      metricsIntervalMs: 3_600_000,
      refusals: { perSecond: 1, burst: 1 },
      ...options,
    },
    () => [],
    report,
    alert,
  );
const toCollector = (url: string): ExportOptions => ({
  url,
  instance: 'a1b2c3d4',
  origins: {},
});

describe('without a collector', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('no new trace is sampled, and the caller’s sampled flag is kept', async () => {
    const telemetry = start();
    expect(telemetry.startTrace(undefined, undefined, undefined).isSampled).toBe(false);
    expect(telemetry.startTrace(undefined, undefined, `00-${TRACE}-b7ad6b7169203331-00`)).toMatchObject({
      traceId: TRACE,
      isSampled: false,
    });
    expect(telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, 'a=1', undefined)).toMatchObject({
      isSampled: true,
      state: 'a=1',
    });
    await telemetry.close();
  });

  it('one timer writes metrics to the log until the instance closes', async () => {
    vi.useFakeTimers();
    const report = vi.fn();
    const telemetry = start({ metricsIntervalMs: 60_000 }, report);
    expect(vi.getTimerCount()).toBe(1);
    const trace = telemetry.startTrace(undefined, undefined, undefined);
    telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
    vi.advanceTimersByTime(60_000);
    expect(report.mock.calls).toEqual([
      [expect.objectContaining({ metrics: [expect.objectContaining({ count: 1 })] })],
    ]);
    vi.advanceTimersByTime(60_000);
    expect(report).toHaveBeenCalledTimes(1);
    await telemetry.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('F50 closing writes the last metrics to the log', async () => {
  const report = vi.fn();
  const telemetry = start({}, report);
  const trace = telemetry.startTrace(undefined, undefined, undefined);
  telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
  await telemetry.close();
  expect(report.mock.calls).toEqual([[expect.objectContaining({ metrics: [expect.objectContaining({ count: 1 })] })]]);
});

it('a flood of refusals is counted; flushing without a collector does nothing', async () => {
  const [report, log] = [vi.fn(), vi.fn()];
  const telemetry = start({}, report);
  const limited = telemetry.limitRefusals(log);
  for (let count = 0; count < 3; count++) limited({ ...record, status: 401, problem: 'unauthenticated' });
  expect(log).toHaveBeenCalledTimes(1);
  await telemetry.flush();
  expect(report).not.toHaveBeenCalled();
  await telemetry.close();
  expect(report.mock.calls).toEqual([[expect.objectContaining({ refused: 2 })]]);
});

it('a share of the new traces is sampled: the same ones on each instance', async () => {
  const open = () => start({ collector: toCollector('http://127.0.0.1:9'), sampledShare: 0.25 });
  const [one, another] = [open(), open()];
  let sampled = 0;
  for (let count = 0; count < 2_000; count++) {
    const { traceId, isSampled } = one.startTrace(undefined, undefined, undefined);
    sampled += Number(isSampled);
    expect(another.startTrace(undefined, undefined, `00-${traceId}-b7ad6b7169203331-00`).isSampled).toBe(isSampled);
  }
  expect(sampled).toBeGreaterThan(350);
  expect(sampled).toBeLessThan(650);
  await Promise.all([one.close(), another.close()]);
});

describe('with a collector', () => {
  it('closing exports the spans and metrics of the first request, though OpenTelemetry was still loading', async () => {
    const collector = await startCollector();
    const telemetry = start({ collector: toCollector(collector.url) });
    const trace = telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, undefined, undefined);
    const observed = { operation, trace, startedAt: 0, verifiedAt: 0 };
    const span = { name: 'table', spanId: 'b7ad6b7169203332', startedAt: 0, endedAt: 1, resends: 0 } as const;
    telemetry.observer.onSpan({ ...span, status: undefined, failure: undefined }, observed);
    telemetry.observer.onEnd(record, observed);
    await telemetry.close();
    expect(collector.spans.map(({ name }) => name)).toEqual(['read table', 'verify token', 'GET /i']);
    const points = collector.points.filter(({ metric }) => metric === 'frontdesk.request.duration');
    expect(points).toEqual([expect.objectContaining({ labels: { operation: 'getItem', status: 200 }, value: 1 })]);
    expect(collector.faults).toEqual([]);
    await collector.close();
  });

  it('F50 flushing exports what is there, and more can follow', async () => {
    const collector = await startCollector();
    const telemetry = start({ collector: toCollector(collector.url) });
    const trace = telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, undefined, undefined);
    telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
    await telemetry.flush();
    expect(collector.spans.map(({ name }) => name)).toEqual(['verify token', 'GET /i']);
    telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
    await telemetry.close();
    expect(collector.spans).toHaveLength(4);
    await collector.close();
  });

  it('closes although the collector does not respond', async () => {
    const collector = await startCollector();
    onTestFinished(collector.pause());
    const telemetry = start({ collector: toCollector(collector.url) });
    const trace = telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, undefined, undefined);
    telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
    await vi.dynamicImportSettled();
    await telemetry.close();
    expect(collector.headers.length).toBe(2);
    await collector.close();
  });

  it('a failure to export fails no request and is alerted', async () => {
    const alert = vi.fn();
    const telemetry = start({ collector: toCollector('not a URL') }, vi.fn(), alert);
    const trace = telemetry.startTrace(undefined, undefined, undefined);
    telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
    await telemetry.close();
    expect(alert).toHaveBeenCalledWith('telemetry_lost', 'traces', expect.any(Error));
  });
});
