/** What of this app is measured beside its requests, and where measurements go: from settings and parts to Telemetry. */
import { randomUUID } from 'node:crypto';
import type { Alert } from './observability/alerts.ts';
import { parsePairs } from './observability/exporter.ts';
import { createGauge, type Gauge, type Point } from './observability/metrics.ts';
import type { Log } from './observability/request-record.ts';
import { createTelemetry, type Telemetry, type TelemetryOptions } from './observability/telemetry.ts';
import type { UpstreamName } from './profiles.ts';
import type { Settings } from './settings/schema.ts';
import type { AdmissionStats } from './upstream/admission.ts';
import type { TokenAge } from './upstream/token-cache.ts';
import type { Upstreams } from './upstream/upstreams.ts';

/** What can be looked at. */
export interface Measured {
  readonly upstreams: Upstreams;
  readonly relays: Readonly<Record<UpstreamName, { collectStats(): readonly AdmissionStats[] }>>;
  readonly tokens: { readAges(): readonly TokenAge[] };
}

/** Answers the telemetry that the settings ask for. */
export function openTelemetry(settings: Settings, measured: Measured, report: Log, alert: Alert): Telemetry {
  return createTelemetry(toOptions(settings, measured.upstreams), listGauges(measured), report, alert);
}

const DEFAULT_SPAN_DELAY_MS = 5_000;
const DEFAULT_METRICS_INTERVAL_MS = 60_000;

function toOptions(settings: Settings, upstreams: Upstreams): TelemetryOptions {
  const url = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const addresses = Object.values(upstreams).map(({ name, origin }) => [name, toAddress(origin)] as const);
  return {
    ...(url === undefined ? {} : { collector: { url, headers: parsePairs(settings.OTEL_EXPORTER_OTLP_HEADERS) } }),
    resource: {
      'service.name': settings.OTEL_SERVICE_NAME ?? 'frontdesk',
      'service.instance.id': randomUUID(),
      ...parsePairs(settings.OTEL_RESOURCE_ATTRIBUTES),
    },
    sampledShare: settings.OTEL_TRACES_SAMPLER_ARG ?? 1,
    spanDelayMs: settings.OTEL_BSP_SCHEDULE_DELAY ?? DEFAULT_SPAN_DELAY_MS,
    metricsIntervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL ?? DEFAULT_METRICS_INTERVAL_MS,
    addresses: Object.fromEntries(addresses),
  };
}

function toAddress(origin: string) {
  const { hostname, port, protocol } = new URL(origin);
  return { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

function listGauges({ relays, tokens }: Measured): readonly Gauge[] {
  /** Read once for all gauges: reading begins a new lowest quota. */
  let states: readonly (AdmissionStats & { readonly upstream: string })[] = [];
  const collectStats = () => {
    states = Object.entries(relays).flatMap(([upstream, relay]) =>
      relay.collectStats().map((state) => ({ ...state, upstream })),
    );
    return states;
  };
  const toPoints = (value: (state: AdmissionStats) => number | undefined): readonly Point[] =>
    states.flatMap((state) => {
      const found = value(state);
      return found === undefined ? [] : { labels: { upstream: state.upstream, kind: state.kind }, value: found };
    });
  const gauge = (name: string, about: string, look: () => readonly Point[], unit = '1') =>
    createGauge({ name: `frontdesk.${name}`, unit, about }, look);
  const toAges = (member: 'age' | 'remaining') => () =>
    tokens.readAges().map((age) => ({ labels: { scope: age.scope }, value: age[member] }));

  return [
    gauge('breaker.open', '1 where the breaker is open, by upstream and kind of call.', () => {
      collectStats();
      return toPoints(({ isOpen }) => Number(isOpen));
    }),
    gauge('gate.closed', 'Throttle gates that are closed.', () => toPoints(({ throttled }) => throttled)),
    gauge('bulkhead.inside', 'Calls under way.', () => toPoints(({ inside }) => inside)),
    gauge('bulkhead.waiting', 'Calls in the queue.', () => toPoints(({ waiting }) => waiting)),
    gauge('upstream.quota', 'The least that the upstream still granted since the last reading.', () =>
      toPoints(({ quotaLeft }) => quotaLeft),
    ),
    gauge('token.age', 'Age of the managed identity’s tokens.', toAges('age'), 's'),
    gauge('token.remaining', 'How long they are good for.', toAges('remaining'), 's'),
    gauge('memory', 'Resident memory of the process.', () => [{ labels: {}, value: process.memoryUsage.rss() }], 'By'),
  ];
}
