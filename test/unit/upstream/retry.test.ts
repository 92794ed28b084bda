import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Failure } from '../../../lib/upstream/failure.ts';
import { decideRetry, type Idempotency, isNotProcessed, type RetryCase } from '../../../lib/upstream/retry.ts';

const broken = (kind: 'connect' | 'tls' | 'reset' | 'timeout' | 'invalid'): Failure => ({ kind, cause: undefined });
const answered = (status: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const someCase: RetryCase = {
  idempotency: 'safe',
  failure: broken('reset'),
  attempts: 1,
  maxAttempts: 3,
  remainingMs: 8_000,
  random: 0.5,
};

const repeats = (nature: Idempotency, failure: Failure) =>
  decideRetry({ ...someCase, idempotency: nature, failure }) !== undefined;

it.each<[string, Failure, { read: boolean; idempotent: boolean; write: boolean; notProcessed: boolean }]>([
  ['F01: no connection', broken('connect'), { read: true, idempotent: true, write: true, notProcessed: true }],
  ['F04: a wrong certificate', broken('tls'), { read: false, idempotent: false, write: false, notProcessed: true }],
  ['F05: no answer in time', broken('timeout'), { read: true, idempotent: true, write: false, notProcessed: false }],
  ['F07: a broken connection', broken('reset'), { read: true, idempotent: true, write: false, notProcessed: false }],
  ['F15: no valid answer', broken('invalid'), { read: false, idempotent: false, write: false, notProcessed: false }],
  ['F10: 429', answered(429), { read: true, idempotent: true, write: true, notProcessed: true }],
  ['F10: 429 with a time', answered(429, 1_000), { read: true, idempotent: true, write: true, notProcessed: true }],
  ['F12: 503 with a time', answered(503, 1_000), { read: true, idempotent: true, write: true, notProcessed: true }],
  ['F12: 503 with no wait', answered(503, 0), { read: true, idempotent: true, write: true, notProcessed: true }],
  ['F12: 503 without a time', answered(503), { read: true, idempotent: false, write: false, notProcessed: false }],
  ['F13: 500', answered(500), { read: true, idempotent: false, write: false, notProcessed: false }],
  ['F13: 500 with a time', answered(500, 1_000), { read: true, idempotent: false, write: false, notProcessed: false }],
  ['F14: 502', answered(502), { read: true, idempotent: false, write: false, notProcessed: false }],
  ['F14: 504', answered(504), { read: true, idempotent: false, write: false, notProcessed: false }],
  ['F24: 409', answered(409), { read: false, idempotent: false, write: false, notProcessed: false }],
  ['F24: 499', answered(499), { read: false, idempotent: false, write: false, notProcessed: false }],
])('%s: what is repeated (RFC 9110 9.2.2; reliability 4.1)', (_, failure, expected) => {
  expect({
    read: repeats('safe', failure),
    idempotent: repeats('idempotent', failure),
    write: repeats('unsafe', failure),
    notProcessed: isNotProcessed(failure),
  }).toEqual(expected);
});

it('a write is repeated only when the upstream surely did nothing (DESIGN 4, 9; G3)', () => {
  const failure = fc.oneof(
    fc.constantFrom(...(['connect', 'tls', 'reset', 'timeout', 'invalid'] as const)).map(broken),
    fc
      .tuple(fc.integer({ min: 400, max: 599 }), fc.option(fc.nat()))
      .map(([status, ms]) => answered(status, ms ?? undefined)),
  );
  fc.assert(
    fc.property(failure, (failed) => {
      if (repeats('unsafe', failed)) expect(isNotProcessed(failed)).toBe(true);
    }),
  );
});

it('no more tries are made than are allowed', () => {
  expect(decideRetry({ ...someCase, attempts: 2, maxAttempts: 3 })).toBeDefined();
  expect(decideRetry({ ...someCase, attempts: 3, maxAttempts: 3 })).toBeUndefined();
  expect(decideRetry({ ...someCase, attempts: 1, maxAttempts: 1 })).toBeUndefined();
});

it.each([
  [1, 100],
  [2, 200],
  [3, 400],
  [5, 1_600],
  [6, 2_000],
  [20, 2_000],
])('after try %i the wait is anything up to %i ms: full jitter, doubled, two seconds at most', (tries, most) => {
  const wait = (random: number) => decideRetry({ ...someCase, attempts: tries, maxAttempts: 100, random });
  expect(wait(0)).toBe(0);
  expect(wait(0.5)).toBe(most / 2);
  expect(wait(0.999)).toBeCloseTo(most * 0.999);
});

it.each([
  [answered(429, 5_000), 5_050],
  [answered(503, 5_000), 5_050],
  [answered(500, 5_000), 5_050],
  [answered(429, 0), 1_050],
  [answered(429), 50],
])('the upstream’s own time comes before the jitter: %j', (failure, waitMs) => {
  expect(decideRetry({ ...someCase, failure })).toBe(waitMs);
});

it('a time to wait is obeyed only if 200 ms are left after it (reliability 4.1)', () => {
  const failure = answered(429, 5_000);
  expect(decideRetry({ ...someCase, failure, remainingMs: 5_250 })).toBe(5_050);
  expect(decideRetry({ ...someCase, failure, remainingMs: 5_249 })).toBeUndefined();
  expect(decideRetry({ ...someCase, random: 0, remainingMs: 200 })).toBe(0);
  expect(decideRetry({ ...someCase, random: 0, remainingMs: 199 })).toBeUndefined();
});

it('a wait of more than five minutes is never begun, nor shortened below what was asked', () => {
  const failure = answered(429, 86_400_000);
  expect(decideRetry({ ...someCase, failure, remainingMs: 60_000 })).toBeUndefined();
});
