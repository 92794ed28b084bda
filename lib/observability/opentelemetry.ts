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
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
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

const SCOPE = 'frontdesk';
const MAX_SPANS = 2_048;

/** Returns observers whose measurements are exported. */
export function startExport(
  { url, instance, origins, intervalMs }: ExportOptions,
  readGauges: ReadGauges,
  alert: Alert,
) {
  const base = url.replace(/\/+$/, '');
  const resource = createResource(instance);
  const exporter = new OTLPMetricExporter({ url: `${base}/v1/metrics` });
  watchExports(exporter, (error) => alert('telemetry_lost', 'metrics', error));
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: intervalMs });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const meter = meters.getMeter(SCOPE);
  observeGauges(meter, readGauges);
  const spans = new SpanQueue(new OTLPTraceExporter({ url: `${base}/v1/traces` }), (cause) =>
    alert('telemetry_lost', 'traces', cause),
  );
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

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/** Calls `onExport` before each export, and `onFailure` where the collector has not taken it. */
function watchExports<Items>(
  exporter: Exporter<Items>,
  onFailure: (error: unknown) => void,
  onExport?: (items: Items) => void,
): void {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    onExport?.(items);
    send(items, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) onFailure(result.error);
      done(result);
    });
  };
}

/** The processor says nothing of spans that it drops because its queue is full. */
class SpanQueue extends BatchSpanProcessor {
  readonly #lose: (cause: unknown) => void;
  #queued = 0;

  constructor(exporter: OTLPTraceExporter, lose: (cause: unknown) => void) {
    super(exporter, { maxQueueSize: MAX_SPANS });
    this.#lose = lose;
    watchExports(exporter, lose, (spans) => {
      this.#queued -= spans.length;
    });
  }

  override onEnd(span: ReadableSpan): void {
    if (this.#queued < MAX_SPANS) {
      this.#queued++;
      super.onEnd(span);
    } else this.#lose('The queue of spans is full.');
  }
}
