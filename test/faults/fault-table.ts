/**
 * The fault matrix: each fault of reliability 3, what brings it about, and what is expected of every group of operations in every
 * state of the cache. `npm run test:faults` makes the cells and runs them.
 */
import type { Fault as Scripted } from '../../dev/upstream/faults.ts';
import type { Toxic } from '../support/chaos-proxy.ts';
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
  fetched: /^Frontdesk; fwd=stale; stored$/,
  'while-revalidating': /^Frontdesk; hit; ttl=-\d+; detail=stale-while-revalidating$/,
  'if-error': /^Frontdesk; hit; ttl=-\d+; detail=stale-if-error$/,
} as const;

interface Named {
  readonly id: `F${number}`;
  readonly name: string;
}

/** A fault of an upstream, or of the way to it. */
export interface UpstreamFault extends Named {
  readonly at: 'upstream';
  readonly strike: Strike;
  /** Nothing is stored, or the operation stores nothing. A string is why there is no such cell. */
  readonly cold: Readonly<Record<Group, Expected | string>>;
  /** A stored reply may be used in an error only: 340 seconds stale for events, 100 for a search. */
  readonly stale: { readonly reads: Expected; readonly search: Expected };
  /** Events that are 70 seconds stale; what a read needs goes on beside the answer. */
  readonly revalidating?: Expected;
  /** What goes on beside an answer lasts until the deadline. */
  readonly isSlow?: true;
}

export type Strike =
  /** The emulated upstream does it, to so many calls. */
  | { readonly scripted: Scripted; readonly times?: number }
  /** The proxy before it does it. */
  | { readonly wire: Toxic }
  /** The connections that were open from the call before are ended. */
  | { readonly idle: 'RST' | 'FIN' }
  | { readonly resolver: 'down' }
  | { readonly certificate: 'expired' | 'for another name' | 'of an unknown authority' };

const always = (scripted: Scripted): Strike => ({ scripted, times: 1_000 });
const once = (scripted: Scripted): Strike => ({ scripted, times: 1 });

const done = (calls = 1): Expected => ({ status: 'success', calls });
const fetched = (calls = 1): Expected => ({ status: 'success', cache: 'fetched', calls });
const standsIn = (calls: number): Expected => ({ status: 'success', cache: 'if-error', calls });
const fails = (status: number, code: string, calls: number, more: Partial<Expected> = {}): Expected => ({
  status,
  code,
  calls,
  ...more,
});

/** Fails in the same way for all, but for the tries and what is known of a write. */
function failing(status: number, code: string, how: Tries & { readonly more?: Partial<Expected> }) {
  const { reads, search, writes, deletion, more = {} } = how;
  return {
    reads: fails(status, code, reads, more),
    search: fails(status, code, search, more),
    writes: fails(status, code, writes[0], { ...more, outcome: writes[1] }),
    deletion: fails(status, code, deletion[0], { ...more, outcome: deletion[1] }),
  };
}

type Outcome = NonNullable<Expected['outcome']>;

interface Tries {
  readonly reads: number;
  readonly search: number;
  readonly writes: readonly [number, Outcome];
  readonly deletion: readonly [number, Outcome];
}

/** Reads 1+2, a search 1+1; a write once; a deletion once more, since a repeat changes nothing (reliability 4.1). */
const unclear: Tries = { reads: 3, search: 2, writes: [1, 'unknown'], deletion: [2, 'unknown'] };
/** A server's own error is no reason to repeat a deletion. */
const serverError: Tries = { ...unclear, deletion: [1, 'unknown'] };
/** Turned away at the door: everybody may try again. */
const turnedAway: Tries = { reads: 3, search: 2, writes: [2, 'rejected'], deletion: [2, 'rejected'] };
/** An answer that another try would not better. */
const final = (outcome: Outcome): Tries => ({ reads: 1, search: 1, writes: [1, outcome], deletion: [1, outcome] });
/** Nothing reaches the upstream, whatever is tried. */
const unheard: Tries = { reads: 0, search: 0, writes: [0, 'not-sent'], deletion: [0, 'not-sent'] };

/** The gate is closed: the upstream does not hear of it. */
const throttled = (retryAfter: number) => fails(429, 'throttled', 0, { retryAfter });
const standIns = (reads: number, search = Math.min(reads, 2)) => ({ reads: standsIn(reads), search: standsIn(search) });
const fetches = (reads: number, search = reads) => ({ reads: fetched(reads), search: fetched(search) });
const NO_CONTENT = 'a 204 has no content';

const tooMany = { error: { code: 'TooManyRequests', message: 'Too many requests.' }, code: 'TooManyRequests', message: '' };
const refused = { error: { code: 'Refused', message: 'It is refused.' }, code: 'Refused', message: 'It is refused.' };
const dated = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:00:01 GMT' };
const html = '<!doctype html><title>Bad gateway</title>';
const member = '{"kind":"of a later version"}';
/** What every complete answer must have one of. */
const emptied = { value: null, searchResults: null, id: null, accessToken: null };
const mebibyte = 1024 * 1024;

export const upstreamFaults: readonly UpstreamFault[] = [
  {
    id: 'F01',
    name: 'connection refused',
    at: 'upstream',
    strike: { wire: { kind: 'down' } },
    cold: failing(502, 'upstream_unreachable', unheard),
    stale: standIns(0),
  },
  {
    id: 'F02',
    name: 'name not resolved',
    at: 'upstream',
    strike: { resolver: 'down' },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'ENOTFOUND' } }),
    stale: standIns(0),
  },
  {
    id: 'F03',
    name: 'nothing answers to connecting',
    at: 'upstream',
    strike: { wire: { kind: 'unreachable' } },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'UND_ERR_CONNECT_TIMEOUT' } }),
    stale: standIns(0),
    isSlow: true,
  },
  {
    id: 'F04',
    name: 'certificate expired',
    at: 'upstream',
    strike: { certificate: 'expired' },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'CERT_HAS_EXPIRED' } }),
    stale: standIns(0),
  },
  {
    id: 'F04',
    name: 'certificate for another name',
    at: 'upstream',
    strike: { certificate: 'for another name' },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'ERR_TLS_CERT_ALTNAME_INVALID' } }),
    stale: standIns(0),
  },
  {
    id: 'F04',
    name: 'certificate of an unknown authority',
    at: 'upstream',
    strike: { certificate: 'of an unknown authority' },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
    stale: standIns(0),
  },
  {
    id: 'F05',
    name: 'headers never come',
    at: 'upstream',
    strike: always({ kind: 'hang' }),
    cold: failing(504, 'upstream_timeout', unclear),
    stale: standIns(3),
    isSlow: true,
  },
  {
    id: 'F05',
    name: 'headers never come, once',
    at: 'upstream',
    strike: once({ kind: 'hang' }),
    cold: { ...failing(504, 'upstream_timeout', unclear), reads: done(2), search: done(2), deletion: done(2) },
    stale: standIns(2),
    isSlow: true,
  },
  {
    id: 'F06',
    name: 'content drips',
    at: 'upstream',
    strike: always({ kind: 'drip', bytes: 1, ms: 100 }),
    cold: { ...failing(504, 'upstream_timeout', unclear), deletion: NO_CONTENT },
    stale: standIns(3),
    isSlow: true,
  },
  {
    id: 'F07',
    name: 'reset before the headers',
    at: 'upstream',
    strike: always({ kind: 'reset' }),
    cold: failing(502, 'upstream_unreachable', unclear),
    stale: standIns(3),
  },
  {
    id: 'F07',
    name: 'reset before the headers, once, after it took effect',
    at: 'upstream',
    strike: once({ kind: 'reset', processed: true }),
    // The second deletion finds nothing left: the first was ours.
    cold: { ...failing(502, 'upstream_unreachable', unclear), reads: done(2), search: done(2), deletion: done(2) },
    stale: fetches(2),
  },
  {
    id: 'F08',
    name: 'reset in the content',
    at: 'upstream',
    strike: always({ kind: 'reset-mid-body', bytes: 20 }),
    cold: { ...failing(502, 'upstream_unreachable', unclear), deletion: NO_CONTENT },
    stale: standIns(3),
  },
  {
    id: 'F09',
    name: 'ended before its Content-Length',
    at: 'upstream',
    strike: always({ kind: 'truncate', bytes: 20 }),
    cold: { ...failing(502, 'upstream_unreachable', unclear), deletion: NO_CONTENT },
    stale: standIns(3),
  },
  {
    id: 'F09',
    name: 'last chunk missing',
    at: 'upstream',
    strike: {
      wire: {
        kind: 'reply',
        text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"value\r\n',
      },
    },
    cold: failing(502, 'upstream_unreachable', { ...unheard, writes: [0, 'unknown'], deletion: [0, 'unknown'] }),
    stale: standIns(0),
  },
  {
    id: 'F09',
    name: 'ended early, without a length',
    at: 'upstream',
    strike: { wire: { kind: 'reply', text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"value":[' } },
    cold: failing(502, 'upstream_invalid_response', { ...unheard, writes: [0, 'accepted'], deletion: [0, 'accepted'] }),
    stale: standIns(0),
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 1, once',
    at: 'upstream',
    strike: once({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: tooMany }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    isSlow: true,
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 1',
    at: 'upstream',
    strike: always({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: tooMany }),
    cold: failing(429, 'TooManyRequests', { ...turnedAway, more: { retryAfter: 1 } }),
    stale: standIns(3),
    isSlow: true,
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 120',
    at: 'upstream',
    strike: always({ kind: 'status', status: 429, headers: { 'retry-after': '120' }, body: tooMany }),
    cold: failing(429, 'TooManyRequests', {
      ...final('rejected'),
      more: { retryAfter: 120, again: throttled(120) },
    }),
    stale: standIns(1),
  },
  {
    id: 'F10',
    name: '429 with x-ms-retry-after-ms',
    at: 'upstream',
    strike: once({ kind: 'status', status: 429, headers: { 'x-ms-retry-after-ms': '1000' }, body: tooMany }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    isSlow: true,
  },
  {
    id: 'F11',
    name: '429 with an HTTP-date',
    at: 'upstream',
    strike: once({ kind: 'status', status: 429, headers: dated, body: tooMany }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    isSlow: true,
  },
  {
    id: 'F11',
    name: '429 until a date two hours on',
    at: 'upstream',
    strike: always({
      kind: 'status',
      status: 429,
      headers: { ...dated, 'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT' },
      body: tooMany,
    }),
    cold: failing(429, 'TooManyRequests', {
      ...final('rejected'),
      // The caller hears the whole wait; the gate is closed for five minutes at most.
      more: { retryAfter: 7_200, again: throttled(300) },
    }),
    stale: standIns(1),
  },
  {
    id: 'F12',
    name: '503 with Retry-After: 1, once',
    at: 'upstream',
    strike: once({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    isSlow: true,
  },
  {
    id: 'F12',
    name: '503 with Retry-After: 1',
    at: 'upstream',
    strike: always({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    cold: failing(503, 'upstream_unavailable', { ...turnedAway, more: { retryAfter: 1 } }),
    stale: standIns(3),
    isSlow: true,
  },
  {
    id: 'F13',
    name: '500',
    at: 'upstream',
    strike: always({ kind: 'status', status: 500, body: { error: { code: 'InternalServerError', message: 'at db01' } } }),
    cold: failing(502, 'upstream_error', serverError),
    stale: standIns(3),
  },
  {
    id: 'F13',
    name: '500, once',
    at: 'upstream',
    strike: once({ kind: 'status', status: 500 }),
    cold: { ...failing(502, 'upstream_error', serverError), reads: done(2), search: done(2) },
    stale: fetches(2),
  },
  {
    id: 'F14',
    name: '502 with HTML',
    at: 'upstream',
    strike: always({ kind: 'status', status: 502, contentType: 'text/html', body: html }),
    cold: failing(502, 'upstream_error', serverError),
    stale: standIns(3),
  },
  {
    id: 'F14',
    name: '504 with HTML',
    at: 'upstream',
    strike: always({ kind: 'status', status: 504, contentType: 'text/html', body: html }),
    cold: failing(502, 'upstream_error', serverError),
    stale: standIns(3),
  },
  {
    id: 'F15',
    name: '200 with invalid JSON',
    at: 'upstream',
    strike: always({ kind: 'malformed', text: '{"value": [' }),
    cold: failing(502, 'upstream_invalid_response', final('accepted')),
    stale: standIns(1),
  },
  {
    id: 'F16',
    name: '200 with another content type',
    at: 'upstream',
    strike: always({ kind: 'malformed', text: html, contentType: 'text/html' }),
    cold: failing(502, 'upstream_invalid_response', final('accepted')),
    stale: standIns(1),
  },
  {
    id: 'F17',
    name: '200 MiB of content',
    at: 'upstream',
    strike: always({ kind: 'big', bytes: 200 * mebibyte }),
    cold: failing(502, 'upstream_invalid_response', final('unknown')),
    stale: standIns(1),
  },
  {
    id: 'F17',
    name: '200 MiB of content, chunked',
    at: 'upstream',
    strike: always({ kind: 'big', bytes: 200 * mebibyte, chunked: true }),
    cold: failing(502, 'upstream_invalid_response', final('unknown')),
    stale: standIns(1),
  },
  {
    id: 'F18',
    name: 'content that inflates to 32 MiB',
    at: 'upstream',
    strike: always({ kind: 'gzip-bomb', bytes: 32 * mebibyte }),
    cold: failing(502, 'upstream_invalid_response', final('accepted')),
    stale: standIns(1),
    isSlow: true,
  },
  {
    id: 'F19',
    name: 'unknown members and values',
    at: 'upstream',
    strike: always({ kind: 'patch', body: { futureMember: JSON.parse(member) } }),
    cold: {
      reads: { ...done(), content: member },
      search: { ...done(), content: member },
      writes: { ...done(), content: member },
      deletion: NO_CONTENT,
    },
    stale: fetches(1),
  },
  {
    id: 'F20',
    name: 'required member missing',
    at: 'upstream',
    strike: always({ kind: 'patch', body: emptied }),
    cold: { ...failing(502, 'upstream_invalid_response', final('accepted')), deletion: NO_CONTENT },
    stale: standIns(1),
  },
  {
    id: 'F21',
    name: '401, once',
    at: 'upstream',
    strike: once({ kind: 'status', status: 401 }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: fetches(2),
  },
  {
    id: 'F22',
    name: '401',
    at: 'upstream',
    strike: always({ kind: 'status', status: 401 }),
    cold: failing(502, 'upstream_auth', { reads: 2, search: 2, writes: [2, 'rejected'], deletion: [2, 'rejected'] }),
    // The identity may have lost its right: a minute, and what is stored goes out of use.
    stale: { reads: fails(502, 'upstream_auth', 2), search: fails(502, 'upstream_auth', 2) },
    revalidating: {
      status: 'success',
      cache: 'while-revalidating',
      calls: 2,
      again: fails(502, 'upstream_auth', 2),
    },
  },
  {
    id: 'F22',
    name: '403',
    at: 'upstream',
    strike: always({ kind: 'status', status: 403, body: refused }),
    cold: failing(502, 'upstream_auth', final('rejected')),
    stale: { reads: fails(502, 'upstream_auth', 1), search: fails(502, 'upstream_auth', 1) },
    revalidating: {
      status: 'success',
      cache: 'while-revalidating',
      calls: 1,
      again: fails(502, 'upstream_auth', 1),
    },
  },
  {
    id: 'F23',
    name: '404',
    at: 'upstream',
    strike: always({ kind: 'status', status: 404, body: refused }),
    cold: failing(404, 'Refused', final('rejected')),
    stale: { reads: fails(404, 'Refused', 1), search: fails(404, 'Refused', 1) },
    // The first caller still gets what was stored, the next one the truth.
    revalidating: { status: 'success', cache: 'while-revalidating', calls: 1, again: fails(404, 'Refused', 1) },
  },
  ...[400, 409, 412, 422].map(
    (status): UpstreamFault => ({
      id: 'F24',
      name: String(status),
      at: 'upstream',
      strike: always({ kind: 'status', status, body: refused }),
      cold: failing(status, 'Refused', final('rejected')),
      stale: { reads: fails(status, 'Refused', 1), search: fails(status, 'Refused', 1) },
    }),
  ),
  {
    id: 'F25',
    name: '202 where another status is due',
    at: 'upstream',
    strike: always({ kind: 'status', status: 202 }),
    cold: {
      ...failing(502, 'upstream_invalid_response', final('accepted')),
      writes: { status: 202, outcome: 'accepted', calls: 1 },
      deletion: { status: 202, outcome: 'accepted', calls: 1 },
    },
    stale: standIns(1),
  },
  {
    id: 'F25',
    name: '204 where another status is due',
    at: 'upstream',
    strike: always({ kind: 'status', status: 204 }),
    cold: { ...failing(502, 'upstream_invalid_response', final('accepted')), deletion: 'a 204 is due' },
    stale: standIns(1),
  },
  {
    id: 'F25',
    name: '302',
    at: 'upstream',
    strike: always({ kind: 'status', status: 302, headers: { location: '/elsewhere' } }),
    cold: failing(502, 'upstream_invalid_response', final('unknown')),
    stale: standIns(1),
  },
  ...(['FIN', 'RST'] as const).map(
    (idle): UpstreamFault => ({
      id: 'F26',
      name: `idle connections ended by ${idle}`,
      at: 'upstream',
      strike: { idle },
      cold: { reads: done(), search: done(), writes: done(), deletion: done() },
      stale: fetches(1),
    }),
  ),
];
