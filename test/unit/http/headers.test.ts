import { expect, it } from 'vitest';
import {
  isCorrelationId,
  isHeaderValue,
  isJsonLikeMediaType,
  isJsonMediaType,
  pickRelayedHeaders,
} from '../../../lib/http/message.ts';
import { expectSplit } from '../../support/split.ts';

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

it('a value is valid in a header that is 1,024 printable ASCII characters at most, and no blank at its ends (RFC 9110 5.5)', () => {
  const invalid = ['a'.repeat(1025), '', ' ', ' a', 'a ', 'a\tb', 'a\nb', 'a\r\nb: c', 'a\n', '\0', '\u007f', 'é'];
  expectSplit(isHeaderValue, ['a', '"tag"', 'W/"tag"', '*', '!~', 'a b', 'a'.repeat(1024)], invalid);
});

it('a correlation id has 128 characters at most, none that a log or a header reads otherwise (A61)', () => {
  const ids = ['0b9e6f3c-8a52-4d0e-9b0d-1c2f3a4b5c6d', 'A.z_09-', 'a'.repeat(128)];
  expectSplit(isCorrelationId, ids, ['a'.repeat(129), '', 'a b', 'a\n', '\na', 'a{"level":"error"}', 'é']);
});

const types = (text: string) => text.split('|');

it('a request is JSON in UTF-8 by its media type, or not (A47; RFC 9110 8.3)', () => {
  const json = types(
    'application/json|Application/JSON| application/json |application/json;|application/json;charset=utf-8|application/json; charset="utf-8"|application/json; odata.metadata=minimal; charset=UTF-8|application/json; charset = utf-8',
  );
  const others = types(
    'application/json; charset=utf-16|application/json; charset = utf-16|application/json; charset=utf-8; charset=utf-16|application/json; charset|application/json; charset=|application/jsonx|application/problem+json|text/json|text/plain|multipart/form-data|',
  );
  expectSplit(isJsonMediaType, json, [...others, undefined]);
});

it('a response is JSON by its media type, also with a suffix (RFC 6838 4.2.8)', () => {
  const json = types(
    'application/json|Application/JSON;odata.metadata=minimal|application/json ; charset=utf-8|application/problem+json|application/vnd.error-v1.0+json; a=b|text/json; charset=utf-8',
  );
  const others = types(
    'application/jsonx|application/+json|application/json x|xapplication/json|text/html|text/jsonx|',
  );
  expectSplit(isJsonLikeMediaType, json, [...others, undefined]);
});
