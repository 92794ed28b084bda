/** What is measured goes to the log, and to a collector where one is set. Source: docs/telemetry.md. */
import type { Alert } from './alerts.ts';
import { createBatch, type Endpoint, openCollector } from './exporter.ts';
import type { Gauge, Labels, Reading } from './metrics.ts';
import { createMetricsLog } from './metrics-log.ts';
import { type Span, toMetricsRequest, toTraceRequest } from './otlp.ts';
import { createRequestMetrics } from './request-metrics.ts';
import type { Log, Observer } from './request-record.ts';
import { type Address, createSpanObserver } from './spans.ts';
import { continueTrace, readTraceContext, type Trace } from './trace-context.ts';

export interface TelemetryOptions {
  /** Without one nothing is sent. */
  readonly collector?: Endpoint;
  /** Who sends: `service.name` and the like. */
  readonly resource: Labels;
  /** Share of the requests that are traced where no caller has decided; 0 to 1. */
  readonly sampledShare: number;
  readonly spanDelayMs: number;
  readonly metricsIntervalMs: number;
  /** By upstream. */
  readonly addresses: Readonly<Record<string, Address>>;
}

export interface Telemetry {
  readonly observer: Observer;
  /** Answers the trace that a request belongs to; `host` is the invocation's own `traceparent`. */
  startTrace(traceParent: string | undefined, traceState: string | undefined, host: string | undefined): Trace;
  /** Sends what has come together. */
  close(): Promise<void>;
}

const MAX_SPANS = 2_048;
/** An instance that ends does not wait longer for a collector. */
const CLOSE_MS = 2_000;
const WORD = 2 ** 32;

/** Answers the telemetry of one instance; `gauges` are read when metrics are written. */
export function createTelemetry(
  options: TelemetryOptions,
  gauges: readonly Gauge[],
  report: Log,
  alert: Alert,
): Telemetry {
  const requests = createRequestMetrics();
  const collecting = options.collector && collect(options, options.collector, alert);
  const log = createMetricsLog(report);
  const read = () => [...requests.read(), ...gauges.map((gauge) => gauge())];
  const timer = every(options.metricsIntervalMs, () => {
    const readings = read();
    log(readings);
    void collecting?.sendMetrics(readings);
  });

  const decide = (traceId: string) => collecting !== undefined && isSampled(traceId, options.sampledShare);

  return {
    observer: collecting ? joinObservers(requests, collecting.observer) : requests,
    startTrace(traceParent, traceState, host) {
      const caller = readTraceContext(traceParent, traceState);
      return continueTrace(caller, caller ? undefined : readTraceContext(host), decide);
    },
    async close() {
      clearInterval(timer);
      await collecting?.close(read());
    },
  };
}

/** Sends to a collector; whatever goes wrong there is told once a minute. */
function collect({ resource, addresses, spanDelayMs }: TelemetryOptions, endpoint: Endpoint, alert: Alert) {
  const startedAt = Date.now();
  const collector = openCollector(endpoint);
  const spans = createBatch<Span>(MAX_SPANS, (items) => collector.send('traces', toTraceRequest(items, resource)));
  const timer = every(spanDelayMs, sendSpans);
  return {
    observer: createSpanObserver(addresses, spans.add),
    sendMetrics,
    async close(readings: readonly Reading[]) {
      clearInterval(timer);
      const sent = Promise.all([sendSpans(), sendMetrics(readings)]);
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      void collector.close();
    },
  };

  async function sendSpans(): Promise<void> {
    const before = spans.lost;
    await spans.flush();
    if (spans.lost > before) alert('telemetry_lost', 'traces', `${spans.lost} spans since the start.`);
  }

  /** Counted from the start each time: what one sending loses, the next one brings. */
  async function sendMetrics(readings: readonly Reading[]): Promise<void> {
    try {
      const isTaken = await collector.send('metrics', toMetricsRequest(readings, resource, startedAt, Date.now()));
      if (!isTaken) alert('telemetry_lost', 'metrics', 'The collector refused them.');
    } catch (cause) {
      alert('telemetry_lost', 'metrics', cause);
    }
  }
}

/** The timer keeps no process alive. */
function every(ms: number, work: () => unknown): NodeJS.Timeout {
  return setInterval(work, ms).unref();
}

function joinObservers(...observers: readonly Observer[]): Observer {
  return {
    onSpan: (step, observed) => {
      for (const observer of observers) observer.onSpan(step, observed);
    },
    onEnd: (record, observed) => {
      for (const observer of observers) observer.onEnd(record, observed);
    },
  };
}

/** All instances decide alike on one trace. */
function isSampled(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * WORD;
}
