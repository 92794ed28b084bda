/**
 * The fault matrix: each fault of reliability 3, what brings it about, and what is expected of every group of operations in every
 * state of the cache. `npm run test:faults` makes the cells and runs them.
 */
import type { IdentityFault, KeysFault, UpstreamFault } from './expectation.ts';
import {
  always,
  dated,
  done,
  emptied,
  failing,
  fails,
  fetches,
  final,
  html,
  identityGone,
  keysGone,
  mebibyte,
  member,
  mistrusted,
  NO_CONTENT,
  once,
  refused,
  serverError,
  standIns,
  standsIn,
  tableReplies,
  throttled,
  tooMany,
  turnedAway,
  unclear,
  unheard,
} from './shorthand.ts';

/** Reliability 3, by number. */
export const faultTitles = {
  F01: 'connection refused',
  F02: 'name not resolved',
  F03: 'nothing answers to connecting',
  F04: 'certificate expired, for another name, of an unknown authority',
  F05: 'headers never come',
  F06: 'content drips',
  F07: 'reset before the headers',
  F08: 'reset in the content',
  F09: 'ended before its length, last chunk missing',
  F10: '429 with Retry-After',
  F11: '429 with an HTTP-date',
  F12: '503 with Retry-After',
  F13: '500',
  F14: '502 and 504 with HTML',
  F15: '200 with invalid JSON',
  F16: '200 with another content type',
  F17: '200 MiB of content',
  F18: 'content that inflates',
  F19: 'unknown members and values',
  F20: 'required member missing',
  F21: '401, once',
  F22: '401 and 403 for good',
  F23: '404',
  F24: '400, 409, 412, 422',
  F25: '202, 204, 3xx where another status is due',
  F26: 'idle connections ended',
  F27: 'outage of a minute, then recovery',
  F28: 'three of ten tries fail',
  F29: 'ten times the latency',
  F30: 'identity endpoint away, no token',
  F31: 'identity endpoint away, token valid',
  F32: 'identity endpoint away, token to be refreshed',
  F33: 'identity endpoint 429, 410, 404, 500',
  F34: 'identity endpoint 400',
  F35: 'identity endpoint answers HTML',
  F36: 'JWK Set away, keys kept',
  F37: 'JWK Set away, no keys',
  F38: 'signing key rolled',
  F39: 'JWK Set hangs',
  F40: 'JWK Set not usable',
  F41: 'key withdrawn',
  F42: 'table refused',
  F43: 'table hangs',
  F44: 'table 429 and 503 with Retry-After',
  F45: 'table 409 and 412',
  F46: 'table finds it too large',
  F47: 'table missing',
  F48: 'table 403',
  F49: 'row corrupt',
  F50: 'SIGTERM in flight',
  F51: 'SIGKILL in a write',
  F52: 'rejection beside the requests',
  F53: 'clocks five minutes apart',
  F54: 'process stands still for two seconds',
  F55: 'caller goes away',
  F56: 'caller reads slowly',
  F57: 'settings missing or wrong',
} as const;

/** What no test can show here, and why. */
export const notShown: Partial<Record<keyof typeof faultTitles, string>> = {
  F55: 'that the upstream call of a lone read is ended: the host tells a function nothing of its caller',
  F56: 'back-pressure: the worker hands the whole answer to the host, which has it in its own memory',
};

export const upstreamFaults: readonly UpstreamFault[] = [
  {
    id: 'F01',
    name: 'connection refused',
    strike: { wire: { kind: 'down' } },
    cold: failing(502, 'upstream_unreachable', unheard),
    stale: standIns(0),
  },
  {
    id: 'F02',
    name: 'name not resolved',
    strike: { resolver: 'down' },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'ENOTFOUND' } }),
    stale: standIns(0),
  },
  {
    id: 'F03',
    name: 'nothing answers to connecting',
    strike: { wire: { kind: 'unreachable' } },
    cold: failing(502, 'upstream_unreachable', { ...unheard, more: { reason: 'UND_ERR_CONNECT_TIMEOUT' } }),
    stale: standIns(0),
    lasts: 4,
    // A second to connect, thrice.
    within: 4_000,
  },
  {
    id: 'F04',
    name: 'certificate expired',
    strike: { certificate: 'expired' },
    cold: failing(502, 'upstream_unreachable', { ...mistrusted, more: { reason: 'CERT_HAS_EXPIRED' } }),
    stale: standIns(0),
  },
  {
    id: 'F04',
    name: 'certificate for another name',
    strike: { certificate: 'for another name' },
    cold: failing(502, 'upstream_unreachable', { ...mistrusted, more: { reason: 'ERR_TLS_CERT_ALTNAME_INVALID' } }),
    stale: standIns(0),
  },
  {
    id: 'F04',
    name: 'certificate of an unknown authority',
    strike: { certificate: 'of an unknown authority' },
    cold: failing(502, 'upstream_unreachable', { ...mistrusted, more: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
    stale: standIns(0),
  },
  {
    id: 'F05',
    name: 'headers never come',
    strike: always({ kind: 'hang' }),
    cold: failing(504, 'upstream_timeout', unclear),
    stale: standIns(3),
    lasts: 60,
  },
  {
    id: 'F05',
    name: 'headers never come, once',
    strike: once({ kind: 'hang' }),
    cold: { ...failing(504, 'upstream_timeout', unclear), reads: done(2), search: done(2), deletion: done(2) },
    stale: standIns(2),
    lasts: 60,
  },
  {
    id: 'F06',
    name: 'content drips',
    strike: always({ kind: 'drip', bytes: 1, ms: 100 }),
    cold: { ...failing(504, 'upstream_timeout', unclear), deletion: NO_CONTENT },
    stale: standIns(3),
    lasts: 60,
  },
  {
    id: 'F07',
    name: 'reset before the headers',
    strike: always({ kind: 'reset' }),
    cold: failing(502, 'upstream_unreachable', unclear),
    stale: standIns(3),
  },
  {
    id: 'F07',
    name: 'reset before the headers, once, after it took effect',
    strike: once({ kind: 'reset', processed: true }),
    // The second deletion finds nothing left: the first was ours.
    cold: { ...failing(502, 'upstream_unreachable', unclear), reads: done(2), search: done(2), deletion: done(2) },
    stale: fetches(2),
  },
  {
    id: 'F08',
    name: 'reset in the content',
    strike: always({ kind: 'reset-mid-body', bytes: 20 }),
    cold: { ...failing(502, 'upstream_unreachable', unclear), deletion: NO_CONTENT },
    stale: standIns(3),
    lasts: 2,
  },
  {
    id: 'F09',
    name: 'ended before its Content-Length',
    strike: always({ kind: 'truncate', bytes: 20 }),
    cold: { ...failing(502, 'upstream_unreachable', unclear), deletion: NO_CONTENT },
    stale: standIns(3),
  },
  {
    id: 'F09',
    name: 'last chunk missing',
    strike: {
      wire: {
        kind: 'reply',
        text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"value\r\n',
      },
    },
    cold: failing(502, 'upstream_unreachable', { ...unclear, isHeard: false }),
    stale: standIns(0),
  },
  {
    id: 'F09',
    name: 'ended early, without a length',
    strike: { wire: { kind: 'reply', text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"value":[' } },
    cold: failing(502, 'upstream_invalid_response', { ...final('accepted'), isHeard: false }),
    stale: standIns(0),
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 1, once',
    strike: once({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: tooMany }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    lasts: 3,
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 1',
    strike: always({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: tooMany }),
    cold: failing(429, 'TooManyRequests', { ...turnedAway, more: { retryAfter: 1 } }),
    stale: standIns(3),
    lasts: 3,
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 120',
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
    strike: once({ kind: 'status', status: 429, headers: { 'x-ms-retry-after-ms': '1000' }, body: tooMany }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    lasts: 3,
  },
  {
    id: 'F11',
    name: '429 with an HTTP-date',
    strike: once({ kind: 'status', status: 429, headers: dated, body: tooMany }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    lasts: 3,
  },
  {
    id: 'F11',
    name: '429 until a date two hours on',
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
    strike: once({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: standIns(2),
    lasts: 3,
  },
  {
    id: 'F12',
    name: '503 with Retry-After: 1',
    strike: always({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    cold: failing(503, 'upstream_unavailable', { ...turnedAway, more: { retryAfter: 1 } }),
    stale: standIns(3),
    lasts: 3,
  },
  {
    id: 'F13',
    name: '500',
    strike: always({
      kind: 'status',
      status: 500,
      body: { error: { code: 'InternalServerError', message: 'at db01' } },
    }),
    cold: failing(502, 'upstream_error', serverError),
    stale: standIns(3),
  },
  {
    id: 'F13',
    name: '500, once',
    strike: once({ kind: 'status', status: 500 }),
    cold: { ...failing(502, 'upstream_error', serverError), reads: done(2), search: done(2) },
    stale: fetches(2),
  },
  {
    id: 'F14',
    name: '502 with HTML',
    strike: always({ kind: 'status', status: 502, contentType: 'text/html', body: html }),
    cold: failing(502, 'upstream_error', serverError),
    stale: standIns(3),
  },
  {
    id: 'F14',
    name: '504 with HTML',
    strike: always({ kind: 'status', status: 504, contentType: 'text/html', body: html }),
    cold: failing(502, 'upstream_error', serverError),
    stale: standIns(3),
  },
  {
    id: 'F15',
    name: '200 with invalid JSON',
    strike: always({ kind: 'malformed', text: '{"value": [' }),
    cold: failing(502, 'upstream_invalid_response', final('accepted')),
    stale: standIns(1),
  },
  {
    id: 'F16',
    name: '200 with another content type',
    strike: always({ kind: 'malformed', text: html, contentType: 'text/html' }),
    cold: failing(502, 'upstream_invalid_response', final('accepted')),
    stale: standIns(1),
  },
  {
    id: 'F17',
    name: '200 MiB of content',
    strike: always({ kind: 'big', bytes: 200 * mebibyte }),
    cold: failing(502, 'upstream_invalid_response', final('unknown')),
    stale: standIns(1),
  },
  {
    id: 'F17',
    name: '200 MiB of content, chunked',
    strike: always({ kind: 'big', bytes: 200 * mebibyte, chunked: true }),
    cold: failing(502, 'upstream_invalid_response', final('unknown')),
    stale: standIns(1),
  },
  {
    id: 'F18',
    // Beyond every cap; what a larger one costs is measured in real time.
    name: 'content that inflates to 9 MiB',
    strike: always({ kind: 'gzip-bomb', bytes: 9 * mebibyte }),
    cold: failing(502, 'upstream_invalid_response', final('accepted')),
    stale: standIns(1),
    lasts: 3,
  },
  {
    id: 'F19',
    name: 'unknown members and values',
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
    strike: always({ kind: 'patch', body: emptied }),
    cold: { ...failing(502, 'upstream_invalid_response', final('accepted')), deletion: NO_CONTENT },
    stale: standIns(1),
  },
  {
    id: 'F21',
    name: '401, once',
    strike: once({ kind: 'status', status: 401 }),
    cold: { reads: done(2), search: done(2), writes: done(2), deletion: done(2) },
    stale: fetches(2),
  },
  {
    id: 'F22',
    name: '401',
    strike: always({ kind: 'status', status: 401 }),
    cold: failing(502, 'upstream_auth', {
      // Each try is made once more, with a new token.
      ...{ reads: 2, search: 2, writes: [2, 'rejected'], deletion: [2, 'rejected'] },
      more: { tries: 1 },
    }),
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
      strike: always({ kind: 'status', status, body: refused }),
      cold: failing(status, 'Refused', final('rejected')),
      stale: { reads: fails(status, 'Refused', 1), search: fails(status, 'Refused', 1) },
    }),
  ),
  {
    id: 'F25',
    name: '202 where another status is due',
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
    strike: always({ kind: 'status', status: 204 }),
    cold: { ...failing(502, 'upstream_invalid_response', final('accepted')), deletion: 'a 204 is due' },
    stale: standIns(1),
  },
  {
    id: 'F25',
    name: '302',
    strike: always({ kind: 'status', status: 302, headers: { location: '/elsewhere' } }),
    cold: failing(502, 'upstream_invalid_response', final('unknown')),
    stale: standIns(1),
  },
  ...(['FIN', 'RST'] as const).map(
    (idle): UpstreamFault => ({
      id: 'F26',
      name: `idle connections ended by ${idle}`,
      strike: { idle },
      cold: { reads: done(), search: done(), writes: done(), deletion: done() },
      stale: fetches(1),
    }),
  ),
];

const untouched = {
  cold: { reads: done(), search: done(), writes: done(), deletion: done() },
  stale: fetches(1),
  within: 250,
};

/** The table's faults cost the hit in it and no more: what the instance itself has kept still serves. */
export const tableFaults: readonly UpstreamFault[] = [
  { id: 'F42', name: 'table refused', strike: { table: { kind: 'down' } }, ...untouched },
  {
    id: 'F42',
    name: 'nothing answers to connecting to the table',
    strike: { table: { kind: 'unreachable' } },
    ...untouched,
    lasts: 0.5,
  },
  { id: 'F43', name: 'table hangs', strike: { table: { kind: 'black-hole' } }, ...untouched, lasts: 0.5 },
  {
    id: 'F43',
    name: 'table answers after a second',
    strike: { table: { kind: 'latency', ms: 1_000 } },
    ...untouched,
    lasts: 0.5,
  },
  {
    id: 'F44',
    name: 'table 503 ServerBusy with Retry-After: 30',
    strike: tableReplies(503, 'ServerBusy', 30),
    ...untouched,
  },
  { id: 'F44', name: 'table 429 with Retry-After: 30', strike: tableReplies(429, 'TooManyRequests', 30), ...untouched },
  { id: 'F45', name: 'table 409', strike: tableReplies(409, 'EntityAlreadyExists'), ...untouched },
  { id: 'F45', name: 'table 412', strike: tableReplies(412, 'UpdateConditionNotSatisfied'), ...untouched },
  {
    id: 'F46',
    name: 'table 400 PropertyValueTooLarge',
    strike: tableReplies(400, 'PropertyValueTooLarge'),
    ...untouched,
  },
  { id: 'F46', name: 'table 400 EntityTooLarge', strike: tableReplies(400, 'EntityTooLarge'), ...untouched },
  { id: 'F46', name: 'table 413', strike: tableReplies(413, 'RequestBodyTooLarge'), ...untouched },
  { id: 'F47', name: 'table 404 TableNotFound', strike: tableReplies(404, 'TableNotFound'), ...untouched },
  { id: 'F48', name: 'table 403', strike: tableReplies(403, 'AuthorizationFailure'), ...untouched },
  {
    id: 'F49',
    name: 'table answers what is no entity',
    strike: {
      table: { kind: 'reply', text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"PartitionKey"' },
    },
    ...untouched,
  },
];

const signIn = { scripted: { kind: 'html' } } as const;
const silent = { scripted: { kind: 'hang' } } as const;
const answers = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  scripted: { kind: 'status', status, headers },
});

const withoutToken = { token: 'none', cold: identityGone, stale: standsIn(0), within: 3_000, leftAlone: 0 } as const;
/** Nobody waits for the identity endpoint while a token is valid. */
const withToken = { token: 'valid', cold: done(), within: 1_000 } as const;
const withOldToken = { ...withToken, token: 'refreshing' } as const;

export const identityFaults: readonly IdentityFault[] = [
  { id: 'F30', name: 'identity endpoint refused, no token', strike: { wire: { kind: 'down' } }, ...withoutToken },
  { id: 'F30', name: 'identity endpoint hangs, no token', strike: silent, ...withoutToken },
  { id: 'F31', name: 'identity endpoint refused, token valid', strike: { wire: { kind: 'down' } }, ...withToken },
  { id: 'F31', name: 'identity endpoint hangs, token valid', strike: silent, ...withToken },
  { id: 'F32', name: 'identity endpoint hangs, token to be refreshed', strike: silent, ...withOldToken },
  {
    id: 'F32',
    name: 'identity endpoint refused, token to be refreshed',
    strike: { wire: { kind: 'down' } },
    ...withOldToken,
  },
  {
    id: 'F33',
    name: 'identity endpoint 429, no token',
    strike: answers(429, { 'retry-after': '20' }),
    ...withoutToken,
  },
  {
    id: 'F33',
    name: 'identity endpoint 429, token to be refreshed',
    strike: answers(429, { 'retry-after': '20' }),
    ...withOldToken,
  },
  { id: 'F33', name: 'identity endpoint 410, no token', strike: answers(410), ...withoutToken },
  { id: 'F33', name: 'identity endpoint 404, no token', strike: answers(404), ...withoutToken },
  { id: 'F33', name: 'identity endpoint 500, no token', strike: answers(500), ...withoutToken },
  { id: 'F33', name: 'identity endpoint 500, token to be refreshed', strike: answers(500), ...withOldToken },
  { id: 'F34', name: 'identity endpoint 400, no token', strike: answers(400), ...withoutToken, leftAlone: 25 },
  { id: 'F34', name: 'identity endpoint 400, token to be refreshed', strike: answers(400), ...withOldToken },
  { id: 'F35', name: 'identity endpoint answers HTML, no token', strike: signIn, ...withoutToken },
  { id: 'F35', name: 'identity endpoint answers HTML, token to be refreshed', strike: signIn, ...withOldToken },
];

const withKeys = { keys: 'kept', cold: done(), within: 1_000 } as const;
const withoutKeys = { keys: 'none', cold: keysGone, within: 2_000 } as const;
/** More than is taken: 100 keys, 256 KiB. */
const manyKeys = JSON.stringify({
  keys: Array.from({ length: 20_000 }, (_, n) => ({ kty: 'RSA', kid: `k${n}`, n: 'AQAB', e: 'AQAB' })),
});
const keySetOf = (text: string) => ({
  wire: { kind: 'reply', text: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${text}` } as const,
});

export const keysFaults: readonly KeysFault[] = [
  { id: 'F36', name: 'JWK Set refused, keys kept', strike: { wire: { kind: 'down' } }, ...withKeys },
  { id: 'F37', name: 'JWK Set refused, no keys', strike: { wire: { kind: 'down' } }, ...withoutKeys },
  {
    id: 'F39',
    name: 'JWK Set after five seconds, keys kept',
    strike: { scripted: { kind: 'delay', ms: 5_000 } },
    ...withKeys,
  },
  {
    id: 'F39',
    name: 'JWK Set after five seconds, no keys',
    strike: { scripted: { kind: 'delay', ms: 5_000 } },
    ...withoutKeys,
  },
  { id: 'F39', name: 'JWK Set never comes, keys kept', strike: { wire: { kind: 'black-hole' } }, ...withKeys },
  { id: 'F39', name: 'JWK Set never comes, no keys', strike: { wire: { kind: 'black-hole' } }, ...withoutKeys },
  { id: 'F40', name: 'JWK Set is HTML, keys kept', strike: signIn, ...withKeys },
  { id: 'F40', name: 'JWK Set is HTML, no keys', strike: signIn, ...withoutKeys },
  { id: 'F40', name: 'JWK Set is empty, keys kept', strike: keySetOf('{"keys":[]}'), ...withKeys },
  { id: 'F40', name: 'JWK Set is empty, no keys', strike: keySetOf('{"keys":[]}'), ...withoutKeys },
  { id: 'F40', name: 'JWK Set of 20,000 keys, keys kept', strike: keySetOf(manyKeys), ...withKeys },
  { id: 'F40', name: 'JWK Set of 20,000 keys, no keys', strike: keySetOf(manyKeys), ...withoutKeys },
  { id: 'F40', name: 'JWK Set cut short, keys kept', strike: { scripted: { kind: 'malformed' } }, ...withKeys },
  { id: 'F40', name: 'JWK Set cut short, no keys', strike: { scripted: { kind: 'malformed' } }, ...withoutKeys },
];
