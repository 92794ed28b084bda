/** Unexpected texts, numbers, JSON values and headers that have broken parsers, stores and logs elsewhere. */
import fc from 'fast-check';

const ODD_TEXTS = [
  // Of paths and addresses.
  ...String.raw`. .. ../../tenants ..\..\ %2e%2e%2f %252e %00 https://evil.example/ //evil.example @evil.example :80 #fragment &x=1`.split(
    ' ',
  ),
  ...'?api-version=2018-07-01&x= 0)/customers(1 __proto__ constructor prototype toString hasOwnProperty then'.split(
    ' ',
  ),
  ...String.raw`{tenantid} $& $1 {{7*7}} <script> null true NaN -0 1e400 * " \ ﬀ İ K 👩‍👩‍👧`.split(' '),
  ...['', ' ', '\0', '\r\nX-Evil: 1', '\t', '\u007f', '\u0085', '\u2028', '\u202e', '\ufeff', '\ufffd', '\ud800'],
  ...['\udc00\ud800', '\uff0f', '\u2024\u2024', 'e\u0301', "'; drop table x --", 'x'.repeat(261), 'x'.repeat(5000)],
];

/** Any character. The library's own `binary` first builds a table of all, which takes longer than a short run. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: codePoint, maxLength: 12 }),
);

/** Well-formed text of every script, short. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), weight: 3 },
  { arbitrary: fc.string({ unit: codePoint, maxLength: 8 }), weight: 1 },
);

/** JSON texts, most with an unexpected type or size. */
const ODD_LEXEMES = [
  ...'null true 0 -0 -1 1.10 1e2 1E+2 0.1 1e400 -1e400 1e-400 2147483648 9007199254740993'.split(' '),
  ...String.raw`0.1000000000000000055511151231257827 "" "5" "\u0000" "\ud800" "\udc00\ud800" "\/" "\u0065\u0301"`.split(
    ' ',
  ),
  ...'[] {} [null] {"a":1,"a":2} {"__proto__":{"polluted":1}} {"constructor":{"prototype":{"polluted":1}}}'.split(' '),
  ...String.raw`{"toString":1,"then":2,"length":3} {"\u005f_proto__":1}`.split(' '),
];

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.constantFrom(28, 31, 32, 33, 64, 65, 5_000))
  .map(([open, times]) => `${open.repeat(times)}0${(open === '[' ? ']' : '}').repeat(times)}`);

export const oddLexeme: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_LEXEMES), weight: 12 },
  { arbitrary: oddText.map((text) => JSON.stringify(text)), weight: 4 },
  { arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)), weight: 2 },
  { arbitrary: deep, weight: 1 },
);

/** Member names that mean something to a language or to this API, and unknown ones. */
export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ...'__proto__ constructor toString then id name type properties etag value'.split(' ')),
  fc.constantFrom('password', 'clientSecret', 'accountKey', 'x-unknown', 'nextLink', 'Properties'),
  oddText,
);

/** Placeholder for the number of the run, so that no two requests share a correlation id. */
export const RUN = '{run}';

/** True if Frontdesk may pass a caller's correlation id on. */
export function isCorrelationId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,128}$/.test(text);
}

const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'content-type': fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'application/jsonx',
    'multipart/form-data',
    '',
  ),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'identity, gzip'),
  'if-match': fc.constantFrom(
    ...['*', '"1"', 'unquoted', '"a,b"', 'W/"1"', '"1", "2"', 'a,b', '**', '"a', ''],
    ...['\u00e9', 'x'.repeat(2000), '\r\nX-Evil: 1'],
  ),
  'if-none-match': fc.constantFrom('*', '"1"', 'W/"1"', '', ' , ,'),
  'if-modified-since': fc.constantFrom('Sun, 22 Nov 2026 09:00:00 GMT', 'never'),
  'if-unmodified-since': fc.constantFrom('Sun, 22 Nov 2026 09:00:00 GMT', ''),
  'cache-control': fc.constantFrom('no-cache', 'no-store', 'max-age=0, NO-CACHE', ',,,'),
  'x-ms-client-request-id': fc.oneof(
    fc.constantFrom(`5c7f8e0a.b_c-${RUN}`, 'x'.repeat(129), 'a\n{"level":"error"}'),
    oddText.filter((text) => !isCorrelationId(text)),
  ),
  traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'junk'),
  connection: fc.constantFrom('if-match', 'close'),
  cookie: fc.constant('session=1'),
  'x-ms-client-principal': fc.constant('eyJhdXRoIjoiYWFkIn0='),
  'x-forwarded-host': fc.constant('evil.example'),
  'x-ms-authorization-auxiliary': fc.constant('Bearer x'),
  'vendor-subscription-key': fc.constant('a-key'),
  'x-http-method-override': fc.constant('DELETE'),
};

/** A header's name and value. */
export const oddHeader: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  ...Object.entries(VALUES).map(([name, values]) => values.map((value) => [name, value] as const)),
);
