/** All faults of the upstreams: here F10 to F14 and F21 to F25, the status that the upstream returns, and when it asks for a later retry. */
import { bodyFaults, connectionFaults } from './connection-faults.ts';
import {
  everyCall,
  failure,
  failures,
  firstCall,
  html,
  identityRefused,
  notProcessed,
  notRetried,
  refreshedResponses,
  refused,
  retryAfterDate,
  staleResponses,
  success,
  successes,
  throttled,
  tooManyRequests,
  unknownOutcome,
  unusableBody,
} from './expectations.ts';
import type { UpstreamFault } from './types.ts';

const retryAfterFaults: readonly UpstreamFault[] = [
  {
    id: 'F10',
    name: '429 with Retry-After: 1, once',
    inject: firstCall({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: tooManyRequests }),
    cold: successes(2),
    stale: staleResponses(2),
    attemptSeconds: 3,
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 1',
    inject: everyCall({ kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: tooManyRequests }),
    cold: failures(429, 'TooManyRequests', notProcessed, { maxRetryAfter: 1 }),
    stale: staleResponses(3),
    attemptSeconds: 3,
  },
  {
    id: 'F10',
    name: '429 with Retry-After: 120',
    inject: everyCall({ kind: 'status', status: 429, headers: { 'retry-after': '120' }, body: tooManyRequests }),
    cold: failures(429, 'TooManyRequests', notRetried('rejected'), { maxRetryAfter: 120, repeated: throttled(120) }),
    stale: staleResponses(1),
  },
  {
    id: 'F10',
    name: '403 with Retry-After: 120',
    inject: everyCall({ kind: 'status', status: 403, headers: { 'retry-after': '120' }, body: tooManyRequests }),
    cold: failures(429, 'TooManyRequests', notRetried('rejected'), { maxRetryAfter: 120, repeated: throttled(120) }),
    stale: staleResponses(1),
  },
  {
    id: 'F11',
    name: '429 until a date two hours ahead',
    inject: everyCall({
      kind: 'status',
      status: 429,
      headers: { ...retryAfterDate, 'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT' },
      body: tooManyRequests,
    }),
    // The caller gets the whole Retry-After; Frontdesk itself throttles for five minutes at most.
    cold: failures(429, 'TooManyRequests', notRetried('rejected'), { maxRetryAfter: 7_200, repeated: throttled(300) }),
    stale: staleResponses(1),
  },
  {
    id: 'F12',
    name: '503 with Retry-After: 1',
    inject: everyCall({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    cold: failures(503, 'upstream_unavailable', notProcessed, { maxRetryAfter: 1 }),
    stale: staleResponses(3),
    attemptSeconds: 3,
  },
];

const statusFaults: readonly UpstreamFault[] = [
  {
    id: 'F13',
    name: '500',
    inject: everyCall({
      kind: 'status',
      status: 500,
      body: { error: { code: 'InternalServerError', message: 'at db01' } },
    }),
    cold: failures(502, 'upstream_error', notRetried('unknown')),
    stale: staleResponses(1),
  },
  {
    id: 'F14',
    name: '502 with HTML',
    inject: everyCall({ kind: 'status', status: 502, contentType: 'text/html', body: html }),
    cold: failures(502, 'upstream_error', unknownOutcome),
    stale: staleResponses(3),
  },
  {
    id: 'F14',
    name: '502 with HTML, once',
    inject: firstCall({ kind: 'status', status: 502, contentType: 'text/html', body: html }),
    cold: { ...failures(502, 'upstream_error', unknownOutcome), reads: success(2), search: success(2) },
    stale: refreshedResponses(2),
  },
  {
    id: 'F21',
    name: '401, once',
    inject: firstCall({ kind: 'status', status: 401 }),
    cold: successes(2),
    stale: refreshedResponses(2),
  },
  {
    id: 'F22',
    name: '401',
    inject: everyCall({ kind: 'status', status: 401 }),
    // Sent once more, with a new token.
    cold: failures(502, 'upstream_auth', { reads: 2, writes: [2, 'rejected'] }),
    // The identity may have lost its permission: stored responses expire after a minute.
    stale: { reads: failure(502, 'upstream_auth', 2), search: failure(502, 'upstream_auth', 2) },
    revalidating: {
      status: 'success',
      cache: 'while-revalidating',
      upstreamCalls: 2,
      // A token is replaced once in 30 s.
      repeated: failure(502, 'upstream_auth', 1),
    },
  },
  {
    id: 'F22',
    name: '403 about the identity',
    inject: everyCall({ kind: 'status', status: 403, body: identityRefused }),
    cold: failures(502, 'upstream_auth', notRetried('rejected')),
    stale: { reads: failure(502, 'upstream_auth', 1), search: failure(502, 'upstream_auth', 1) },
    revalidating: {
      status: 'success',
      cache: 'while-revalidating',
      upstreamCalls: 1,
      repeated: failure(502, 'upstream_auth', 1),
    },
  },
  {
    id: 'F23',
    name: '404',
    inject: everyCall({ kind: 'status', status: 404, body: refused }),
    cold: failures(404, 'Refused', notRetried('rejected')),
    stale: { reads: failure(404, 'Refused', 1), search: failure(404, 'Refused', 1) },
    // The first caller still gets the stored response, the next one the 404, which is remembered for 5 s.
    revalidating: {
      status: 'success',
      cache: 'while-revalidating',
      upstreamCalls: 1,
      repeated: failure(404, 'Refused', 0, { cache: 'refused' }),
    },
  },
  {
    id: 'F24',
    name: '403 about the request',
    inject: everyCall({ kind: 'status', status: 403, body: refused }),
    cold: failures(403, 'Refused', notRetried('rejected')),
    stale: { reads: failure(403, 'Refused', 1), search: failure(403, 'Refused', 1) },
    // Access may have been taken away, so the stored response is removed.
    revalidating: {
      status: 'success',
      cache: 'while-revalidating',
      upstreamCalls: 1,
      repeated: failure(403, 'Refused', 1),
    },
  },
  {
    id: 'F05',
    name: '408',
    inject: everyCall({ kind: 'status', status: 408, body: refused }),
    cold: failures(504, 'upstream_timeout', unknownOutcome),
    stale: staleResponses(3),
  },
  {
    id: 'F24',
    name: '409',
    inject: everyCall({ kind: 'status', status: 409, body: refused }),
    cold: failures(409, 'Refused', notRetried('rejected')),
    stale: { reads: failure(409, 'Refused', 1), search: failure(409, 'Refused', 1) },
  },
  {
    id: 'F25',
    name: 'unexpected 202',
    inject: everyCall({ kind: 'status', status: 202 }),
    cold: {
      ...unusableBody(),
      writes: { status: 202, outcome: 'accepted', upstreamCalls: 1 },
      bodiless: { status: 202, outcome: 'accepted', upstreamCalls: 1 },
    },
    stale: staleResponses(1),
  },
  {
    id: 'F25',
    name: 'unexpected 204',
    inject: everyCall({ kind: 'status', status: 204 }),
    cold: { ...unusableBody(204), bodiless: 'a 204 is expected' },
    stale: staleResponses(1),
  },
  {
    id: 'F25',
    name: '302',
    inject: everyCall({ kind: 'status', status: 302, headers: { location: '/elsewhere' } }),
    cold: failures(502, 'upstream_invalid_response', notRetried('unknown')),
    stale: staleResponses(1),
  },
];

export const upstreamFaults: readonly UpstreamFault[] = [
  ...connectionFaults,
  ...retryAfterFaults,
  ...bodyFaults,
  ...statusFaults,
];
