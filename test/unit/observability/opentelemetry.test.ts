import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GaugePoint } from '../../../lib/observability/gauges.ts';
import { type ExportOptions, startExport } from '../../../lib/observability/opentelemetry.ts';
import { createTelemetry, type TelemetryOptions } from '../../../lib/observability/telemetry.ts';
import { type Collector, startCollector } from '../../api/collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const operation = { name: 'read', method: 'GET', route: '/i', path: '/i', upstream: 'arm' };
const trace = { traceId: TRACE, parentId: undefined, spanId: 'b7ad6b7169203331', isSampled: true };
const record = {
  ...{ schemaVersion: 1, time: '', requestId: '', traceId: trace.traceId, operation: 'read', method: 'GET' },
  ...{ status: 200, durationMs: 3 },
};
const gauges: readonly GaugePoint[] = [{ name: 'frontdesk.memory', labels: {}, value: 0.5 }];

let collector: Collector;
const alert = vi.fn();
const toCollector = (url: string): ExportOptions => ({ url, instance: 'a1b2c3d4', origins: {}, intervalMs: 3_600_000 });
const start = (path = '', intervalMs = 3_600_000) =>
  startExport({ ...toCollector(collector.url + path), intervalMs }, () => gauges, alert);
const end = ({ observers }: ReturnType<typeof startExport>) => {
  for (const observer of observers) observer.onEnd(record, ended);
};
const ended = { operation, trace, startedAt: 0, verifiedAt: 1 };

beforeEach(async () => {
  alert.mockClear();
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '20');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'service.instance.id=a%20b');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key=a%20secret');
  collector = await startCollector();
});
afterEach(() => {
  vi.unstubAllEnvs();
  return collector.close();
});

it('exports metrics and spans in protobuf, with the resource and the headers of OpenTelemetry’s own settings', async () => {
  const exported = start('//');
  end(exported);
  await exported.close();
  expect(collector.faults).toEqual([]);
  expect(new Set(collector.headers.map((headers) => headers['content-type']))).toEqual(
    new Set(['application/x-protobuf']),
  );
  expect(collector.headers[0]).toMatchObject({ 'x-api-key': 'a secret' });
  expect(collector.points).toEqual(
    expect.arrayContaining([
      { metric: 'frontdesk.memory', labels: {}, value: 0.5 },
      { metric: 'frontdesk.request.duration', labels: { operation: 'read', status: 200 }, value: 1 },
      { metric: 'http.server.request.duration', labels: expect.any(Object), value: 1 },
    ]),
  );
  expect(collector.spans).toHaveLength(2);
  expect(collector.resource).toMatchObject({
    'service.name': 'frontdesk',
    'service.instance.id': 'a b',
    'telemetry.sdk.name': 'opentelemetry',
  });
  expect(alert).not.toHaveBeenCalled();
});

describe('a collector that', () => {
  it('refuses exports: they are lost and alerted, and the next export of the metrics has all', async () => {
    collector.statuses.push(400, 400);
    const exported = start('', 500);
    end(exported);
    const lost = (signal: string) => ['telemetry_lost', signal, 'HTTP status 400.'];
    await vi.waitFor(() => expect(alert).toHaveBeenCalledTimes(2), { timeout: 20_000 });
    expect(alert.mock.calls.toSorted()).toEqual([lost('metrics'), lost('traces')]);
    const counted = { metric: 'frontdesk.request.duration', labels: { operation: 'read', status: 200 }, value: 1 };
    await vi.waitFor(() => expect(collector.points).toContainEqual(counted), { timeout: 20_000 });
    await exported.close();
  });
});

const open = (options: Partial<TelemetryOptions> = {}, report = vi.fn(), alert = vi.fn()) =>
  createTelemetry(
    {
      collector: undefined,
      sampledShare: 1,
      records: { refusals: { perSecond: 1, burst: 1 }, hits: { perSecond: 1, burst: 1 } },
      ...options,
    },
    () => () => [],
    report,
    alert,
  );

it('metrics are in the log within ten seconds, whatever the interval of the exports, and nothing is where nothing happened (I11)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const report = vi.fn();
  const telemetry = open({}, report);
  for (const observer of telemetry.observers) observer.onEnd(record, ended);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(report.mock.calls).toEqual([[expect.objectContaining({ metrics: expect.any(Array) })]]);
  await vi.advanceTimersByTimeAsync(60_000);
  for (const observer of telemetry.observers) observer.onEnd(record, ended);
  await telemetry.close();
  expect(report).toHaveBeenCalledTimes(1);
});

it('without a collector no new trace is sampled, and the caller’s sampled flag is kept', async () => {
  const telemetry = open();
  expect(telemetry.startTrace(undefined, undefined, undefined).isSampled).toBe(false);
  const ofHost = telemetry.startTrace(undefined, undefined, `00-${TRACE}-b7ad6b7169203331-00`);
  expect(ofHost).toMatchObject({ traceId: TRACE, isSampled: false });
  const ofCaller = telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, 'a=1', undefined);
  expect(ofCaller).toMatchObject({ isSampled: true, state: 'a=1' });
  await telemetry.close();
});

it('a share of the new traces is sampled: the same ones on each instance', async () => {
  const sampling = () => open({ collector: toCollector('http://127.0.0.1:9'), sampledShare: 0.25 });
  const [one, another] = [sampling(), sampling()];
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
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200');
    const collector = await startCollector();
    onTestFinished(collector.pause());
    const telemetry = open({ collector: toCollector(collector.url) });
    const trace = telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, undefined, undefined);
    for (const observer of telemetry.observers) observer.onEnd(record, { ...ended, trace });
    await vi.dynamicImportSettled();
    await telemetry.close();
    expect(collector.headers.length).toBe(2);
    await collector.close();
  });

  it('a failure to export fails no request and is alerted', async () => {
    const alert = vi.fn();
    const telemetry = open({ collector: toCollector('not a URL') }, vi.fn(), alert);
    const trace = telemetry.startTrace(undefined, undefined, undefined);
    for (const observer of telemetry.observers) observer.onEnd(record, { ...ended, trace });
    await telemetry.close();
    expect(alert).toHaveBeenCalledWith('telemetry_lost', 'traces', expect.any(Error));
  });
});
