/** All faults of the upstreams: here F10 to F14 and F21 to F25, the status that the upstream returns, and when it asks for a later retry. */
import { bodyFaults, connectionFaults } from './connection-faults.ts';
import {
  failure,
  failures,
  firstCall,
  html,
  notProcessed,
  notRetried,
  returns,
  row,
  servesStale,
  servesStaleOnce,
  success,
  successes,
  throttled,
  unknownOutcome,
  unusableBody,
} from './expectations.ts';
import type { UpstreamFault } from './types.ts';

const tooManyRequests = {
  error: { code: 'TooManyRequests', message: 'Too many requests.' },
  code: 'TooManyRequests',
  message: '',
};
const refused = {
  error: { code: 'Refused', message: 'It is refused.' },
  code: 'Refused',
  message: 'It is refused.',
};

const later = (seconds: number) => ({ headers: { 'retry-after': String(seconds) }, body: tooManyRequests });
const tooMany = (attempts: typeof notProcessed, maxRetryAfter: number, repeated?: ReturnType<typeof throttled>) =>
  failures(429, 'TooManyRequests', attempts, { maxRetryAfter, ...(repeated && { repeated }) });
const once = tooMany(notRetried('rejected'), 120, throttled(120));

const retryAfterFaults = [
  row('F10 429 with Retry-After: 1, once', firstCall({ kind: 'status', status: 429, ...later(1) }), successes(2), {
    stale: servesStale(2),
    attemptSeconds: 3,
  }),
  row('F10 429 with Retry-After: 1', returns(429, later(1)), tooMany(notProcessed, 1), { attemptSeconds: 3 }),
  row('F10 429 with Retry-After: 120', returns(429, later(120)), once),
  row('F10 403 with Retry-After: 120', returns(403, later(120)), once),
  // The caller gets the whole Retry-After; Frontdesk itself throttles for five minutes at most.
  row(
    'F11 429 until a date two hours ahead',
    returns(429, {
      ...later(0),
      headers: { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT' },
    }),
    tooMany(notRetried('rejected'), 7_200, throttled(300)),
  ),
  row(
    'F12 503 with Retry-After: 1',
    returns(503, { headers: { 'retry-after': '1' } }),
    failures(503, 'upstream_unavailable', notProcessed, { maxRetryAfter: 1 }),
    { attemptSeconds: 3 },
  ),
];

const badGateway = { contentType: 'text/html', body: html };
const internal = { body: { error: { code: 'InternalServerError', message: 'at db01' } } };
const noPermission = failure(502, 'upstream_auth', 1);
const accepted = { status: 202, outcome: 'accepted', upstreamCalls: 1 } as const;

const statusFaults = [
  row('F13 status 500', returns(500, internal), failures(502, 'upstream_error', notRetried('unknown'))),
  row('F14 502 with HTML', returns(502, badGateway), failures(502, 'upstream_error', unknownOutcome)),
  row('F14 502 with HTML, once', firstCall({ kind: 'status', status: 502, ...badGateway }), {
    ...failures(502, 'upstream_error', unknownOutcome),
    reads: success(2),
    search: success(2),
  }),
  row('F21 401, once', firstCall({ kind: 'status', status: 401 }), successes(2)),
  // Sent once more, with a new token: one is replaced once in 30 s.
  row('F22 status 401', returns(401), failures(502, 'upstream_auth', { reads: 2, writes: [2, 'rejected'] }), {
    revalidating: servesStaleOnce(2, noPermission),
  }),
  row(
    'F22 403 about the identity',
    returns(403, { body: { error: { code: 'AuthorizationFailed', message: 'The client may not.' } } }),
    failures(502, 'upstream_auth', notRetried('rejected')),
    { revalidating: servesStaleOnce(1, noPermission) },
  ),
  // Remembered for 5 s.
  row('F23 status 404', returns(404, { body: refused }), failures(404, 'Refused', notRetried('rejected')), {
    revalidating: servesStaleOnce(1, failure(404, 'Refused', 0, { cache: 'refused' })),
  }),
  // Access may have been taken away, so the stored response is removed.
  row('F24 403 about the request', returns(403, { body: refused }), failures(403, 'Refused', notRetried('rejected')), {
    revalidating: servesStaleOnce(1, failure(403, 'Refused', 1)),
  }),
  row('F05 status 408', returns(408, { body: refused }), failures(504, 'upstream_timeout', unknownOutcome)),
  row('F24 status 409', returns(409, { body: refused }), failures(409, 'Refused', notRetried('rejected'))),
  row('F25 unexpected 202', returns(202), { ...unusableBody(), writes: accepted, bodiless: accepted }),
  row('F25 unexpected 204', returns(204), { ...unusableBody(204), bodiless: 'a 204 is expected' }),
  row(
    'F25 302',
    returns(302, { headers: { location: '/elsewhere' } }),
    failures(502, 'upstream_invalid_response', notRetried('unknown')),
  ),
];

export const upstreamFaults: readonly UpstreamFault[] = [
  ...connectionFaults,
  ...retryAfterFaults,
  ...bodyFaults,
  ...statusFaults,
];
