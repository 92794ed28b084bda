import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../lib/upstream/failure.ts';
import {
  decideRetry,
  type Idempotency,
  isNotProcessed,
  RetryBudget,
  type RetryCase,
} from '../../../lib/upstream/retry.ts';

const broken = (kind: 'connect' | 'tls' | 'reset' | 'timeout' | 'invalid'): Failure => ({ kind, cause: undefined });
const responded = (status: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const someCase: RetryCase = {
  idempotency: 'safe',
  failure: broken('reset'),
  attempts: 1,
  maxAttempts: 3,
  timeoutMs: 3_000,
  remainingMs: 8_000,
  random: 0.5,
};

interface Expected {
  readonly safe: boolean;
  readonly unsafe: boolean;
  readonly notProcessed: boolean;
}

const repeats = (idempotency: Idempotency, failure: Failure) =>
  decideRetry({ ...someCase, idempotency, failure }) !== undefined;

it.each<[string, Failure, Expected]>([
  ['F01: no connection', broken('connect'), { safe: true, unsafe: true, notProcessed: true }],
  ['F04: an invalid certificate', broken('tls'), { safe: false, unsafe: false, notProcessed: true }],
  ['F05: no response in time', broken('timeout'), { safe: true, unsafe: false, notProcessed: false }],
  ['F07: a broken connection', broken('reset'), { safe: true, unsafe: false, notProcessed: false }],
  ['F15: an invalid response', broken('invalid'), { safe: false, unsafe: false, notProcessed: false }],
  ['F10: 429', responded(429), { safe: true, unsafe: true, notProcessed: true }],
  ['F10: 429 with Retry-After', responded(429, 1_000), { safe: true, unsafe: true, notProcessed: true }],
  ['F12: 503 with Retry-After', responded(503, 1_000), { safe: true, unsafe: true, notProcessed: true }],
  ['F12: 503 with Retry-After: 0', responded(503, 0), { safe: true, unsafe: true, notProcessed: true }],
  ['F12: 503 without Retry-After', responded(503), { safe: true, unsafe: false, notProcessed: false }],
  ['F13: 500', responded(500), { safe: true, unsafe: false, notProcessed: false }],
  ['F13: 500 with Retry-After', responded(500, 1_000), { safe: true, unsafe: false, notProcessed: false }],
  ['F14: 502', responded(502), { safe: true, unsafe: false, notProcessed: false }],
  ['F14: 504', responded(504), { safe: true, unsafe: false, notProcessed: false }],
  ['F24: 409', responded(409), { safe: false, unsafe: false, notProcessed: false }],
  ['F24: 499', responded(499), { safe: false, unsafe: false, notProcessed: false }],
])('%s: which requests are repeated (RFC 9110 9.2.2; P-01, P-02, P-03, P-04, P-05, P-06)', (_, failure, expected) => {
  expect({
    safe: repeats('safe', failure),
    unsafe: repeats('unsafe', failure),
    notProcessed: isNotProcessed(failure),
  }).toEqual(expected);
});

it('an unsafe request is repeated only if it was not processed (I9; G3)', () => {
  const failure = fc.oneof(
    fc.constantFrom(...(['connect', 'tls', 'reset', 'timeout', 'invalid'] as const)).map(broken),
    fc
      .tuple(fc.integer({ min: 400, max: 599 }), fc.option(fc.nat()))
      .map(([status, ms]) => responded(status, ms ?? undefined)),
  );
  fc.assert(
    fc.property(failure, (failed) => {
      if (repeats('unsafe', failed)) expect(isNotProcessed(failed)).toBe(true);
    }),
  );
});

it('makes at most the allowed attempts', () => {
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
])('after attempt %i the wait is random up to %i ms: full jitter, doubled, at most two seconds', (attempts, maxMs) => {
  const wait = (random: number) => decideRetry({ ...someCase, attempts, maxAttempts: 100, random });
  expect(wait(0)).toBe(0);
  expect(wait(0.5)).toBe(maxMs / 2);
  expect(wait(0.999)).toBeCloseTo(maxMs * 0.999);
});

it.each([
  [responded(429, 5_000), 5_050],
  [responded(503, 5_000), 5_050],
  [responded(500, 5_000), 5_050],
  [responded(429, 0), 1_050],
  [responded(429), 50],
])('adds the jitter to Retry-After: %j', (failure, waitMs) => {
  expect(decideRetry({ ...someCase, failure })).toBe(waitMs);
});

it('waits for Retry-After only if 200 ms are left after it (P-05)', () => {
  const failure = responded(429, 5_000);
  expect(decideRetry({ ...someCase, failure, remainingMs: 5_250 })).toBe(5_050);
  expect(decideRetry({ ...someCase, failure, remainingMs: 5_249 })).toBeUndefined();
  expect(decideRetry({ ...someCase, random: 0, remainingMs: 200 })).toBe(0);
  expect(decideRetry({ ...someCase, random: 0, remainingMs: 199 })).toBeUndefined();
});

it('does not wait for a Retry-After beyond the deadline, nor shortens it', () => {
  const failure = responded(429, 86_400_000);
  expect(decideRetry({ ...someCase, failure, remainingMs: 60_000 })).toBeUndefined();
});

describe('RetryBudget', () => {
  function takeAll(requests: number, now = 0): number {
    const budget = new RetryBudget();
    for (let count = 0; count < requests; count++) budget.countRequest(now);
    let taken = 0;
    while (budget.take(now)) taken++;
    return taken;
  }

  it.each([
    [0, 3],
    [1, 3],
    [30, 3],
    [31, 3],
    [39, 3],
    [40, 4],
    [70, 7],
    [999, 99],
    [1_000, 100],
  ])('%i requests allow %i retries: a tenth, at least three (P-06; G2)', (requests, retries) => {
    expect(takeAll(requests)).toBe(retries);
  });

  it('requests and retries older than ten seconds do not count', () => {
    const budget = new RetryBudget();
    for (let count = 0; count < 50; count++) budget.countRequest(0);
    for (let count = 0; count < 5; count++) expect(budget.take(5_000)).toBe(true);
    expect(budget.take(5_000)).toBe(false);
    // The requests no longer count, the retries still do.
    expect(budget.take(10_000)).toBe(false);
    expect(budget.take(15_000)).toBe(true);
  });

  it('for any sequence, retries stay within a tenth or the minimum', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 400 }), (events) => {
        const budget = new RetryBudget();
        let requests = 0;
        let retries = 0;
        for (const isRequest of events) {
          if (isRequest) {
            budget.countRequest(1_000);
            requests++;
          } else if (budget.take(1_000)) retries++;
          expect(retries).toBeLessThanOrEqual(Math.max(3, requests / 10));
        }
      }),
    );
  });
});
