/** Metrics and traces of one instance: to the log, and to a collector if one is set. Source: docs/observability.md. */

import { createTokenBuckets, type Rate, type TokenBuckets } from '../time/token-bucket.ts';
import type { Alert } from './alerts.ts';
import { createRequestMetrics, MetricsLog, type Reading } from './metrics.ts';
import type { ExportOptions, OpenTelemetry } from './opentelemetry.ts';
import type { Log, Observer } from './request-record.ts';
import { continueTrace, readTraceContext, type Trace } from './trace-context.ts';

export interface TelemetryOptions {
  /** Nothing is exported without it. */
  readonly collector: ExportOptions | undefined;
  /** Share of requests to trace if neither caller nor host decided; 0 to 1. */
  readonly sampledShare: number;
  readonly metricsIntervalMs: number;
  /** How many 401s have a record of their own; the others are counted. */
  readonly refusals: Rate;
}

export interface Telemetry {
  readonly observer: Observer;
  /** Returns the log for a request's record. */
  limitRefusals(log: Log): Log;
  /** Returns the trace of a request; `host` is the `traceparent` of the invocation. */
  startTrace(traceParent: string | undefined, traceState: string | undefined, host: string | undefined): Trace;
  /** Exports what is there; never rejects. */
  flush(): Promise<void>;
  /** Writes the last metrics to the log and exports what is left, for at most two seconds. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 2_000;

export function createTelemetry(
  options: TelemetryOptions,
  readGauges: () => readonly Reading[],
  report: Log,
  alert: Alert,
): Telemetry {
  const requests = createRequestMetrics();
  const exporting = options.collector && new LazyExport(options.collector, alert);
  const log = new MetricsLog(report);
  const refusals = new RefusalLog(report, options.refusals);
  const read = () => [...requests.read(), ...readGauges()];
  // Timers do not keep the process alive.
  const timer = setInterval(() => {
    const readings = read();
    log.write(readings);
    void exporting?.use((loaded) => loaded.exportMetrics(readings));
  }, options.metricsIntervalMs).unref();
  const decide = (traceId: string) => exporting !== undefined && isSampled(traceId, options.sampledShare);

  return {
    limitRefusals: (requestLog) => refusals.limit(requestLog),
    observer: exporting ? joinObservers(requests, exporting) : requests,
    startTrace(traceParent, traceState, host) {
      const caller = readTraceContext(traceParent, traceState);
      return continueTrace(caller, caller ? undefined : readTraceContext(host), decide);
    },
    flush: async () => exporting?.use((loaded) => loaded.flush(read())),
    async close() {
      clearInterval(timer);
      refusals.flush();
      const readings = read();
      log.write(readings);
      if (!exporting) return;
      const closed = exporting.use((loaded) => loaded.close(readings));
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())]);
    },
  };
}

/** Loads OpenTelemetry at the start, which delays no request; what is measured until then waits for it. */
class LazyExport implements Observer {
  readonly #loaded: Promise<OpenTelemetry>;
  readonly #alert: Alert;

  constructor(options: ExportOptions, alert: Alert) {
    this.#loaded = import('./opentelemetry.ts').then(({ OpenTelemetry }) => new OpenTelemetry(options, alert));
    this.#alert = alert;
    void this.use(() => {});
  }

  onSpan: Observer['onSpan'] = (span, observed) => {
    void this.use(({ observer }) => observer.onSpan(span, observed));
  };

  onEnd: Observer['onEnd'] = (record, observed) => {
    void this.use(({ observer }) => observer.onEnd(record, observed));
  };

  /** Never throws: what fails here is lost, and alerted. */
  async use(action: (loaded: OpenTelemetry) => unknown): Promise<void> {
    try {
      await action(await this.#loaded);
    } catch (cause) {
      this.#alert('telemetry_lost', 'traces', cause);
    }
  }
}

function joinObservers(...observers: readonly Observer[]): Observer {
  return {
    onSpan: (span, observed) => {
      for (const observer of observers) observer.onSpan(span, observed);
    },
    onEnd: (record, observed) => {
      for (const observer of observers) observer.onEnd(record, observed);
    },
  };
}

/** Decided by the trace id, so that all instances decide the same. */
function isSampled(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;
}

const COUNT_INTERVAL_MS = 1_000;

/** The records of callers who are not known: a flood of them is counted, so that it cannot hide other records. Source: A73. */
export class RefusalLog {
  readonly #report: Log;
  readonly #buckets: TokenBuckets;
  /** By problem and reason, which are our own words, so there are few. */
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** `rate` is that of the requests without a known caller that have a record of their own. */
  constructor(report: Log, rate: Rate) {
    this.#report = report;
    this.#buckets = createTokenBuckets(() => rate);
  }

  /** Returns the log of one request: the same one, but what failed before its caller was known is only counted above the rate. */
  limit(log: Log): Log {
    return (record) => {
      if (record['accessMs'] === undefined && this.#buckets.take('', performance.now()) > 0) this.#count(record);
      else log(record);
    };
  }

  /** Writes what was counted since the last line; nothing if there is nothing. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    const refused = [...this.#counts.values()].reduce((sum, count) => sum + count);
    this.#report({ refused, reasons: Object.fromEntries(this.#counts), time: new Date().toISOString() });
    this.#counts.clear();
  }

  #count({ problem, reason }: Readonly<Record<string, unknown>>): void {
    const key = [problem, reason].filter(Boolean).join(' ');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), COUNT_INTERVAL_MS).unref();
  }
}
