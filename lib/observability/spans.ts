/** Spans and durations of requests and upstream attempts. Source: OpenTelemetry semantic conventions 1.x, HTTP (stable). */
import { createTraceState, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  METRIC_HTTP_CLIENT_REQUEST_DURATION,
  METRIC_HTTP_SERVER_REQUEST_DURATION,
} from '@opentelemetry/semantic-conventions';
import { Histogram, type Labels, type Reading } from './metrics.ts';
import type { EndedSpan, Observed, Observer, RecordMembers } from './request-record.ts';
import { createSpanId, type Trace } from './trace-context.ts';

const SPAN_NAMES = {
  table: 'read table',
  token: 'wait for token',
  queue: 'wait for place',
  pause: 'wait before attempt',
} as const;
/** Seconds, up to the longest deadline. Source: OpenTelemetry semantic conventions, HTTP metrics, for those up to 10. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60];

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

type Span = Omit<ReadableSpan, 'resource' | 'instrumentationScope'>;

interface SpanDescription {
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** From `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Labels;
  readonly hasFailed: boolean;
}

/** Records all durations, and adds the spans of sampled requests. */
export class HttpObserver implements Observer {
  readonly #addresses: ReadonlyMap<string, Labels>;
  readonly #add: (span: Span) => void;
  readonly #requests = new Histogram(METRIC_HTTP_SERVER_REQUEST_DURATION, '', 's', BOUNDS);
  readonly #attempts = new Histogram(METRIC_HTTP_CLIENT_REQUEST_DURATION, '', 's', BOUNDS);

  /** `origins` are those of the upstreams, by name. */
  constructor(origins: Readonly<Record<string, string>>, add: (span: Span) => void) {
    this.#addresses = new Map(Object.entries(origins).map(([name, origin]) => [name, toAddress(origin)] as const));
    this.#add = add;
  }

  read(): readonly Reading[] {
    return [this.#requests.read(), this.#attempts.read()];
  }

  onSpan(span: EndedSpan, observed: Observed): void {
    const { name, startedAt, endedAt } = span;
    const { isSampled } = observed.trace;
    if (name !== 'upstream') {
      if (isSampled) this.#add(toWaitSpan(SPAN_NAMES[name], span, observed.trace));
      return;
    }
    const http = toClientLabels(span, observed, this.#addresses.get(observed.operation.upstream));
    this.#attempts.record(JSON.stringify(http), () => http, (endedAt - startedAt) / 1000);
    if (isSampled) this.#add(toClientSpan(span, observed, http));
  }

  onEnd(record: Readonly<RecordMembers>, observed: Observed): void {
    const { trace, startedAt, verifiedAt } = observed;
    const http = toServerLabels(record, observed);
    this.#requests.record(JSON.stringify(http), () => http, record.durationMs / 1000);
    if (!trace.isSampled) return;
    const verified = { spanId: createSpanId(), startedAt, endedAt: verifiedAt, failure: undefined };
    this.#add(toWaitSpan('verify token', verified, trace));
    this.#add(toServerSpan(record, observed, http));
  }
}

function toAddress(origin: string): Labels {
  const { hostname, port, protocol } = new URL(origin);
  return { [ATTR_SERVER_ADDRESS]: hostname, [ATTR_SERVER_PORT]: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

function toWaitSpan(name: string, span: Omit<EndedSpan, 'name' | 'resends' | 'status'>, trace: Trace): Span {
  const hasFailed = span.failure !== undefined;
  return toSpan(trace, { ...span, parentId: trace.spanId, name, kind: SpanKind.INTERNAL, attributes: {}, hasFailed });
}

/** The template instead of the URL: telemetry names no resource. */
function toClientLabels({ status, failure }: EndedSpan, { operation }: Observed, address?: Labels): Labels {
  const hasFailed = failure !== undefined || (status ?? 0) >= CLIENT_ERROR;
  return {
    [ATTR_HTTP_REQUEST_METHOD]: operation.method,
    'url.template': operation.path,
    ...address,
    ...(status === undefined ? {} : { [ATTR_HTTP_RESPONSE_STATUS_CODE]: status }),
    ...(hasFailed ? { [ATTR_ERROR_TYPE]: failure ?? String(status) } : {}),
  };
}

function toClientSpan(span: EndedSpan, { operation, trace }: Observed, http: Labels): Span {
  const resends = span.resends > 0 ? { [ATTR_HTTP_REQUEST_RESEND_COUNT]: span.resends } : {};
  return toSpan(trace, {
    ...span,
    parentId: trace.spanId,
    name: `${operation.method} ${operation.path}`,
    kind: SpanKind.CLIENT,
    attributes: { ...http, ...resends, 'frontdesk.upstream': operation.upstream },
    hasFailed: ATTR_ERROR_TYPE in http,
  });
}

function toServerLabels({ status, problem }: Readonly<RecordMembers>, { operation }: Observed): Labels {
  return {
    [ATTR_HTTP_REQUEST_METHOD]: operation.method,
    [ATTR_HTTP_ROUTE]: operation.route,
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
    ...(status >= SERVER_ERROR ? { [ATTR_ERROR_TYPE]: problem ?? String(status) } : {}),
  };
}

function toServerSpan(record: Readonly<RecordMembers>, { operation, trace, startedAt }: Observed, http: Labels): Span {
  const { problem, cache, requestId } = record;
  return toSpan(trace, {
    ...{ spanId: trace.spanId, parentId: trace.parentId, startedAt, endedAt: startedAt + record.durationMs },
    name: `${operation.method} ${operation.route}`,
    kind: SpanKind.SERVER,
    attributes: {
      ...http,
      'frontdesk.operation': operation.name,
      'frontdesk.request_id': requestId,
      ...(cache === undefined ? {} : { 'frontdesk.cache': cache }),
      ...(problem === undefined ? {} : { 'frontdesk.problem': problem }),
    },
    hasFailed: ATTR_ERROR_TYPE in http,
  });
}

/** Composes a finished span directly: its id was sent to the upstream before it ended. */
function toSpan({ traceId, state }: Trace, description: SpanDescription): Span {
  const { spanId, parentId, name, kind, startedAt, endedAt, attributes, hasFailed } = description;
  const traceFlags = TraceFlags.SAMPLED;
  const traceState = state === undefined || kind === SpanKind.INTERNAL ? {} : { traceState: createTraceState(state) };
  return {
    name,
    kind,
    spanContext: () => ({ traceId, spanId, traceFlags, ...traceState }),
    ...(parentId === undefined ? {} : { parentSpanContext: { traceId, spanId: parentId, traceFlags } }),
    startTime: millisToHrTime(performance.timeOrigin + startedAt),
    endTime: millisToHrTime(performance.timeOrigin + endedAt),
    duration: millisToHrTime(endedAt - startedAt),
    ended: true,
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    ...{ links: [], events: [], droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
}
