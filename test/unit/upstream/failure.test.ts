import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import {
  decideRetry,
  type Failure,
  isNotProcessed,
  type RetryCase,
  readStatusFailure,
  toFailure,
} from '../../../lib/upstream/failure.ts';

const withCode = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });

/** Codes with their system call. */
const toRows = (kind: string, what: string, codes: string) =>
  codes.split(' ').map((code): [string, string, unknown] => {
    const [name = '', syscall] = code.split('/');
    return [kind, `${what}: ${code}`, withCode(name, syscall)];
  });

it.each<[kind: string, what: string, cause: unknown, waitedMs?: number]>([
  // Also after several addresses were tried.
  ...toRows('connect', 'nothing was sent (F01)', 'ECONNREFUSED/connect EHOSTUNREACH/connect ENETUNREACH/connect'),
  ...toRows('connect', 'nothing was sent (F02, F03)', 'ENOTFOUND/getaddrinfo EAI_AGAIN/getaddrinfo ETIMEDOUT/connect'),
  ['connect', 'nothing was sent (F50): our own connections were closed', new errors.ClientDestroyedError()],
  ['connect', 'nothing was sent (F50) before the time was over', undefined, 1_000],
  ['connect', 'nothing was sent: a connect timeout after the timeout', new errors.ConnectTimeoutError(), 900],
  ...toRows('reset', 'the connection was in use (F07; I9)', 'ETIMEDOUT/read ETIMEDOUT/write ECONNRESET/read'),
  ['reset', 'the other side closed (F26)', new errors.SocketError('other side closed')],
  ['reset', 'a cut response (F09)', new errors.ResponseContentLengthMismatchError()],
  // An alert on an established connection has it too.
  ['reset', 'a breach of the TLS protocol', withCode('EPROTO', 'write')],
  ['reset', 'an error whose code contains one of the names', withCode('X_CERT_EPROTO_ECONNREFUSED')],
  ['reset', 'a string', 'ECONNREFUSED'],
  ['reset', 'nothing', undefined],
  ['timeout', 'a broken connection after the timeout (F05)', withCode('ECONNRESET', 'read'), 900],
  ['timeout', 'a timeout of a socket in use after it (F05)', withCode('ETIMEDOUT', 'read'), 900],
  ['timeout', 'nothing after it (F05)', undefined, 900],
  ...toRows('tls', 'the certificate is invalid (F04)', 'CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID'),
  ...toRows('tls', 'it is unknown (F04)', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE DEPTH_ZERO_SELF_SIGNED_CERT'),
  ...toRows('tls', 'it is unknown (F04)', 'SELF_SIGNED_CERT_IN_CHAIN'),
  // Has no code, although its type says so.
  ['invalid', 'no HTTP (F17)', new errors.HTTPParserError('Response does not match the HTTP/1.1 protocol')],
  ['invalid', 'a body too large (F17)', new errors.ResponseExceededMaxSizeError()],
  ['invalid', 'headers too large (F17)', new errors.HeadersOverflowError()],
])('a failure is of the kind %s, and was sent unless it is connect or tls: %s', (kind, _, cause, waitedMs) => {
  const isSent = kind !== 'connect' && kind !== 'tls';
  expect(toFailure(cause, isSent, waitedMs)).toEqual({ kind, cause, ...(kind === 'timeout' && { waitedMs }) });
});

describe('readStatusFailure', () => {
  const read = (status: number, headers = {}) => readStatusFailure({ status, headers, body: Buffer.alloc(0) }, 0);

  it.each([200, 302, 400, 401, 404, 428, 430, 498])('a %i is not a failure', (status) => {
    expect(read(status, { 'retry-after': '5' })).toBeUndefined();
  });

  it.each([
    [429, 'operation'],
    [500, undefined],
    [503, 'resource'],
    [599, undefined],
  ])('a %i is a failure, with its Retry-After in milliseconds, for the %s', (status, held) => {
    // A 429 asks for a pause even if it does not say how long.
    expect(read(status)).toEqual({ kind: 'status', status, ...(status === 429 && { retryAfterMs: 0, held }) });
    const failure = { kind: 'status', status, retryAfterMs: 5_000 };
    expect(read(status, { 'retry-after': '5' })).toEqual({ ...failure, ...(held && { held }) });
  });

  it('P-10 a 429 is for the scope if the upstream says that its quota is used up', () => {
    expect(read(429, { 'x-ms-ratelimit-remaining-subscription-reads': '0' })).toMatchObject({ held: 'scope' });
    expect(read(403, { 'retry-after': '5', 'x-ms-ratelimit-remaining-subscription-reads': '0' })).toMatchObject({
      held: 'resource',
    });
  });

  it('a 403 is a failure only with Retry-After: a 429, of its resource (C-35)', () => {
    expect(read(403)).toBeUndefined();
    const failure = { kind: 'status', status: 429, retryAfterMs: 5_000, held: 'resource' };
    expect(read(403, { 'retry-after': '5' })).toEqual(failure);
  });

  it.each([408, 499])('a %i is a failure as a 504 (C-54)', (status) => {
    expect(read(status)).toEqual({ kind: 'status', status: 504 });
  });
});

const broken = (kind: 'connect' | 'tls' | 'reset' | 'invalid'): Failure => ({ kind, cause: undefined });
const timeout: Failure = { kind: 'timeout', cause: undefined, waitedMs: 1_000 };
const responded = (status: number, retryAfterMs?: number): Failure =>
  retryAfterMs === undefined ? { kind: 'status', status } : { kind: 'status', status, retryAfterMs };

const someCase: RetryCase = { isWrite: false, failure: broken('reset'), attempts: 1, remainingMs: 8_000, random: 0.5 };

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
  const seen = [repeats(false, failure), repeats(true, failure), isNotProcessed(failure)];
  expect(seen).toEqual([safe, unsafe, notProcessed]);
});

it('P-02, P-04 the wait is random: up to 100 ms after the first attempt, 200 after the second; a third is the last', () => {
  const waits = (random: number) => [1, 2, 3].map((attempts) => decideRetry({ ...someCase, attempts, random }));
  expect([waits(0), waits(0.5)]).toEqual([
    [0, 0, undefined],
    [50, 100, undefined],
  ]);
});

it('P-05 waits for Retry-After, with the jitter, only if it is 5 s at most and leaves 200 ms', () => {
  const wait = (ms: number, remainingMs: number) =>
    decideRetry({ ...someCase, failure: responded(429, ms), remainingMs });
  expect([wait(5_000, 5_250), wait(5_000, 5_249), wait(0, 8_000)]).toEqual([5_050, undefined, 1_050]);
  expect([wait(5_001, 60_000), wait(86_400_000, 60_000)]).toEqual([undefined, undefined]);
  expect(decideRetry({ ...someCase, random: 0, remainingMs: 199 })).toBeUndefined();
});
