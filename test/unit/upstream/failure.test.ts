import { errors } from 'undici';
import { expect, it } from 'vitest';
import { toFailure } from '../../../lib/upstream/failure.ts';

const withCode = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });

it.each([
  ['ECONNREFUSED', 'connect'],
  ['ENOTFOUND', 'getaddrinfo'],
  ['EAI_AGAIN', 'getaddrinfo'],
  ['EHOSTUNREACH', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['ETIMEDOUT', 'connect'],
  // Of several addresses that were tried.
  ['ETIMEDOUT', undefined],
])('%s of %s: nothing was sent (F01 to F03)', (code, syscall) => {
  const cause = withCode(code, syscall);
  expect(toFailure(cause, false)).toEqual({ kind: 'connect', cause });
});

it('a connection that took too long to be made: nothing was sent', () => {
  expect(toFailure(new errors.ConnectTimeoutError(), false).kind).toBe('connect');
});

it.each([
  ['ETIMEDOUT', 'read'],
  ['ETIMEDOUT', 'write'],
  ['EHOSTUNREACH', 'read'],
  ['ENETUNREACH', 'write'],
  ['ECONNRESET', 'read'],
  ['EPIPE', 'write'],
])('%s of %s: the connection was in use, so something may have been sent (F07; DESIGN 4, 9)', (code, syscall) => {
  expect(toFailure(withCode(code, syscall), false).kind).toBe('reset');
});

it.each([
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
])('%s: the upstream is not who it should be (F04)', (code) => {
  expect(toFailure(withCode(code), false).kind).toBe('tls');
});

it.each([
  // Without a code, whatever its type says.
  new errors.HTTPParserError('Response does not match the HTTP/1.1 protocol'),
  new errors.ResponseExceededMaxSizeError(),
  new errors.HeadersOverflowError(),
])('%s: an answer that is not one (F17)', (cause) => {
  expect(toFailure(cause, false).kind).toBe('invalid');
});

it.each([
  ['the other side closed (F26)', new errors.SocketError('other side closed')],
  ['a cut answer (F09)', new errors.ResponseContentLengthMismatchError()],
  // What an alert on an established connection gives too.
  ['a breach of the TLS protocol', withCode('EPROTO', 'write')],
  ['an alert of TLS', withCode('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC')],
  ['an error without a code', new Error('terminated')],
  ['an error whose code only holds one of the names', withCode('X_CERT_EPROTO_ECONNREFUSED')],
  ['a code that goes on', withCode('EPROTONOSUPPORT')],
  ['another error of the library', withCode('UND_ERR_RES_EXCEEDED_MAX_SIZES')],
  ['text', 'ECONNREFUSED'],
  ['a thing with a code that is no error', { code: 'ECONNREFUSED' }],
  ['nothing', undefined],
])('%s is a broken connection: something may have been sent', (_, cause) => {
  expect(toFailure(cause, false)).toEqual({ kind: 'reset', cause });
});

it.each([
  ['an aborted call', new DOMException('aborted', 'AbortError')],
  ['a broken connection', withCode('ECONNRESET', 'read')],
  ['a socket in use that went silent', withCode('ETIMEDOUT', 'read')],
  ['a certificate that came late', withCode('CERT_HAS_EXPIRED')],
  ['an invalid answer', new errors.HTTPParserError('Response does not match the HTTP/1.1 protocol')],
  ['nothing', undefined],
])('%s when the time was up is a time-out (F05)', (_, cause) => {
  expect(toFailure(cause, true)).toEqual({ kind: 'timeout', cause });
});

it('a connection that was not made in time is none all the same: nothing was sent', () => {
  expect(toFailure(new errors.ConnectTimeoutError(), true).kind).toBe('connect');
});
