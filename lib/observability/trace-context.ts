/** The trace of a request: reads and writes `traceparent` and `tracestate`. Source: W3C Trace Context, level 1, 3.2 and 3.3. Pure. */
import { randomUUID } from 'node:crypto';

/** The trace of a request and Frontdesk's span in it. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The span of the caller or the host, 16 hexadecimal digits; undefined if the trace starts here. */
  readonly parentId: string | undefined;
  readonly spanId: string;
  readonly isSampled: boolean;
  /** The caller's `tracestate`. */
  readonly state?: string;
}

/** What the caller or the host sent. */
type TraceContext = Omit<Trace, 'spanId'>;

/** Later versions may append fields after a dash; version 00 may not, and ff is none. Zeros are no id. */
const TRACE_PARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;
const SAMPLED = 1;

/** A `tracestate` that is passed on. Only the vendors know the form of its members, and an upstream may discard them. */
const TRACE_STATE = /^[\t -~]{1,512}$/;

/** Parses the headers; undefined if `traceparent` is absent or invalid. */
export function readTraceContext(traceParent: string | undefined, traceState?: string): TraceContext | undefined {
  const [, traceId, parentId, flags] = traceParent ? (TRACE_PARENT.exec(traceParent) ?? []) : [];
  if (traceId === undefined || parentId === undefined) return undefined;
  const context = { traceId, parentId, isSampled: (Number(`0x${flags}`) & SAMPLED) !== 0 };
  return traceState && TRACE_STATE.test(traceState) ? { ...context, state: traceState } : context;
}

/**
 * Returns the trace of a request: the caller's, else the host's, else a new one.
 * `decide` returns whether to sample a trace that the caller has not decided on.
 */
export function continueTrace(
  caller: TraceContext | undefined,
  host: TraceContext | undefined,
  decide: (traceId: string) => boolean,
): Trace {
  const spanId = createSpanId();
  if (caller) return Object.assign({ spanId }, caller);
  const traceId = host?.traceId ?? createSpanId() + createSpanId();
  return { traceId, parentId: host?.parentId, isSampled: host?.isSampled || decide(traceId), spanId };
}

/** Returns 16 hexadecimal digits. */
export function createSpanId(): string {
  // Random bytes of UUIDs are drawn in batches: 1 instead of 5 µs with randomBytes. Only the ends of a UUID are all random.
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

/** Returns the headers that make a request part of the trace. */
export function toTraceHeaders(trace: Trace, spanId: string): Readonly<Record<string, string>> {
  const { traceId, isSampled, state } = trace;
  const traceparent = `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}
