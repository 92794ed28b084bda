/** A row of the fault matrix: which fault is injected, and the response expected for each group of operations and cache state. */
import type { Fault } from '../../../dev/faults/fault.ts';
import type { ConnectionFault } from '../../testbed/chaos-proxy.ts';
import type { Group } from '../../testbed/sample-operations.ts';

/** The response that a cell must get. */
export interface Expected {
  /** `success` is the operation's own status. */
  readonly status: number | 'success';
  /** Code in the error body; also the problem in the log if it is Frontdesk's own. */
  readonly code?: string;
  /** `x-frontdesk-outcome`. */
  readonly outcome?: 'not-sent' | 'rejected' | 'accepted' | 'unknown';
  readonly cache?: keyof typeof cacheStatus;
  /** How many requests the upstream receives, background refreshes included. */
  readonly upstreamCalls: number;
  /** Attempts in the log record, whether or not they reached the upstream. */
  readonly attempts?: number;
  /** Retry-After is between one second and this. */
  readonly maxRetryAfter?: number;
  readonly bodyContains?: string;
  /** The log record's reason contains this. */
  readonly reasonContains?: string;
  /** Expected when the same request is sent again while the fault lasts. Its upstream calls are added. */
  readonly repeated?: Expected;
}

/** Cache-Status (RFC 9211) of each cache result. */
export const cacheStatus = {
  hit: /^Frontdesk; hit; ttl=\d+$/,
  miss: /^Frontdesk; fwd=uri-miss; stored$/,
  /** Collapsed if a background refresh was still running. */
  refreshed: /^Frontdesk; fwd=stale; stored(?:; collapsed)?$/,
  'while-revalidating': /^Frontdesk; hit; ttl=-\d+; detail=stale-while-revalidating$/,
  'if-error': /^Frontdesk; hit; ttl=-\d+; detail=stale-if-error$/,
  /** An error of the upstream that is remembered for seconds; it has no age. */
  refused: /^Frontdesk; hit; detail=refused$/,
} as const;

/** A fault of an upstream, of the connection to it, or of the table. */
export interface UpstreamFault extends FaultDetails {
  /** Its id and variant. Tests are titled `${title} > ${operation} ${state}`. */
  readonly title: `F${number} ${string}`;
  readonly inject: Injection;
  /** Nothing is stored, or the operation is not cached. A string explains why there is no such cell. */
  readonly cold: Readonly<Record<Group, Expected | string>>;
}

export interface FaultDetails {
  /** The stored response may be served only if the upstream fails: events are 340 s stale, a search 100 s. `toStale` is the rule. */
  readonly stale?: Expected;
  /** Health events are 70 s stale: the stored response is served during a background refresh. */
  readonly revalidating?: Expected;
  /** How long attempts continue, in the background too. At most the deadline. */
  readonly attemptSeconds?: number;
  /** The response arrives within this time; the operation's deadline by default. */
  readonly withinMs?: number;
}

export type Injection =
  /** By the emulated upstream, for the next `times` calls. */
  | { readonly emulator: Fault; readonly times: number }
  /** By the proxy in front of every upstream. */
  | { readonly proxy: ConnectionFault }
  /** Closes the connections that an earlier call left open. */
  | { readonly idle: 'RST' | 'FIN' }
  | { readonly resolver: 'down' }
  /** By the proxy in front of the table. */
  | { readonly table: ConnectionFault };
