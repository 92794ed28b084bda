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
      records: { perSecond: 1, burst: 1 },
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
