/** Spans and durations of requests and upstream attempts. Source: OpenTelemetry semantic conventions 1.x, HTTP (stable). */
import {
  type Attributes,
  createTraceState,
  type Histogram,
  type Meter,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace as traces,
} from '@opentelemetry/api';
import { AlwaysOnSampler, BasicTracerProvider, type TracerConfig } from '@opentelemetry/sdk-trace-base';
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

interface Span extends Pick<EndedSpan, 'spanId' | 'startedAt' | 'endedAt'> {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  readonly failure?: unknown;
}

/** Records all durations, and the spans of sampled requests. */
export class HttpObserver implements Observer {
  readonly #addresses: ReadonlyMap<string, Attributes>;
  readonly #requests: Histogram;
  readonly #attempts: Histogram;
  /** The ids of the next span; an attempt has sent its id already. */
  #next: Pick<SpanContext, 'traceId' | 'spanId'> = { traceId: '', spanId: '' };
  readonly #tracer;

  /** `origins` are those of the upstreams, by name. */
  constructor(origins: Readonly<Record<string, string>>, meter: Meter, config: TracerConfig) {
    this.#addresses = new Map(Object.entries(origins).map(([name, origin]) => [name, toAddress(origin)] as const));
    const options = { unit: 's', advice: { explicitBucketBoundaries: BOUNDS } };
    this.#requests = meter.createHistogram('http.server.request.duration', options);
    this.#attempts = meter.createHistogram('http.client.request.duration', options);
    const idGenerator = { generateTraceId: () => this.#next.traceId, generateSpanId: () => this.#next.spanId };
    const provider = new BasicTracerProvider({ sampler: new AlwaysOnSampler(), idGenerator, ...config });
    this.#tracer = provider.getTracer('frontdesk');
  }

  onSpan(span: EndedSpan, observed: Observed): void {
    const { name, startedAt, endedAt, resends } = span;
    const { operation, trace } = observed;
    if (name !== 'upstream') {
      this.#add(trace, { ...span, name: SPAN_NAMES[name], kind: SpanKind.INTERNAL });
      return;
    }
    const http = toClientAttributes(span, observed, this.#addresses.get(operation.upstream));
    this.#attempts.record((endedAt - startedAt) / 1000, http);
    const resent = resends > 0 ? { 'http.request.resend_count': resends } : {};
    this.#add(trace, {
      ...span,
      name: `${operation.method} ${operation.path}`,
      kind: SpanKind.CLIENT,
      attributes: { ...http, ...resent, 'frontdesk.upstream': operation.upstream },
      failure: http['error.type'],
    });
  }

  onEnd(record: Readonly<RecordMembers>, observed: Observed): void {
    const { operation, trace, startedAt, verifiedAt } = observed;
    const { durationMs, requestId, cache, problem } = record;
    const http = toServerAttributes(record, observed);
    this.#requests.record(durationMs / 1000, http);
    const verified = { spanId: createSpanId(), startedAt, endedAt: verifiedAt };
    this.#add(trace, { ...verified, name: 'verify token', kind: SpanKind.INTERNAL });
    this.#add(trace, {
      ...{ spanId: trace.spanId, startedAt, endedAt: startedAt + durationMs },
      name: `${operation.method} ${operation.route}`,
      kind: SpanKind.SERVER,
      attributes: {
        ...http,
        'frontdesk.operation': operation.name,
        'frontdesk.request_id': requestId,
        'frontdesk.cache': cache,
        'frontdesk.problem': problem,
      },
      failure: http['error.type'],
    });
  }

  /** The request's own span is below the caller's, all others are below the request's. */
  #add({ traceId, spanId: requestSpanId, parentId = '', state, isSampled }: Trace, span: Span): void {
    if (!isSampled) return;
    const { spanId, name, kind, attributes, startedAt, endedAt, failure } = span;
    this.#next = { traceId, spanId };
    const parent = {
      traceId,
      spanId: spanId === requestSpanId ? parentId : requestSpanId,
      traceFlags: TraceFlags.SAMPLED,
      ...(state !== undefined && { traceState: createTraceState(state) }),
    };
    const options = { kind, startTime: performance.timeOrigin + startedAt, ...(attributes && { attributes }) };
    const started = this.#tracer.startSpan(name, options, traces.setSpanContext(ROOT_CONTEXT, parent));
    if (failure !== undefined) started.setStatus({ code: SpanStatusCode.ERROR });
    started.end(performance.timeOrigin + endedAt);
  }
}

function toAddress(origin: string): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** The template instead of the URL: telemetry names no resource. */
function toClientAttributes({ status, failure }: EndedSpan, { operation }: Observed, address?: Attributes): Attributes {
  const hasFailed = failure !== undefined || (status ?? 0) >= CLIENT_ERROR;
  return {
    'http.request.method': operation.method,
    'url.template': operation.path,
    ...address,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(hasFailed ? { 'error.type': failure ?? String(status) } : {}),
  };
}

function toServerAttributes({ status, problem }: Readonly<RecordMembers>, { operation }: Observed): Attributes {
  return {
    'http.request.method': operation.method,
    'http.route': operation.route,
    'http.response.status_code': status,
    ...(status >= SERVER_ERROR ? { 'error.type': problem ?? String(status) } : {}),
  };
}
