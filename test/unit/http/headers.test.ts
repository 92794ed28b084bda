import { expect, it } from 'vitest';
import {
  isCorrelationId,
  isHeaderValue,
  isJsonLikeMediaType,
  isJsonMediaType,
  pickRelayedHeaders,
} from '../../../lib/http/headers.ts';

it('entity tag and OData version are relayed unchanged, and nothing else (A66)', () => {
  const relayed = { etag: 'AAAAAAAAExk=', 'odata-version': '4.0' };
  const kept = {
    'retry-after': '7',
    'set-cookie': 'a=b',
    server: 'internal',
    via: '1.1 proxy',
    location: 'https://internal.example/operations/1',
    'azure-asyncoperation': 'https://internal.example/operations/1',
    'www-authenticate': 'Bearer authorization_uri="https://login.example"',
    'x-ms-request-id': 'upstream',
    'content-type': 'application/json',
    connection: 'close, x-other',
  };
  expect(pickRelayedHeaders({ ...kept, ...relayed })).toEqual(relayed);
  expect(pickRelayedHeaders(kept)).toEqual({});
});

it.each(['etag', 'close, ETag', 'keep-alive ,\tetag ', 'etag,close'])(
  'what Connection: %s names is for the hop before us alone (RFC 9110 7.6.1)',
  (connection) => {
    const headers = { etag: '"1"', 'odata-version': '4.0', connection };
    expect(pickRelayedHeaders(headers)).toEqual({ 'odata-version': '4.0' });
  },
);

it('a value that is not valid in a header is not relayed', () => {
  const headers = { etag: 'a\r\nset-cookie: b', 'odata-version': '4.0' };
  expect(pickRelayedHeaders(headers)).toEqual({ 'odata-version': '4.0' });
});

it.each([
  ['a', true],
  ['"tag"', true],
  ['W/"tag"', true],
  ['*', true],
  ['!~', true],
  ['a b', true],
  ['a'.repeat(1024), true],
  ['a'.repeat(1025), false],
  ['', false],
  [' ', false],
  [' a', false],
  ['a ', false],
  ['a\tb', false],
  ['a\nb', false],
  ['a\r\nb: c', false],
  ['a\n', false],
  ['\u0000', false],
  ['\u007f', false],
  ['é', false],
])('%j is valid in a header: %s (RFC 9110 5.5)', (text, isValid) => {
  expect(isHeaderValue(text)).toBe(isValid);
});

it.each([
  ['0b9e6f3c-8a52-4d0e-9b0d-1c2f3a4b5c6d', true],
  ['A.z_09-', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['', false],
  ['a b', false],
  ['a\n', false],
  ['\na', false],
  ['a{"level":"error"}', false],
  ['é', false],
])('%j is a correlation id: %s (A61)', (text, isId) => {
  expect(isCorrelationId(text)).toBe(isId);
});

it.each([
  ['application/json', true],
  ['Application/JSON', true],
  [' application/json ', true],
  ['application/json;', true],
  ['application/json;charset=utf-8', true],
  ['application/json; charset=UTF-8', true],
  ['application/json; charset="utf-8"', true],
  ['application/json; odata.metadata=minimal; charset=utf-8', true],
  ['application/json; charset = utf-8', true],
  ['application/json; charset=utf-16', false],
  ['application/json; charset = utf-16', false],
  ['application/json; charset=utf-8; charset=utf-16', false],
  ['application/json; charset', false],
  ['application/json; charset=', false],
  ['application/jsonx', false],
  ['application/problem+json', false],
  ['text/json', false],
  ['text/plain', false],
  ['multipart/form-data', false],
  ['', false],
  [undefined, false],
])('a request of %j is JSON in UTF-8: %s (A47; RFC 9110 8.3)', (value, isJson) => {
  expect(isJsonMediaType(value)).toBe(isJson);
});

it.each([
  ['application/json', true],
  ['Application/JSON;odata.metadata=minimal', true],
  ['application/json ; charset=utf-8', true],
  ['application/problem+json', true],
  ['application/vnd.error-v1.0+json; a=b', true],
  ['application/jsonx', false],
  ['application/+json', false],
  ['application/json x', false],
  ['xapplication/json', false],
  ['text/html', false],
  ['text/json; charset=utf-8', true],
  ['text/jsonx', false],
  ['', false],
  [undefined, false],
])('a response of %j is JSON: %s (RFC 6838 4.2.8)', (value, isJson) => {
  expect(isJsonLikeMediaType(value)).toBe(isJson);
});
