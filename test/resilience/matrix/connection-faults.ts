/** Faults F01 to F09, F15 to F20 and F26: the connection to the upstream, and the body of a response. */
import {
  everyCall,
  failures,
  firstCall,
  html,
  MEBIBYTE,
  NO_BODY,
  notReached,
  notRetried,
  refreshedResponses,
  requiredMembersNull,
  staleResponses,
  success,
  successes,
  unknownMember,
  unknownOutcome,
  untrustedServer,
  unusableBody,
} from './expectations.ts';
import type { UpstreamFault } from './types.ts';

const ONLY_SEARCH = 'of these operations, the search alone has this list';

export const connectionFaults: readonly UpstreamFault[] = [
  {
    id: 'F01',
    name: 'connection refused',
    inject: { proxy: { kind: 'down' } },
    cold: failures(502, 'upstream_unreachable', notReached),
    stale: staleResponses(0),
  },
  {
    id: 'F02',
    name: 'name not resolved',
    inject: { resolver: 'down' },
    cold: failures(502, 'upstream_unreachable', notReached, { reasonContains: 'ENOTFOUND' }),
    stale: staleResponses(0),
  },
  {
    id: 'F03',
    name: 'connect timeout',
    inject: { proxy: { kind: 'unreachable' } },
    cold: failures(502, 'upstream_unreachable', notReached, { reasonContains: 'UND_ERR_CONNECT_TIMEOUT' }),
    stale: staleResponses(0),
    attemptSeconds: 4,
    // Three attempts of one second each.
    withinMs: 4_000,
  },
  {
    id: 'F04',
    name: 'certificate expired',
    inject: { certificate: 'expired' },
    cold: failures(502, 'upstream_unreachable', untrustedServer, { reasonContains: 'CERT_HAS_EXPIRED' }),
    stale: staleResponses(0),
  },
  {
    id: 'F04',
    name: 'certificate with the wrong name',
    inject: { certificate: 'wrong name' },
    cold: failures(502, 'upstream_unreachable', untrustedServer, { reasonContains: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    stale: staleResponses(0),
  },
  {
    id: 'F04',
    name: 'certificate of an unknown authority',
    inject: { certificate: 'unknown authority' },
    cold: failures(502, 'upstream_unreachable', untrustedServer, { reasonContains: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    stale: staleResponses(0),
  },
  {
    id: 'F05',
    name: 'no headers',
    inject: everyCall({ kind: 'hang' }),
    cold: failures(504, 'upstream_timeout', notRetried('unknown')),
    stale: staleResponses(1),
    attemptSeconds: 60,
  },
  {
    id: 'F05',
    name: 'headers after five seconds: slow is not dead',
    inject: everyCall({ kind: 'delay', ms: 500 }),
    cold: successes(),
    stale: staleResponses(1),
    attemptSeconds: 6,
  },
  {
    id: 'F06',
    name: 'body arrives slowly',
    inject: everyCall({ kind: 'drip', bytes: 1, ms: 100 }),
    // The status arrived in time, and a write that succeeded is a success.
    cold: { ...failures(504, 'upstream_timeout', notRetried('unknown')), writes: success(), bodiless: NO_BODY },
    stale: staleResponses(1),
    attemptSeconds: 60,
  },
  {
    id: 'F07',
    name: 'reset before the headers',
    inject: everyCall({ kind: 'reset' }),
    cold: failures(502, 'upstream_unreachable', unknownOutcome),
    stale: staleResponses(3),
  },
  {
    id: 'F07',
    name: 'reset before the headers, once, after processing',
    inject: firstCall({ kind: 'reset', processed: true }),
    cold: {
      ...failures(502, 'upstream_unreachable', unknownOutcome),
      reads: success(2),
      search: success(2),
    },
    stale: refreshedResponses(2),
  },
  {
    id: 'F08',
    name: 'reset in the body',
    inject: everyCall({ kind: 'reset-mid-body', bytes: 20 }),
    cold: { ...failures(502, 'upstream_unreachable', unknownOutcome), writes: success(), bodiless: NO_BODY },
    stale: staleResponses(3),
    attemptSeconds: 2,
  },
  {
    id: 'F09',
    name: 'ended before its Content-Length',
    inject: everyCall({ kind: 'truncate', bytes: 20 }),
    cold: { ...failures(502, 'upstream_unreachable', unknownOutcome), writes: success(), bodiless: NO_BODY },
    stale: staleResponses(3),
  },
  {
    id: 'F09',
    name: 'last chunk missing',
    inject: {
      proxy: {
        kind: 'response',
        text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"value\r\n',
      },
    },
    cold: {
      ...failures(502, 'upstream_unreachable', { ...unknownOutcome, reachesUpstream: false }),
      writes: { status: 200, upstreamCalls: 0 },
      bodiless: { status: 200, upstreamCalls: 0 },
    },
    stale: staleResponses(0),
  },
  {
    id: 'F09',
    name: 'ended early, without a Content-Length',
    inject: {
      proxy: { kind: 'response', text: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"value":[' },
    },
    cold: {
      ...failures(502, 'upstream_invalid_response', { ...notRetried('unknown'), reachesUpstream: false }),
      writes: { status: 200, upstreamCalls: 0 },
      bodiless: { status: 200, upstreamCalls: 0 },
    },
    stale: staleResponses(0),
  },
  ...(['FIN', 'RST'] as const).map(
    (idle): UpstreamFault => ({
      id: 'F26',
      name: `idle connections ended by ${idle}`,
      inject: { idle },
      cold: successes(),
      stale: refreshedResponses(1),
    }),
  ),
];

export const bodyFaults: readonly UpstreamFault[] = [
  {
    id: 'F15',
    name: '200 with invalid JSON',
    inject: everyCall({ kind: 'malformed', text: '{"value": [' }),
    cold: unusableBody(),
    stale: staleResponses(1),
  },
  {
    id: 'F16',
    name: '200 with another content type',
    inject: everyCall({ kind: 'malformed', text: html, contentType: 'text/html' }),
    cold: unusableBody(),
    stale: staleResponses(1),
  },
  {
    id: 'F17',
    name: '200 MiB body',
    inject: everyCall({ kind: 'big', bytes: 200 * MEBIBYTE }),
    cold: unusableBody(),
    stale: staleResponses(1),
  },
  {
    id: 'F18',
    // Above every limit. process.faults.ts measures the memory for a larger one.
    name: 'body inflates to 9 MiB',
    inject: everyCall({ kind: 'gzip-bomb', bytes: 9 * MEBIBYTE }),
    cold: unusableBody(),
    stale: staleResponses(1),
    attemptSeconds: 3,
  },
  {
    id: 'F19',
    name: 'unknown members and values',
    inject: everyCall({ kind: 'patch', body: { futureMember: JSON.parse(unknownMember) } }),
    cold: {
      reads: { ...success(), bodyContains: unknownMember },
      search: { ...success(), bodyContains: unknownMember },
      writes: { ...success(), bodyContains: unknownMember },
      bodiless: NO_BODY,
    },
    stale: refreshedResponses(1),
  },
  {
    id: 'F20',
    name: 'member missing',
    inject: everyCall({ kind: 'patch', body: requiredMembersNull }),
    cold: { ...successes(), bodiless: NO_BODY },
    stale: refreshedResponses(1),
  },
  {
    id: 'F20',
    name: 'list missing',
    inject: everyCall({ kind: 'patch', body: { searchResults: null } }),
    cold: { ...unusableBody(), reads: ONLY_SEARCH, writes: ONLY_SEARCH, bodiless: ONLY_SEARCH },
    stale: staleResponses(1),
  },
];
