/** The log record of one request: who did what to which resource, and the result. Source: docs/observability.md. */

import { describeCause, type Outcome, type Problem } from '../http/problem.ts';
import { INSTANCE, VERSION } from '../http/version.ts';
import { createSpanId, type Trace, toTraceHeaders } from './trace-context.ts';

export type Log = (record: Readonly<Record<string, unknown>>) => void;

/** All members of a record. None holds a body, a token, a secret or free text from the caller. */
export type RecordMembers = {
  /** Incremented when a member changes its meaning. */
  schemaVersion: number;
  /** Arrival of the request: ISO 8601, UTC. */
  time: string;
  requestId: string;
  traceId: string;
  /** Of a part: the request id of its batch. */
  batch?: string;
  operation: string;
  method: string;
  status: number;
  durationMs: number;
  clientRequestId?: string;
  tenant?: string;
  subject?: string;
  client?: string;
  resource?: string;
  /** Of a call to an upstream: the subscription or company that its limits and failures belong to. */
  scope?: string;
  audit?: 'sensitive';
  /** What a body names, where the path does not: ids, separated by `/`. */
  targets?: string;
  cache?: string;
  /** Of an unknown route: its first segment if the path of an operation has the same, otherwise `*`. */
  segment?: string;
  upstreamTries?: number;
  upstreamStatus?: number;
  upstreamRequestId?: string;
  problem?: string;
  /** The cause: our own text, or an error's name and code. */
  reason?: string;
  /** The members that a refused request failed by, each with the rule. */
  invalid?: string;
  outcome?: string;
  /** How the upstream's success differs from the contract: names of missing members. */
  drift?: string;
} & { [Member in (typeof STAGE_MEMBERS)[StageName] | (typeof SPAN_MEMBERS)[SpanName]]?: number };

/** Milliseconds of each stage, with one decimal; a failed request failed in its last stage. */
export const STAGE_MEMBERS = {
  authenticate: 'authenticateMs',
  rateLimit: 'rateLimitMs',
  authorize: 'authorizeMs',
  parseRequest: 'parseRequestMs',
  fetch: 'fetchMs',
  respond: 'respondMs',
} as const;
/** Waits within `fetchMs`: for the table, the managed identity's token, a place, the upstream, and between its attempts. */
export const SPAN_MEMBERS = {
  table: 'tableMs',
  token: 'tokenMs',
  queue: 'queueMs',
  upstream: 'upstreamMs',
  pause: 'pauseMs',
} as const;

type StageName = keyof typeof STAGE_MEMBERS;
type SpanName = keyof typeof SPAN_MEMBERS;

/** A finished wait. Times are from `performance.now()`. */
export interface EndedSpan {
  readonly name: SpanName;
  readonly spanId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Earlier attempts at the upstream for this request. */
  readonly resends: number;
  readonly status: number | undefined;
  /** Kind of failure if there was no response. */
  readonly failure: string | undefined;
}

/** A request, as observers see it. */
export interface Observed {
  /** What telemetry names of it. */
  readonly operation: { readonly [Name in 'name' | 'method' | 'route' | 'path' | 'upstream']: string };
  readonly trace: Trace;
  readonly startedAt: number;
  /** End of the token's verification, successful or not. */
  verifiedAt: number;
}

/** Receives measurements; must not throw. */
export interface Observer {
  /** A span may end after its request: a background refresh. */
  onSpan(span: EndedSpan, observed: Observed): void;
  onEnd(record: Readonly<RecordMembers>, observed: Observed): void;
}

/** Characters that move or hide text where a log is read: control, bidirectional and zero-width ones, line separators. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Shorter waits are not recorded: a cached token, a free place. */
const MIN_WAIT_MS = 1;
const WAITS: ReadonlySet<SpanName> = new Set<SpanName>(['token', 'queue', 'pause']);

/** Collects the record of a request while it runs. A class, not a closure: one is created per request. */
export class RequestRecord {
  readonly requestId: string;
  readonly #log: Log;
  readonly #observers: readonly Observer[];
  readonly #observed: Observed;
  readonly #record: RecordMembers;
  #isOpen = true;
  #stage: StageName = 'authenticate';
  #stageAt: number;

  constructor(
    requestId: string,
    { operation, trace }: Pick<Observed, 'operation' | 'trace'>,
    log: Log,
    observers: readonly Observer[] = [],
  ) {
    this.requestId = requestId;
    this.#log = log;
    this.#observers = observers;
    this.#stageAt = performance.now();
    this.#observed = { operation, trace, startedAt: this.#stageAt, verifiedAt: this.#stageAt };
    this.#record = {
      schemaVersion: 1,
      time: new Date().toISOString(),
      requestId,
      traceId: trace.traceId,
      operation: operation.name,
      method: operation.method,
      status: 0,
      durationMs: 0,
    };
  }

  set(part: { readonly [Name in keyof RecordMembers]?: RecordMembers[Name] | undefined }): void {
    const record: Record<string, unknown> = this.#record;
    for (const name in part) {
      const value = part[name as keyof RecordMembers];
      if (value === undefined) continue;
      // Most texts are plain, and this test takes less time than a replacement.
      record[name] = typeof value === 'string' && !/^[ -~]*$/.test(value) ? value.replace(INVISIBLE, '?') : value;
    }
  }

  /** Ends the previous stage. */
  startStage(next: StageName): void {
    const now = performance.now();
    this.#record[STAGE_MEMBERS[this.#stage]] = toTenths(now - this.#stageAt);
    if (this.#stage === 'authenticate') this.#observed.verifiedAt = now;
    this.#stage = next;
    this.#stageAt = now;
  }

  /** Returns the ids by which a response is found in the log, the call's scope, and whether the caller's token was accepted. */
  toIds() {
    const { requestId, upstreamRequestId, clientRequestId, scope } = this.#record;
    return { requestId, upstreamRequestId, clientRequestId, scope, isAuthenticated: this.#stage !== 'authenticate' };
  }

  /** Returns the headers that make another request part of this one's trace. */
  get traceHeaders(): Readonly<Record<string, string>> {
    const { trace } = this.#observed;
    return toTraceHeaders(trace, trace.spanId);
  }

  /** Starts a span; one named `upstream` is a request that is sent there. */
  startSpan(name: SpanName) {
    const { trace } = this.#observed;
    const isUpstream = name === 'upstream';
    // Only the id of an attempt is sent before its end.
    const sentId = isUpstream ? createSpanId() : undefined;
    const startedAt = performance.now();
    const resends = isUpstream ? (this.#record.upstreamTries ?? 0) : 0;
    if (isUpstream) this.#record.upstreamTries = resends + 1;
    return {
      headers: sentId === undefined ? {} : toTraceHeaders(trace, sentId),
      end: (status?: number, failure?: string) => {
        const endedAt = performance.now();
        if (WAITS.has(name) && endedAt - startedAt < MIN_WAIT_MS) return;
        this.#endSpan({ name, spanId: sentId ?? createSpanId(), startedAt, endedAt, resends, status, failure });
      },
    };
  }

  #endSpan(span: EndedSpan): void {
    const ms = span.endedAt - span.startedAt;
    const member = SPAN_MEMBERS[span.name];
    this.#record[member] = toTenths((this.#record[member] ?? 0) + ms);
    for (const observer of this.#observers) observer.onSpan(span, this.#observed);
  }

  /** Writes the record; later calls do nothing. */
  end(status: number, problem?: Problem, outcome?: Outcome): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.startStage(this.#stage);
    const record = this.#record;
    record.status = status;
    record.durationMs = Math.round(this.#stageAt - this.#observed.startedAt);
    if (problem) {
      const { type, identity, reason, cause } = problem;
      this.set({ ...identity, problem: type, reason: reason ?? (describeCause(cause) || undefined), outcome });
    }
    try {
      this.#log(record);
    } catch {
      // A failing log loses the record, never the response.
    }
    for (const observer of this.#observers) observer.onEnd(record, this.#observed);
  }
}

const toTenths = (ms: number): number => Math.round(ms * 10) / 10;

const LAST_MEMBERS = JSON.stringify({ instance: INSTANCE, version: VERSION }).slice(1);

/** Returns a line of the log: one JSON object, whose last members are the process and the app's version. `record` has members. */
export const toLogLine = (record: Readonly<Record<string, unknown>>): string =>
  // Measured: a third less than a copy of the record with them.
  `${JSON.stringify(record).slice(0, -1)},${LAST_MEMBERS}`;
