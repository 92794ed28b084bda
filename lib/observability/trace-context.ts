/** Where a request stands in a trace. Source: W3C Trace Context, level 1, 3.2 and 3.3. Pure. */
import { randomFillSync } from 'node:crypto';

/** The trace that a request comes with. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The caller's own span: 16 hexadecimal digits. */
  readonly parentId: string;
  readonly isSampled: boolean;
  /** The caller's `tracestate`, where it is one. */
  readonly state?: string;
}

/** The trace of a request, and the span that is Frontdesk's part of it. */
export interface Trace extends Omit<TraceContext, 'parentId'> {
  /** Undefined where the trace begins here. */
  readonly parentId: string | undefined;
  readonly spanId: string;
}

const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const LENGTH = 55;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
const SAMPLED = 1;

const MAX_STATE_LENGTH = 512;
const MAX_STATE_MEMBERS = 32;
const STATE_KEY = /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})$/;
/** Printable ASCII without `,` and `=`; a space does not end it. */
const STATE_VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** Answers the trace that the headers tell of; undefined where `traceparent` is absent or not valid. */
export function readTraceContext(
  traceParent: string | null | undefined,
  traceState?: string | null,
): TraceContext | undefined {
  if (!traceParent || !TRACE_PARENT.test(traceParent)) return undefined;
  const version = traceParent.slice(0, 2);
  // Of version 00 nothing may follow; of a later one whatever begins with a dash.
  if (version === 'ff' || (version === '00' && traceParent.length !== LENGTH)) return undefined;
  const traceId = traceParent.slice(3, 35);
  const parentId = traceParent.slice(36, 52);
  if (traceId === NO_TRACE || parentId === NO_SPAN) return undefined;
  const isSampled = (Number.parseInt(traceParent.slice(53, LENGTH), 16) & SAMPLED) !== 0;
  const context = { traceId, parentId, isSampled };
  return traceState && isTraceState(traceState) ? { ...context, state: traceState } : context;
}

/** Whether a list of members, each with a key of its own; longer than 512 characters it need not be passed on. */
function isTraceState(text: string): boolean {
  if (text.length > MAX_STATE_LENGTH) return false;
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter(Boolean);
  const keys = new Set(members.map((member) => member.split('=', 1)[0]));
  return (
    members.length > 0 && members.length <= MAX_STATE_MEMBERS && keys.size === members.length && members.every(isMember)
  );
}

function isMember(member: string): boolean {
  const at = member.indexOf('=');
  return STATE_KEY.test(member.slice(0, at)) && STATE_VALUE.test(member.slice(at + 1));
}

/**
 * Answers the trace of a request. The caller's context comes first; without one the host's, and without that a new trace.
 * `decide` says whether a trace is sampled that no caller has decided on.
 */
export function continueTrace(
  caller: TraceContext | undefined,
  host: TraceContext | undefined,
  decide: (traceId: string) => boolean,
): Trace {
  const spanId = createSpanId();
  if (caller) return Object.assign({ spanId }, caller);
  const traceId = host?.traceId ?? createId(TRACE_BYTES);
  return { traceId, parentId: host?.parentId, isSampled: host?.isSampled || decide(traceId), spanId };
}

export function toTraceParent({ traceId, isSampled }: Pick<Trace, 'traceId' | 'isSampled'>, spanId: string): string {
  return `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
}

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
/** Random bytes are drawn many at a time. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Answers 16 hexadecimal digits, not all zero. */
export function createSpanId(): string {
  return createId(SPAN_BYTES);
}

/** Answers so many random bytes in hexadecimal; that all are zero is as good as impossible. */
function createId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += bytes;
  return pool.toString('hex', start, used);
}
