/** The settings of telemetry as its options. */
import { INSTANCE } from '../http/version.ts';
import type { TelemetryOptions } from '../observability/telemetry.ts';
import { mapUpstreams, type Upstreams } from '../upstream/upstreams.ts';
import type { Settings } from './schema.ts';

/** Without an endpoint there is no collector. */
export function toTelemetryOptions(settings: Settings, upstreams: Upstreams): TelemetryOptions {
  const url = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const collector =
    url === undefined
      ? undefined
      : {
          url,
          protocol: settings.OTEL_EXPORTER_OTLP_PROTOCOL,
          headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
          resourceAttributes: settings.OTEL_RESOURCE_ATTRIBUTES,
          serviceName: settings.OTEL_SERVICE_NAME,
          instance: INSTANCE,
          spanDelayMs: settings.OTEL_BSP_SCHEDULE_DELAY,
          origins: mapUpstreams(upstreams, ({ origin }) => origin),
        };
  return {
    collector,
    sampledShare: settings.OTEL_TRACES_SAMPLER_ARG,
    metricsIntervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
    refusals: settings.REFUSAL_LOG_LIMIT,
  };
}
