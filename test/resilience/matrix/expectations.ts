/** Named expectations and injections that many rows of the fault matrix share. */
import type { Fault } from '../../../dev/faults/fault.ts';
import type { Expected, FaultDetails, Injection, UpstreamFault } from './types.ts';

export const row = (
  title: UpstreamFault['title'],
  inject: Injection,
  cold: UpstreamFault['cold'],
  more: FaultDetails = {},
): UpstreamFault => ({ title, inject, cold, ...more });

export const everyCall = (emulator: Fault): Injection => ({ emulator, times: 1_000 });
export const firstCall = (emulator: Fault): Injection => ({ emulator, times: 1 });
type Status = Extract<Fault, { kind: 'status' }>;
export const returns = (status: number, more: Partial<Status> = {}): Injection =>
  everyCall({ kind: 'status', status, ...more });

export const success = (upstreamCalls = 1): Expected => ({ status: 'success', upstreamCalls });
const refreshed = (upstreamCalls: number): Expected => ({ status: 'success', cache: 'refreshed', upstreamCalls });
export const servesStale = (upstreamCalls: number): Expected => ({
  status: 'success',
  cache: 'if-error',
  upstreamCalls,
});
/** The first caller still gets the stored response, the next one what the refresh found. */
export const servesStaleOnce = (upstreamCalls: number, repeated: Expected): Expected => ({
  status: 'success',
  cache: 'while-revalidating',
  upstreamCalls,
  repeated,
});

/** A denial is never hidden: not of the caller's request, nor of the identity, which may have lost its permission. */
export function toStale(cold: Expected): Expected {
  const { status, code, upstreamCalls } = cold;
  if (status === 'success') return refreshed(upstreamCalls);
  return status < 429 || code === 'upstream_auth' ? cold : servesStale(upstreamCalls);
}
export const failure = (
  status: number,
  code: string,
  upstreamCalls: number,
  more: Partial<Expected> = {},
): Expected => ({ status, code, upstreamCalls, ...more });

type Outcome = NonNullable<Expected['outcome']>;

/** Attempts of what changes nothing and of what does, with the outcome that a write reports. */
interface Attempts {
  readonly reads: number;
  readonly writes: readonly [number, Outcome];
  /** Whether the upstream receives the attempts; true by default. */
  readonly reachesUpstream?: boolean;
}

/** A broken connection, or a gateway without a response: reads are tried three times, a write once, since its outcome is unknown. */
export const unknownOutcome: Attempts = { reads: 3, writes: [1, 'unknown'] };
/** The upstream rejected the request before processing it, so writes are retried too. */
export const notProcessed: Attempts = { reads: 3, writes: [3, 'rejected'] };
/** A retry would get the same response, or would be as slow. */
export const notRetried = (outcome: Outcome): Attempts => ({ reads: 1, writes: [1, outcome] });
/** A success without a usable body is one failure of a read, and a success of a write. */
export const unusableBody = (status = 200): UpstreamFault['cold'] => ({
  ...failures(502, 'upstream_invalid_response', notRetried('unknown')),
  writes: { status, upstreamCalls: 1 },
  bodiless: { status, upstreamCalls: 1 },
});
/** No request reaches the upstream, so writes are retried too. */
export const notReached: Attempts = { reads: 3, writes: [3, 'not-sent'], reachesUpstream: false };
/** Returns the same failure for every group, with the group's attempts and outcome. */
export function failures(status: number, code: string, attempts: Attempts, more: Partial<Expected> = {}) {
  const { reads, writes, reachesUpstream = true } = attempts;
  const after = (count: number, outcome?: Outcome) =>
    failure(status, code, reachesUpstream ? count : 0, { attempts: count, ...more, ...(outcome && { outcome }) });
  const [read, write] = [after(reads), after(...writes)];
  return { reads: read, search: read, writes: write, bodiless: write };
}

export function successes(upstreamCalls = 1, more: Partial<Expected> = {}) {
  const each = { ...success(upstreamCalls), ...more };
  return { reads: each, search: each, writes: each, bodiless: each };
}
/** Frontdesk itself rejects calls until the upstream's Retry-After has passed. */
export const throttled = (maxRetryAfter: number) => failure(429, 'throttled', 0, { maxRetryAfter });

export const html = '<!doctype html><title>Bad gateway</title>';

/** An error of the table service. */
export function tableResponds(status: number, code: string, retryAfter?: number): Injection {
  const body = JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: 'It is scripted.' } } });
  const lines = [
    `HTTP/1.1 ${status} Scripted`,
    'content-type: application/json;odata=minimalmetadata',
    `content-length: ${body.length}`,
    'connection: close',
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
  ];
  return { table: { kind: 'response', text: `${lines.join('\r\n')}\r\n\r\n${body}` } };
}
