import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideRetry, type Failure, isNotProcessed, type RetryCase } from '../../../lib/upstream/failure.ts';

const broken = (kind: 'connect' | 'tls' | 'reset' | 'invalid'): Failure => ({ kind, cause: undefined });
const timeout: Failure = { kind: 'timeout', cause: undefined, waitedMs: 1_000 };
const responded = (status: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

const someCase: RetryCase = {
  isWrite: false,
  failure: broken('reset'),
  attempts: 1,
  remainingMs: 8_000,
  random: 0.5,
};

const repeats = (isWrite: boolean, failure: Failure) => decideRetry({ ...someCase, isWrite, failure }) !== undefined;

it.each<[string, Failure, safe: boolean, unsafe: boolean, notProcessed: boolean]>([
  ['F01: no connection', broken('connect'), true, true, true],
  ['F04: an invalid certificate', broken('tls'), false, false, true],
  ['F05: no response in time: slow is not dead', timeout, false, false, false],
  ['F07: a broken connection', broken('reset'), true, false, false],
  ['F17: an invalid response', broken('invalid'), false, false, false],
  ['F10: 429 with Retry-After', responded(429, 1_000), true, true, true],
  ['F12: 503 with Retry-After', responded(503, 0), true, true, true],
  ['F12: 503 without Retry-After', responded(503), false, false, false],
  ['F13: 500', responded(500), false, false, false],
  ['F13: 500 with Retry-After', responded(500, 1_000), false, false, false],
  ['F14: 502', responded(502), true, false, false],
  ['F14: 504', responded(504), true, false, false],
])('P-01, P-02, P-03 %s: whether a read and a write are repeated', (_, failure, safe, unsafe, notProcessed) => {
  expect([repeats(false, failure), repeats(true, failure), isNotProcessed(failure)]).toEqual([
    ...[safe, unsafe, notProcessed],
  ]);
});

it('P-03 an unsafe request is repeated only if it was not processed (I9)', () => {
  const status = fc.tuple(fc.integer({ min: 400, max: 599 }), fc.option(fc.nat()));
  const failure = fc.oneof(
    fc.constantFrom(timeout, ...(['connect', 'tls', 'reset', 'invalid'] as const).map(broken)),
    status.map(([code, ms]) => responded(code, ms ?? undefined)),
  );
  fc.assert(
    fc.property(failure, (failed) => {
      if (repeats(true, failed)) expect(isNotProcessed(failed)).toBe(true);
    }),
  );
});

it.each([
  [1, 100],
  [2, 200],
])('P-04 after attempt %i the wait is random up to %i ms', (attempts, maxMs) => {
  const wait = (random: number) => decideRetry({ ...someCase, attempts, random });
  expect([wait(0), wait(0.5)]).toEqual([0, maxMs / 2]);
});

it('P-02 a third attempt is the last', () => {
  expect(decideRetry({ ...someCase, attempts: 3 })).toBeUndefined();
});

it('P-05 waits for Retry-After, with the jitter, only if 200 ms are left after it', () => {
  const wait = (ms: number, remainingMs: number) =>
    decideRetry({ ...someCase, failure: responded(429, ms), remainingMs });
  expect([wait(5_000, 5_250), wait(5_000, 5_249), wait(0, 8_000)]).toEqual([5_050, undefined, 1_050]);
  expect(wait(86_400_000, 60_000)).toBeUndefined();
  expect(decideRetry({ ...someCase, random: 0, remainingMs: 199 })).toBeUndefined();
});
