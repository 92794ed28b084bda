/** Metrics and traces of one instance: to the log, and to a collector if one is set. Source: docs/observability.md. */
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';
import type { Alert } from './alerts.ts';
import type { ReadGauges } from './gauges.ts';
import { createMetricsLog, observeRequests } from './metrics.ts';
import type { ExportOptions, startExport } from './opentelemetry.ts';
import type { Log, Observer } from './request-record.ts';
import { continueTrace, readTraceContext, type Trace } from './trace-context.ts';

export interface TelemetryOptions {
  /** Nothing is exported without it. */
  readonly collector: ExportOptions | undefined;
  /** Share of requests to trace if neither caller nor host decided; 0 to 1. */
  readonly sampledShare: number;
  /** Rates of one caller's records, of refusals and of responses from the cache; all callers who are not known share one. */
  readonly records: { readonly refusals: Rate; readonly hits: Rate };
}

/** What an instance logs while it ends is lost, so no count waits longer. */
const LOG_INTERVAL_MS = 10_000;

/** `openGauges` returns what reads the gauges since its own last reading. */
export function createTelemetry(options: TelemetryOptions, openGauges: () => ReadGauges, report: Log, alert: Alert) {
  const log = createMetricsLog(report, openGauges());
  const counted = observeRequests(log.create);
  const exported = options.collector && loadExport(options.collector, openGauges, alert);
  // The timer does not keep the process alive.
  const timer = setInterval(() => log.write(), LOG_INTERVAL_MS).unref();
  const decide = (traceId: string) => exported !== undefined && isSampled(traceId, options.sampledShare);

  return {
    observers: exported ? [counted, exported] : [counted],
    /** Returns the log for a request's record. */
    limitRecords: limitRecords(report, options.records),
    /** Returns the trace of a request; `host` is the `traceparent` of the invocation. */
    startTrace(traceParent: string | undefined, traceState: string | undefined, host: string | undefined): Trace {
      const caller = readTraceContext(traceParent, traceState);
      return continueTrace(caller, caller ? undefined : readTraceContext(host), decide);
    },
    /** Exports what is left. Nothing is logged: the host's loggers have ended. */
    async close(): Promise<void> {
      clearInterval(timer);
      await exported?.close();
    },
  };
}

/** Loads OpenTelemetry at the start, which delays no request; what is measured until then waits for it. */
function loadExport(options: ExportOptions, openGauges: () => ReadGauges, alert: Alert) {
  const loading = import('./opentelemetry.ts').then(({ startExport }) => startExport(options, openGauges(), alert));
  /** Never throws: what fails here is lost, and alerted. */
  const use = (action: (loaded: ReturnType<typeof startExport>) => unknown): Promise<unknown> =>
    loading.then(action).catch((cause: unknown) => alert('telemetry_lost', 'traces', cause));
  const observe = (each: (observer: Observer) => void) => void use(({ observers }) => observers.forEach(each));
  observe(() => {});
  return {
    onSpan: (span, observed) => observe((observer) => observer.onSpan(span, observed)),
    onEnd: (record, observed) => observe((observer) => observer.onEnd(record, observed)),
    close: () => use((loaded) => loaded.close()),
  } satisfies Observer & { close(): Promise<unknown> };
}

/** Decided by the trace id, so that all instances decide the same. */
function isSampled(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;
}

/** Members of a line that counts records; one in which the records differ is left out. */
const COUNTED_MEMBERS = 'operation method status tenant subject client scope cache problem reason segment'.split(' ');
/** Lines in ten seconds; the records of further callers and problems are counted together. */
const MAX_COUNTS = 1_000;

type LogLine = Readonly<Record<string, unknown>>;

/**
 * Returns a function that limits the log of a request. Above a rate per caller, records are counted in one line per ten seconds:
 * refusals by caller, problem and first segment of an unknown route, responses from the cache by caller. No flood hides other records,
 * or fills the log. Source: A73.
 */
export function limitRecords(report: Log, { refusals, hits }: TelemetryOptions['records']): (log: Log) => Log {
  const refused = new TokenBuckets(() => refusals);
  const served = new TokenBuckets(() => hits);
  const counts = new Map<string, Record<string, unknown> & { count: number }>();
  const flush = () => {
    for (const line of counts.values()) report(line);
    counts.clear();
  };
  const count = (caller: string, record: LogLine) => {
    const key = counts.size < MAX_COUNTS ? `${caller} ${record['problem']} ${record['segment']}` : '';
    const counted = counts.get(key);
    if (counted) {
      for (const name of COUNTED_MEMBERS) if (counted[name] !== record[name]) delete counted[name];
      counted.count++;
      return;
    }
    const said = COUNTED_MEMBERS.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]));
    const { schemaVersion, time } = record;
    if (counts.size === 0) setTimeout(flush, LOG_INTERVAL_MS).unref();
    counts.set(key, { schemaVersion, time, count: 1, ...Object.fromEntries(said) });
  };
  return (log) => (record) => {
    const caller = record['rateLimitMs'] === undefined ? '' : `${record['tenant']} ${record['subject']}`;
    const buckets = record['problem'] === undefined ? served : refused;
    if (mayCount(record) && buckets.take(caller, performance.now()) > 0) count(caller, record);
    else log(record);
  };
}

/** Returns whether a record may be counted instead: not that of a write that happened or may have, nor of an upstream's response. */
function mayCount({ problem, outcome, cache, rateLimitMs }: LogLine): boolean {
  if (problem === undefined) return String(cache).includes('; hit');
  return rateLimitMs === undefined || (outcome !== 'unknown' && outcome !== 'accepted');
}
