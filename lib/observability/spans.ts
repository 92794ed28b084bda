/** Requests and their waits as spans. Source: OpenTelemetry semantic conventions 1.x, HTTP (stable). */

import type { Labels } from './metrics.ts';
import type { Span } from './otlp.ts';
import type { EndedSpan, Observed, Observer, RecordMembers } from './request-record.ts';
import { createSpanId } from './trace-context.ts';

/** Where an upstream is. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

const STEP_NAMES = { table: 'read table', token: 'wait for token' } as const;
const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

/** Answers an observer that gives the spans of sampled requests to `add`. */
export function createSpanObserver(addresses: Readonly<Record<string, Address>>, add: (span: Span) => void): Observer {
  return {
    onSpan(step, observed) {
      if (!observed.trace.isSampled) return;
      const parentId = observed.trace.spanId;
      const times = { startedAt: toEpoch(step.startedAt), endedAt: toEpoch(step.endedAt) };
      const common = { traceId: observed.trace.traceId, parentId, spanId: step.spanId, ...times };
      add(Object.assign(common, describeStep(step, observed, addresses)));
    },
    onEnd(record, observed) {
      if (!observed.trace.isSampled) return;
      add(toVerifySpan(observed));
      add(toServerSpan(record, observed));
    },
  };
}

type Description = Pick<Span, 'name' | 'kind' | 'attributes' | 'hasFailed'>;

function describeStep(
  { name, status, failure, resends }: EndedSpan,
  { operation, trace }: Observed,
  addresses: Readonly<Record<string, Address>>,
): Description & Pick<Span, 'state'> {
  if (name !== 'upstream') {
    return { name: STEP_NAMES[name], kind: 'internal', attributes: {}, hasFailed: failure !== undefined };
  }
  const { method, path, upstream } = operation;
  const address = addresses[upstream];
  const hasFailed = failure !== undefined || (status ?? 0) >= CLIENT_ERROR;
  const attributes: Labels = {
    'http.request.method': method,
    'url.template': path,
    'frontdesk.upstream': upstream,
    ...(address ? { 'server.address': address.host, 'server.port': address.port } : {}),
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(resends > 0 ? { 'http.request.resend_count': resends } : {}),
    ...(hasFailed ? { 'error.type': failure ?? String(status) } : {}),
  };
  return { name: `${method} ${path}`, kind: 'client', attributes, hasFailed, state: trace.state };
}

function toVerifySpan({ trace, startedAt, verifiedAt }: Observed): Span {
  return {
    traceId: trace.traceId,
    parentId: trace.spanId,
    spanId: createSpanId(),
    name: 'verify token',
    kind: 'internal',
    startedAt: toEpoch(startedAt),
    endedAt: toEpoch(verifiedAt),
    attributes: {},
    hasFailed: false,
  };
}

function toServerSpan(record: Readonly<RecordMembers>, { operation, trace, startedAt }: Observed): Span {
  const { status, problem, cache, requestId } = record;
  const hasFailed = status >= SERVER_ERROR;
  const start = toEpoch(startedAt);
  return {
    traceId: trace.traceId,
    parentId: trace.parentId,
    spanId: trace.spanId,
    state: trace.state,
    name: `${operation.method} ${operation.route}`,
    kind: 'server',
    startedAt: start,
    endedAt: start + record.durationMs,
    attributes: {
      'http.request.method': operation.method,
      'http.route': operation.route,
      'http.response.status_code': status,
      'frontdesk.operation': operation.name,
      'frontdesk.request_id': requestId,
      ...(cache === undefined ? {} : { 'frontdesk.cache': cache }),
      ...(problem === undefined ? {} : { 'frontdesk.problem': problem }),
      ...(hasFailed && problem ? { 'error.type': problem } : {}),
    },
    hasFailed,
  };
}

/** From `performance.now()` to epoch milliseconds. */
function toEpoch(moment: number): number {
  return performance.timeOrigin + moment;
}
