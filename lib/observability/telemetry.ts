/** Metrics and traces of one instance: to the log, and to a collector if one is set. Source: docs/observability.md. */
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';
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
  /** Milliseconds between two exports of the metrics. */
  readonly exportIntervalMs: number;
  readonly records: RecordRates;
}

/** What an instance logs while it ends is lost, so nothing that counts waits longer; nothing is written where nothing happened. */
const LOG_INTERVAL_MS = 10_000;

/** `openGauges` returns what reads the gauges since its own last reading. */
export function createTelemetry(
  options: TelemetryOptions,
  openGauges: () => () => readonly Reading[],
  report: Log,
  alert: Alert,
) {
  const requests = createRequestMetrics();
  const exporting = options.collector && new LazyExport(options.collector, alert);
  const log = new MetricsLog(report);
  const records = new RecordLog(report, options.records);
  const open = () => {
    const readGauges = openGauges();
    return () => [...requests.read(), ...readGauges()];
  };
  const readForLog = open();
  const readForExport = exporting && open();
  const exportMetrics = () => void exporting?.use((loaded) => loaded.exportMetrics(readForExport?.() ?? []));
  // Timers do not keep the process alive.
  const timers = [
    setInterval(() => log.write(readForLog()), LOG_INTERVAL_MS).unref(),
    ...(exporting ? [setInterval(exportMetrics, options.exportIntervalMs).unref()] : []),
  ];
  const decide = (traceId: string) => exporting !== undefined && isSampled(traceId, options.sampledShare);

  return {
    observer: exporting ? joinObservers(requests, exporting) : requests,
    /** Returns the log for a request's record. */
    limitRecords: (requestLog: Log): Log => records.limit(requestLog),
    /** Returns the trace of a request; `host` is the `traceparent` of the invocation. */
    startTrace(traceParent: string | undefined, traceState: string | undefined, host: string | undefined): Trace {
      const caller = readTraceContext(traceParent, traceState);
      return continueTrace(caller, caller ? undefined : readTraceContext(host), decide);
    },
    /** Exports what is left. Nothing is logged: the host's loggers have ended. */
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await exporting?.use((loaded) => loaded.close(readForExport?.() ?? []));
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

function joinObservers(first: Observer, second: Observer): Observer {
  return {
    onSpan: (span, observed) => {
      first.onSpan(span, observed);
      second.onSpan(span, observed);
    },
    onEnd: (record, observed) => {
      first.onEnd(record, observed);
      second.onEnd(record, observed);
    },
  };
}

/** Decided by the trace id, so that all instances decide the same. */
function isSampled(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;
}

/** What a line that counts says of its records, as far as all of them agree. */
const COUNTED_MEMBERS = ['operation', 'method', 'status', 'tenant', 'subject', 'client', 'cache', 'problem', 'reason'];
/** Of callers and problems in ten seconds; whatever is beyond is counted together. */
const MAX_COUNTS = 1_000;

type LogLine = Readonly<Record<string, unknown>>;

/** Rates of one caller's records; all callers who are not known share one. */
export interface RecordRates {
  readonly refusals: Rate;
  /** Of responses from the cache. */
  readonly hits: Rate;
}

/**
 * Keeps a flood from hiding other records, and from filling the log: above a rate per caller, refusals are one line per caller,
 * problem and ten seconds, responses from the cache one per caller and ten seconds. Source: A73.
 */
export class RecordLog {
  readonly #refusals: CountedRecords;
  readonly #hits: CountedRecords;

  constructor(report: Log, { refusals, hits }: RecordRates) {
    this.#refusals = new CountedRecords(report, refusals);
    this.#hits = new CountedRecords(report, hits);
  }

  /** Returns the log of one request: the same one, but above the rate what may be counted is not written. */
  limit(log: Log): Log {
    return (record) => {
      const counted = record['problem'] === undefined ? this.#hits : this.#refusals;
      if (!mayCount(record) || !counted.take(record)) log(record);
    };
  }
}

class CountedRecords {
  readonly #report: Log;
  readonly #buckets: TokenBuckets;
  readonly #counts = new Map<string, Record<string, unknown> & { count: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(report: Log, rate: Rate) {
    this.#report = report;
    this.#buckets = new TokenBuckets(() => rate);
  }

  /** Counts the record if it is above the rate of its caller. */
  take(record: LogLine): boolean {
    const caller = record['rateLimitMs'] === undefined ? '' : `${record['tenant']} ${record['subject']}`;
    if (this.#buckets.take(caller, performance.now()) === 0) return false;
    this.#count(caller, record);
    return true;
  }

  #flush(): void {
    this.#timer = undefined;
    for (const line of this.#counts.values()) this.#report(line);
    this.#counts.clear();
  }

  #count(caller: string, record: LogLine): void {
    const key = this.#counts.size < MAX_COUNTS ? `${caller} ${record['problem']}` : '';
    const counted = this.#counts.get(key);
    if (counted) {
      for (const name of COUNTED_MEMBERS) if (counted[name] !== record[name]) delete counted[name];
      counted.count++;
      return;
    }
    const said = COUNTED_MEMBERS.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]));
    const { schemaVersion, time } = record;
    this.#counts.set(key, { schemaVersion, time, count: 1, ...Object.fromEntries(said) });
    this.#timer ??= setTimeout(() => this.#flush(), LOG_INTERVAL_MS).unref();
  }
}

/** Not what was done or may have been, nor what was read of an upstream. */
function mayCount({ problem, outcome, cache, rateLimitMs }: LogLine): boolean {
  if (problem === undefined) return String(cache).includes('; hit');
  return rateLimitMs === undefined || (outcome !== 'unknown' && outcome !== 'accepted');
}
