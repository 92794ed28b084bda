/** Faults F01 to F03, F05 to F09, F15 to F20 and F26: the connection to the upstream, and the body of a response. */
import {
  everyCall,
  failures,
  firstCall,
  html,
  notReached,
  notRetried,
  row,
  servesStale,
  success,
  successes,
  unknownOutcome,
  unusableBody,
} from './expectations.ts';
import type { Injection } from './types.ts';

const NO_BODY = 'a 204 has no body';
const MEBIBYTE = 1024 * 1024;
const unknownMember = '{"kind":"of a later version"}';
/** Members of a contract, but no list. */
const requiredMembersNull = { id: null, name: null, properties: null, accessToken: null };
const ONLY_SEARCH = 'of these operations, the search alone has this list';

const unreachable = (attempts: typeof notReached, reasonContains?: string) =>
  failures(502, 'upstream_unreachable', attempts, reasonContains === undefined ? {} : { reasonContains });
/** The status arrived, and a write that succeeded is a success. */
const cutInBody = { ...unreachable(unknownOutcome), writes: success(), bodiless: NO_BODY };
const unsentSuccess = { status: 200, upstreamCalls: 0 };
const respondsJson = (headers: string, body: string): Injection => ({
  proxy: { kind: 'response', text: `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}\r\n${body}` },
});

export const connectionFaults = [
  row('F01 connection refused', { proxy: { kind: 'down' } }, unreachable(notReached)),
  row('F02 name no longer resolved: its last address serves', { resolver: 'down' }, successes()),
  // Three attempts of one second each.
  row('F03 connect timeout', { proxy: { kind: 'unreachable' } }, unreachable(notReached, 'UND_ERR_CONNECT_TIMEOUT'), {
    attemptSeconds: 4,
    withinMs: 4_000,
  }),
  row('F05 no headers', everyCall({ kind: 'hang' }), failures(504, 'upstream_timeout', notRetried('unknown')), {
    attemptSeconds: 60,
  }),
  row('F05 headers after five seconds: slow is not dead', everyCall({ kind: 'delay', ms: 500 }), successes(), {
    stale: servesStale(1),
    attemptSeconds: 6,
  }),
  row(
    'F06 body arrives slowly',
    everyCall({ kind: 'drip', bytes: 1, ms: 100 }),
    { ...failures(504, 'upstream_timeout', notRetried('unknown')), writes: success(), bodiless: NO_BODY },
    { attemptSeconds: 60 },
  ),
  row('F07 reset before the headers', everyCall({ kind: 'reset' }), unreachable(unknownOutcome)),
  row('F07 reset before the headers, once, after processing', firstCall({ kind: 'reset', processed: true }), {
    ...unreachable(unknownOutcome),
    reads: success(2),
    search: success(2),
  }),
  row('F08 reset in the body', everyCall({ kind: 'reset-mid-body', bytes: 20 }), cutInBody, { attemptSeconds: 2 }),
  row('F09 ended before its Content-Length', everyCall({ kind: 'truncate', bytes: 20 }), cutInBody),
  row('F09 last chunk missing', respondsJson('transfer-encoding: chunked\r\n', '7\r\n{"value\r\n'), {
    ...unreachable({ ...unknownOutcome, reachesUpstream: false }),
    writes: unsentSuccess,
    bodiless: unsentSuccess,
  }),
  row('F09 ended early, without a Content-Length', respondsJson('', '{"value":['), {
    ...failures(502, 'upstream_invalid_response', { ...notRetried('unknown'), reachesUpstream: false }),
    writes: unsentSuccess,
    bodiless: unsentSuccess,
  }),
  ...(['FIN', 'RST'] as const).map((idle) => row(`F26 idle connections ended by ${idle}`, { idle }, successes())),
];

export const bodyFaults = [
  row('F15 200 with invalid JSON', everyCall({ kind: 'malformed', text: '{"value": [' }), unusableBody()),
  row(
    'F16 200 with another content type',
    everyCall({ kind: 'malformed', text: html, contentType: 'text/html' }),
    unusableBody(),
  ),
  row('F17 200 MiB body', everyCall({ kind: 'big', bytes: 200 * MEBIBYTE }), unusableBody()),
  // Above every limit. process.faults.ts measures the memory for a larger one.
  row('F18 body inflates to 9 MiB', everyCall({ kind: 'gzip-bomb', bytes: 9 * MEBIBYTE }), unusableBody(), {
    attemptSeconds: 3,
  }),
  row(
    'F19 unknown members and values',
    everyCall({ kind: 'patch', body: { futureMember: JSON.parse(unknownMember) } }),
    { ...successes(1, { bodyContains: unknownMember }), bodiless: NO_BODY },
  ),
  row('F20 member missing', everyCall({ kind: 'patch', body: requiredMembersNull }), {
    ...successes(),
    bodiless: NO_BODY,
  }),
  row('F20 list missing', everyCall({ kind: 'patch', body: { searchResults: null } }), {
    ...unusableBody(),
    reads: ONLY_SEARCH,
    writes: ONLY_SEARCH,
    bodiless: ONLY_SEARCH,
  }),
];
