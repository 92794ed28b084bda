/** The record of one request: who did what to which resource, with what outcome. One JSON object, names from this list alone. */
import { describeCause, type Outcome, type Problem } from '../http/problem.ts';
import { createSpanId, type Trace, toTraceParent } from './trace-context.ts';

/** Every name that may stand in a record. Never a body, a token, a secret or a caller's free text. */
export type RecordMembers = {
  /** Raised when a name changes its meaning. */
  schemaVersion: number;
  /** When the request came: ISO 8601, UTC. */
  time: string;
  requestId: string;
  /** Of the W3C trace that the request belongs to. */
  traceId: string;
  operation: string;
  method: string;
  status: number;
  durationMs: number;
  clientRequestId?: string;
  tenant?: string;
  subject?: string;
  client?: string;
  resource?: string;
  /** `hit`, `miss` … as in Cache-Status. */
  cache?: string;
  upstreamTries?: number;
  upstreamStatus?: number;
  upstreamRequestId?: string;
  problem?: string;
  /** Why, in our own words or by an error's name and code. */
  reason?: string;
  outcome?: string;
  /** Milliseconds of each stage, in tenths; the last one is where a failed request ended. */
  verifyMs?: number;
  accessMs?: number;
  parseMs?: number;
  answerMs?: number;
  /** Of the last stage, what was waited for: the table, the managed identity's token, the upstream's answers. */
  tableMs?: number;
  tokenMs?: number;
  upstreamMs?: number;
};

const SCHEMA_VERSION = 1;

export type Log = (record: Readonly<Record<string, unknown>>) => void;

/** What a request does, in order: verify the token, decide on access, parse, answer. */
type StageName = 'verify' | 'access' | 'parse' | 'answer';

export const STAGE_MEMBERS = { verify: 'verifyMs', access: 'accessMs', parse: 'parseMs', answer: 'answerMs' } as const;

/** What a request waits for. */
type SpanName = 'table' | 'token' | 'upstream';

export const SPAN_MEMBERS = { table: 'tableMs', token: 'tokenMs', upstream: 'upstreamMs' } as const;

/** A wait that is over. Times are those of `performance.now()`. */
export interface EndedSpan {
  readonly name: SpanName;
  readonly spanId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Earlier calls to the upstream for this request. */
  readonly resends: number;
  readonly status: number | undefined;
  /** Kind of the failure where no answer came. */
  readonly failure: string | undefined;
}

interface OpenSpan {
  /** Fields that tell who is called which step this is. */
  readonly headers: Readonly<Record<string, string>>;
  end(status?: number, failure?: string): void;
}

/** Collects a record while the request goes its way. */
export interface RequestRecord {
  readonly requestId: string;
  set(part: { readonly [Name in keyof RecordMembers]?: RecordMembers[Name] | undefined }): void;
  /** Ends the stage before. */
  startStage(stage: StageName): void;
  countAttempt(count: number): void;
  startSpan(name: SpanName): OpenSpan;
  /** Writes the record, once. */
  end(status: number, problem?: Problem, outcome?: Outcome): void;
}

/** What of an operation is told. */
export interface ServedOperation {
  readonly name: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly upstream: string;
}

/** What an observer is told of a request beside its record. */
export interface Observed {
  readonly operation: ServedOperation;
  readonly trace: Trace;
  readonly startedAt: number;
  /** When the token was verified, or had failed to be. */
  verifiedAt: number;
}

/** Told of what was measured. Never throws. */
export interface Observer {
  /** A step may end after its request: a reply that is fetched anew beside it. */
  onSpan(step: EndedSpan, observed: Observed): void;
  onEnd(record: Readonly<RecordMembers>, observed: Observed): void;
}

/** Below this a wait is none: the value was at hand. */
const SHORTEST_WAIT_MS = 1;

/** Starts the record of a request. */
export function startRecord(
  requestId: string,
  operation: ServedOperation,
  trace: Trace,
  log: Log,
  observer?: Observer,
): RequestRecord {
  return new LoggedRecord(requestId, operation, trace, log, observer);
}

/** A class, not a closure: one is made for every request. */
class LoggedRecord implements RequestRecord {
  readonly requestId: string;
  readonly #log: Log;
  readonly #observer: Observer | undefined;
  readonly #observed: Observed;
  readonly #record: RecordMembers;
  #isOpen = true;
  #stage: StageName = 'verify';
  #stageAt: number;
  #sends = 0;

  constructor(requestId: string, operation: ServedOperation, trace: Trace, log: Log, observer: Observer | undefined) {
    const startedAt = performance.now();
    this.requestId = requestId;
    this.#log = log;
    this.#observer = observer;
    this.#observed = { operation, trace, startedAt, verifiedAt: startedAt };
    this.#stageAt = startedAt;
    this.#record = {
      schemaVersion: SCHEMA_VERSION,
      time: toTimestamp(Date.now()),
      requestId,
      traceId: trace.traceId,
      operation: operation.name,
      method: operation.method,
      status: 0,
      durationMs: 0,
    };
  }

  set(part: Parameters<RequestRecord['set']>[0]): void {
    Object.assign(this.#record, part);
  }

  startStage(next: StageName): void {
    const now = performance.now();
    this.#record[STAGE_MEMBERS[this.#stage]] = toTenths(now - this.#stageAt);
    if (this.#stage === 'verify') this.#observed.verifiedAt = now;
    this.#stage = next;
    this.#stageAt = now;
  }

  countAttempt(count: number): void {
    this.#record.upstreamTries = count;
  }

  startSpan(name: SpanName): OpenSpan {
    const { trace } = this.#observed;
    const isSent = name === 'upstream';
    const spanId = createSpanId();
    const startedAt = performance.now();
    const resends = isSent ? this.#sends++ : 0;
    return {
      headers: isSent ? toTraceFields(trace, spanId) : {},
      end: (status, failure) => {
        const step = { name, spanId, startedAt, endedAt: performance.now(), resends, status, failure };
        this.#endStep(step);
      },
    };
  }

  #endStep(step: EndedSpan): void {
    const ms = step.endedAt - step.startedAt;
    if (step.name === 'token' && ms < SHORTEST_WAIT_MS) return;
    const member = SPAN_MEMBERS[step.name];
    this.#record[member] = toTenths((this.#record[member] ?? 0) + ms);
    this.#observer?.onSpan(step, this.#observed);
  }

  end(status: number, problem?: Problem, outcome?: Outcome): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.startStage(this.#stage);
    const record = this.#record;
    record.status = status;
    record.durationMs = Math.round(this.#stageAt - this.#observed.startedAt);
    if (problem) this.set(describeProblem(problem, outcome));
    try {
      this.#log(record);
    } catch {
      // A log that fails costs the record, never the answer.
    }
    this.#observer?.onEnd(record, this.#observed);
  }
}

let lastMs = Number.NaN;
let lastTimestamp = '';

/** One text serves all requests of a millisecond. */
function toTimestamp(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastTimestamp = new Date(ms).toISOString();
  }
  return lastTimestamp;
}

function toTraceFields(trace: Trace, spanId: string): Readonly<Record<string, string>> {
  const traceparent = toTraceParent(trace, spanId);
  return trace.state === undefined ? { traceparent } : { traceparent, tracestate: trace.state };
}

function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function describeProblem(problem: Problem, outcome: Outcome | undefined): Partial<RecordMembers> {
  const reason = describeCause(problem.cause);
  return { problem: problem.type, ...(reason ? { reason } : {}), ...(outcome ? { outcome } : {}) };
}
