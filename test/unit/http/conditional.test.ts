import { expect, it } from 'vitest';
import { matchesEntityTag, parseCacheDirectives } from '../../../lib/http/conditional.ts';
import type { RequestMessage } from '../../../lib/http/message.ts';

function withFields(headers: Readonly<Record<string, string>>): RequestMessage {
  return {
    method: 'GET',
    params: {},
    rawQuery: '',
    header: (name) => headers[name],
    readBody: () => Promise.reject(new Error('nobody reads it')),
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
  // Browsers add no-cache of their own accord to a call that bears If-None-Match.
  [{ 'cache-control': 'no-cache', 'if-none-match': '"a"' }, false],
])('with %j a new reply is asked for: %s (RFC 9111 5.2.1.4)', (headers, isForced) => {
  expect(parseCacheDirectives(withFields(headers)).noCache).toBe(isForced);
});

it('hands on the entity tags that the caller holds, as sent', () => {
  expect(parseCacheDirectives(withFields({ 'if-none-match': ' W/"a", "b"' })).ifNoneMatch).toBe(' W/"a", "b"');
  expect(parseCacheDirectives(withFields({})).ifNoneMatch).toBeUndefined();
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
  expect(matchesEntityTag(ifNoneMatch, '"a"')).toBe(matches);
});
