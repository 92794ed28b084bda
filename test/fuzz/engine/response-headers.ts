/** Headers of an upstream response, usual and odd. */
import fc from 'fast-check';

export const JSON_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;odata.metadata=minimal;charset=utf-8',
  'Application/JSON',
  'text/json; charset=utf-8',
];
const OTHER_TYPES = [
  'text/html',
  'text/plain',
  'application/problem+json',
  'application/jsonx',
  'application/octet-stream',
];

/** Headers that a response may have. Frontdesk relays few of them. */
const others = fc.record(
  {
    etag: fc.constantFrom('"1"', 'W/"2"', '5c7f8e0a', '\u00e9', 'x'.repeat(2000)),
    'retry-after': fc.constantFrom(
      '1',
      '0',
      '2.5',
      '3600',
      '-1',
      'soon',
      'Fri, 31 Dec 2999 23:59:59 GMT',
      '9'.repeat(40),
    ),
    'retry-after-ms': fc.constantFrom('5', 'x'),
    date: fc.constantFrom('Sat, 21 Nov 2026 08:00:00 GMT', 'never'),
    location: fc.constantFrom('https://evil.example/', `/elsewhere`),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
    'x-ms-request-id': fc.constantFrom(
      '5c7f8e0a-0000-4000-8000-000000000001',
      'id with blanks',
      '\u00e9',
      'x'.repeat(2000),
    ),
    'set-cookie': fc.constant('session=1'),
    'www-authenticate': fc.constant('Bearer error="invalid_token"'),
    server: fc.constant('internal/1.0'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Mostly with a JSON content type, sometimes with another one or none. */
export const responseHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .tuple(others, fc.constantFrom(...JSON_TYPES, ...JSON_TYPES, ...OTHER_TYPES, undefined))
  .map(([headers, type]) => ({ ...headers, ...(type === undefined ? {} : { 'content-type': type }) }));
