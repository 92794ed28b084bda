import { expect, it } from 'vitest';
import type { RequestMessage } from '../../../lib/http/message.ts';
import { findEntityTag, parseCacheDirectives } from '../../../lib/http/parse-headers.ts';

function withHeaders(headers: Readonly<Record<string, string>>): RequestMessage {
  return {
    method: 'GET',
    params: {},
    rawQuery: '',
    header: (name) => headers[name],
    readBody: () => Promise.reject(new Error('is not read')),
  };
}

it.each([
  [{}, false],
  [{ 'cache-control': 'no-cache' }, true],
  [{ 'cache-control': 'No-Cache' }, true],
  [{ 'cache-control': 'max-age=0,  no-cache , no-transform' }, true],
  [{ 'cache-control': 'no-store' }, false],
  [{ 'cache-control': 'x-no-cache' }, false],
  [{ 'cache-control': 'no-cache-please' }, false],
  [{ 'cache-control': '' }, false],
  [{ pragma: 'no-cache' }, false],
  [{ 'cache-control': 'no-cache', 'if-none-match': '"a"' }, true],
  // What browsers send for cache: 'no-store', for 'reload', and with an If-None-Match of their own.
  [{ 'cache-control': 'no-cache', pragma: 'no-cache' }, false],
  [{ 'cache-control': 'no-cache', pragma: 'no-cache', 'if-none-match': '"a"' }, false],
  [{ 'cache-control': 'max-age=0' }, false],
])('%j asks for a new response: %s (RFC 9111 5.2.1.4)', (headers, noCache) => {
  expect(parseCacheDirectives(withHeaders(headers)).noCache).toBe(noCache);
});

it('returns the entity tags that the caller has, as sent', () => {
  expect(parseCacheDirectives(withHeaders({ 'if-none-match': ' W/"a", "b"' })).ifNoneMatch).toBe(' W/"a", "b"');
  expect(parseCacheDirectives(withHeaders({})).ifNoneMatch).toBeUndefined();
});

it.each([
  ['"a"', true],
  ['W/"a"', true],
  [' "a" ', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['a', false],
  ['"A"', false],
  ['w/"a"', false],
  ['"aW/"', false],
  ['"b", *', false],
  ['', false],
])('If-None-Match: %s matches the tag "a": %s (RFC 9110 8.8.3.2, 13.1.2)', (ifNoneMatch, matches) => {
  expect(findEntityTag(ifNoneMatch, ['"a"'])).toBe(matches ? '"a"' : undefined);
});

it.each([
  [undefined, undefined],
  ['"b"', undefined],
  ['"a"', '"a"'],
  ['"a-gzip"', '"a-gzip"'],
  ['"a", W/"a-gzip"', '"a-gzip"'],
  ['*', '"a-gzip"'],
])('of the tags of two codings If-None-Match: %s has %s; the first wins', (ifNoneMatch, etag) => {
  expect(findEntityTag(ifNoneMatch, ['"a-gzip"', '"a"'])).toBe(etag);
});
