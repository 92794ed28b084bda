/** Odd headers of a caller: odd values, and names that Frontdesk must ignore. */
import fc from 'fast-check';
import { oddText } from './odd-values.ts';

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
