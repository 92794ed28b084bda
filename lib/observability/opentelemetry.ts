/**
 * Exports traces and metrics with OpenTelemetry's packages. Loaded only if a collector is set. The build writes it to a
 * separate file, dist/opentelemetry.cjs, so it shares no class with the rest of the app. The packages read further `OTEL_…`
 * settings themselves: headers, service name, resource attributes, the delay of spans. Source: OTLP/HTTP.
 */
import type { BatchObservableResult, Meter, ObservableGauge } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { VERSION } from '../http/version.ts';
import type { Alert } from './alerts.ts';
import { GAUGES, type ReadGauges } from './gauges.ts';
import { BOUNDS_MS, type CreateMetric, observeRequests, toLabels } from './metrics.ts';
import type { Observer } from './request-record.ts';
import { HttpObserver } from './spans.ts';

export interface ExportOptions {
  /** The collector; `/v1/traces` and `/v1/metrics` are appended. */
  readonly url: string;
  /** As the records name it. */
  readonly instance: string;
  /** Origins of the upstreams, by name. */
  readonly origins: Readonly<Record<string, string>>;
  /** Milliseconds between two exports of the metrics. */
  readonly intervalMs: number;
}

/** Returns observers whose measurements are exported. */
export function startExport(
  { url, instance, origins, intervalMs }: ExportOptions,
  readGauges: ReadGauges,
  alert: Alert,
) {
  const base = url.replace(/\/+$/, '');
  const resource = createResource(instance);
  const metrics = new OTLPMetricExporter({ url: `${base}/v1/metrics` });
  alertLosses(metrics, 'metrics', alert);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: intervalMs });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const meter = meters.getMeter('frontdesk');
  observeGauges(meter, readGauges);
  const traces = new OTLPTraceExporter({ url: `${base}/v1/traces` });
  alertLosses(traces, 'traces', alert);
  const spans = new BatchSpanProcessor(traces);
  const http = new HttpObserver(origins, meter, { resource, spanProcessors: [spans] });
  const observers: readonly Observer[] = [observeRequests(createIn(meter)), http];
  return {
    observers,
    /** Exports what is left; what fails is alerted. */
    close: () => Promise.allSettled([meters.shutdown(), spans.shutdown()]),
  };
}

function createResource(instance: string) {
  const own = { 'service.name': 'frontdesk', 'service.version': VERSION, 'service.instance.id': instance };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

const createIn =
  (meter: Meter): CreateMetric =>
  (kind, name, labels, description) => {
    if (kind === 'counter') {
      const counter = meter.createCounter(name, { description });
      return (value, ...values) => counter.add(value, toLabels(labels, values));
    }
    const advice = { explicitBucketBoundaries: [...BOUNDS_MS] };
    const histogram = meter.createHistogram(name, { description, unit: 'ms', advice });
    return (value, ...values) => histogram.record(value, toLabels(labels, values));
  };

function observeGauges(meter: Meter, readGauges: ReadGauges): void {
  const gauges = Object.fromEntries(
    Object.entries(GAUGES).map(([name, [unit, description]]) => {
      return [name, meter.createObservableGauge(name, { unit, description })];
    }),
  ) as Record<keyof typeof GAUGES, ObservableGauge>;
  const observe = (observed: BatchObservableResult) => {
    for (const { name, labels, value } of readGauges()) observed.observe(gauges[name], value, labels);
  };
  meter.addBatchObservableCallback(observe, Object.values(gauges));
}

/** Alerts what the collector does not take, with its status. */
function alertLosses<Items>(
  exporter: { export(items: Items, done: (result: ExportResult) => void): void },
  signal: 'metrics' | 'traces',
  alert: Alert,
): void {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const error: (Error & { readonly code?: unknown }) | undefined = result.error;
      const cause = typeof error?.code === 'number' ? `HTTP status ${error.code}.` : error;
      if (result.code !== ExportResultCode.SUCCESS) alert('telemetry_lost', signal, cause);
      done(result);
    });
}
