/** Faults F10 to F12: the upstream asks for a later retry. */
import {
  everyCall,
  failures,
  firstCall,
  notProcessed,
  notRetried,
  retryAfterDate,
  staleResponses,
  successes,
  throttled,
  tooManyRequests,
} from './expectations.ts';
import type { UpstreamFault } from './types.ts';

export const retryAfterFaults: readonly UpstreamFault[] = [
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
