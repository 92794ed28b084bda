import { expect, test } from 'vitest';
import type { Settings } from '../../../lib/settings/schema.ts';
import { toTelemetryOptions } from '../../../lib/settings/telemetry-settings.ts';
import type { Upstreams } from '../../../lib/upstream/upstreams.ts';

const settings = { OTEL_TRACES_SAMPLER_ARG: 0.5, OTEL_METRIC_EXPORT_INTERVAL: 60_000 } as Settings;
const upstreams = Object.fromEntries(
  ['arm', 'backupRestore', 'documentModels', 'businessData'].map((name) => [
    name,
    { origin: `https://${name}.example` },
  ]),
) as unknown as Upstreams;

test('without an endpoint there is no collector', () => {
  expect(toTelemetryOptions(settings, upstreams)).toMatchObject({
    collector: undefined,
    sampledShare: 0.5,
    metricsIntervalMs: 60_000,
  });
});

test('a collector has its address, and the origins by which upstreams are named', () => {
  const withEndpoint = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' } as Settings;
  expect(toTelemetryOptions(withEndpoint, upstreams).collector).toMatchObject({
    url: 'https://collector.example',
    origins: { arm: 'https://arm.example' },
  });
});
