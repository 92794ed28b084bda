/**
 * Exports traces and metrics with OpenTelemetry's packages. Loaded only if a collector is set. The build writes it to a
 * separate file, dist/opentelemetry.cjs, so it shares no class with the rest of the app. The packages read further `OTEL_…`
 * settings themselves: headers, service name, resource attributes, the delay of spans. Source: OTLP/HTTP.
 */
import { ValueType } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, millisToHrTime } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import { VERSION } from '../http/version.ts';
import { SingleFlight } from '../time/single-flight.ts';
import type { Alert } from './alerts.ts';
import type { Reading } from './metrics.ts';
import { HttpObserver } from './spans.ts';

export interface ExportOptions {
  /** The collector; `/v1/traces` and `/v1/metrics` are appended. */
  readonly url: string;
  /** As the records name it. */
  readonly instance: string;
  /** Origins of the upstreams, by name. */
  readonly origins: Readonly<Record<string, string>>;
}

const SCOPE = { name: 'frontdesk' };
const TIMEOUT_MS = 10_000;
const MAX_SPANS = 2_048;

export class OpenTelemetry {
  readonly observer: HttpObserver;
  readonly #resource;
  readonly #spans: SpanQueue;
  readonly #metrics: OTLPMetricExporter;
  readonly #alert: Alert;
  readonly #startTime = millisToHrTime(Date.now());
  readonly #exports = new SingleFlight<'metrics', void>();

  constructor({ url, instance, origins }: ExportOptions, alert: Alert) {
    const base = url.replace(/\/+$/, '');
    const own = {
      [ATTR_SERVICE_NAME]: 'frontdesk',
      [ATTR_SERVICE_VERSION]: VERSION,
      [ATTR_SERVICE_INSTANCE_ID]: instance,
    };
    const resource = defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] }));
    this.#resource = resource;
    this.#alert = alert;
    this.#metrics = new OTLPMetricExporter({ url: `${base}/v1/metrics`, timeoutMillis: TIMEOUT_MS });
    this.#spans = new SpanQueue(new OTLPTraceExporter({ url: `${base}/v1/traces`, timeoutMillis: TIMEOUT_MS }), alert);
    this.observer = new HttpObserver(origins, (span) =>
      this.#spans.add({ ...span, resource, instrumentationScope: SCOPE }),
    );
  }

  /** Skipped while an export is in progress: values are cumulative, so the next export includes these. */
  exportMetrics(readings: readonly Reading[]): Promise<void> {
    return this.#exports.run('metrics', () => this.#export([...this.observer.read(), ...readings]));
  }

  async #export(readings: readonly Reading[]): Promise<void> {
    const times = { startTime: this.#startTime, endTime: millisToHrTime(Date.now()) };
    const metrics = readings
      .filter(({ points }) => points.length > 0)
      .map((reading): MetricData => toMetricData(reading, times));
    const exported = { resource: this.#resource, scopeMetrics: [{ scope: SCOPE, metrics }] };
    const result = await new Promise<ExportResult>((resolve) => this.#metrics.export(exported, resolve));
    if (result.code !== ExportResultCode.SUCCESS) this.#alert('telemetry_lost', 'metrics', result.error);
  }

  /** Exports what is left. */
  async close(readings: readonly Reading[]): Promise<void> {
    const lastMetrics = this.#exports.run('metrics', async () => {}).then(() => this.exportMetrics(readings));
    await Promise.all([this.#spans.close(), lastMetrics]);
  }
}

/** Batches spans, and alerts when the collector refuses them or the queue is full. */
class SpanQueue {
  readonly #processor: BatchSpanProcessor;
  readonly #alert: Alert;
  #queued = 0;
  #lost = 0;

  constructor(exporter: SpanExporter, alert: Alert) {
    this.#alert = alert;
    const counted: SpanExporter = {
      export: (spans, done) => {
        this.#queued -= spans.length;
        exporter.export(spans, (result) => {
          if (result.code !== ExportResultCode.SUCCESS) this.#lose(spans.length);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    };
    this.#processor = new BatchSpanProcessor(counted, { maxQueueSize: MAX_SPANS });
  }

  add(span: ReadableSpan): void {
    if (this.#queued < MAX_SPANS) {
      this.#queued++;
      this.#processor.onEnd(span);
    } else this.#lose(1);
  }

  #lose(count: number): void {
    this.#lost += count;
    this.#alert('telemetry_lost', 'traces', `${this.#lost} spans since the start.`);
  }

  /** A failed export is already counted. */
  close = () => this.#processor.shutdown().catch(() => undefined);
}

function toMetricData(
  reading: Reading,
  times: Pick<MetricData['dataPoints'][number], 'startTime' | 'endTime'>,
): MetricData {
  const { name, unit, description } = reading;
  const common = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (reading.kind === 'histogram') {
    const dataPoints = reading.points.map(({ labels, bounds, buckets, sum, count }) => ({
      ...{ attributes: labels, ...times },
      value: { buckets: { boundaries: [...bounds], counts: [...buckets] }, sum, count },
    }));
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = reading.points.map(({ labels, value }) => ({ attributes: labels, ...times, value }));
  return reading.kind === 'gauge'
    ? { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
    : { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}
