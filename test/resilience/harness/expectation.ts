/** What a row of the fault matrix may say: how a fault comes about, and what is expected of a cell. */
import type { Fault as Scripted } from '../../../dev/faults/fault.ts';
import type { Toxic } from '../../support/chaos-proxy.ts';
import type { Group } from './operations.ts';

/** `success` is the operation's own status. */
export interface Expected {
  readonly status: number | 'success';
  /** Of the error body, and the problem in the log where it is ours. */
  readonly code?: string;
  /** `x-frontdesk-outcome`. */
  readonly outcome?: 'not-sent' | 'rejected' | 'accepted' | 'unknown';
  readonly cache?: keyof typeof cacheStatus;
  /** How often the upstream hears of the request, tries beside it included. */
  readonly calls: number;
  /** How often it was tried by the record, heard or not. */
  readonly tries?: number;
  /** Seconds at most, and at least one. */
  readonly retryAfter?: number;
  /** What stands in the answer's content. */
  readonly content?: string;
  /** What stands in the record's reason. */
  readonly reason?: string;
  /** What the same request gets right after, the fault still there; its calls come on top. */
  readonly again?: Expected;
}

/** Cache-Status (RFC 9211) by what became of the cache. */
export const cacheStatus = {
  hit: /^Frontdesk; hit; ttl=\d+$/,
  miss: /^Frontdesk; fwd=uri-miss; stored$/,
  /** Collapsed with what was still under way beside the requests. */
  fetched: /^Frontdesk; fwd=stale; stored(?:; collapsed)?$/,
  'while-revalidating': /^Frontdesk; hit; ttl=-\d+; detail=stale-while-revalidating$/,
  'if-error': /^Frontdesk; hit; ttl=-\d+; detail=stale-if-error$/,
} as const;

interface Named {
  /** Of `faultTitles`. */
  readonly id: `F${number}`;
  /** What of the fault it is; with the id it is the title of the cells' tests. */
  readonly name: string;
}

/** A fault of an upstream, or of the way to it. */
export interface UpstreamFault extends Named {
  readonly strike: Strike;
  /** Nothing is stored, or the operation stores nothing. A string is why there is no such cell. */
  readonly cold: Readonly<Record<Group, Expected | string>>;
  /** A stored reply may be used in an error only: 340 seconds stale for events, 100 for a search. */
  readonly stale: { readonly reads: Expected; readonly search: Expected };
  /** Events that are 70 seconds stale; what a read needs goes on beside the answer. */
  readonly revalidating?: Expected;
  /** Seconds for which the tries go on, beside an answer too; no longer than the deadline. */
  readonly lasts?: number;
  /** Milliseconds within which the answer comes; the operation's deadline when absent. */
  readonly within?: number;
}

export type Strike =
  /** The emulated upstream does it, to so many calls. */
  | { readonly scripted: Scripted; readonly times?: number }
  /** The proxy before it does it. */
  | { readonly wire: Toxic }
  /** The connections that were open from the call before are ended. */
  | { readonly idle: 'RST' | 'FIN' }
  | { readonly resolver: 'down' }
  | { readonly certificate: 'expired' | 'for another name' | 'of an unknown authority' }
  /** The proxy before the table does it. */
  | { readonly table: Toxic };

/** A fault of the identity endpoint, in each state of what it gave before; every operation is called, O2 and O4 in every state of the cache. */
export interface IdentityFault extends Named {
  readonly strike: EdgeStrike;
  /** `refreshing`: less than ten minutes of its life are left. */
  readonly token: 'none' | 'valid' | 'refreshing';
  /** Nothing is stored, or the operation stores nothing; what is stored and fresh is always a hit. */
  readonly cold: Expected;
  readonly stale?: Expected;
  readonly within: number;
  /** Seconds later at which it is not asked again yet: the answer comes at once. */
  readonly leftAlone?: number;
}

/** A fault of the JWK Set; every operation is called. */
export interface KeysFault extends Named {
  readonly strike: EdgeStrike;
  /** `kept`: fetched two hours ago, so that a new set is due. */
  readonly keys: 'none' | 'kept';
  readonly cold: Expected;
  readonly within: number;
}

export type EdgeStrike =
  /** The emulated edge does it, to every call. */
  { readonly scripted: Readonly<Record<string, unknown>> & { readonly kind: string } } | { readonly wire: Toxic };
