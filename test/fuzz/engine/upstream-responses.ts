/** Upstream responses to an operation: valid ones, nearly valid ones, errors, or none. */
import fc from 'fast-check';
import type { WithBodies } from '../../../tools/openapi/contracts/bodies.ts';
import { ERROR_BODIES } from '../../../tools/openapi/error-schemas.ts';
import { fromSchema } from './from-schema.ts';
import { toJson, toMutatedJson } from './mutate-json.ts';
import { oddText } from './odd-values.ts';
import { LIST, ORIGIN } from './upstream.ts';

export type PlannedResponse =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
      /** A valid success, which must reach the caller. */
      readonly isGood: boolean;
    }
  /** Truncated, not HTTP, reset, or no response. */
  | { readonly kind: 'cut' | 'junk' | 'reset' | 'silence' };

const PAGE_LINKS = [
  null,
  '',
  `${LIST}?$skipToken=next`,
  `${LIST}?api-version=2025-05-01&%24skiptoken=a%2Fb%20c`,
  `${LIST}?api-version=2025-05-01?$skipToken=next`,
  `${LIST}?aid=FIN&$skiptoken=next&$filter=a%20eq%20%27b?c%27`,
  `${LIST}?$skip=20`,
];
const ODD_LINKS: readonly unknown[] = [
  'https://evil.example/?$skipToken=x',
  `${ORIGIN}/elsewhere?$skipToken=x`,
  LIST,
  `${LIST}?$skipToken=%`,
  `${LIST}?$skipToken=\ud800`,
  `${LIST}?$skipToken=next&company=other`,
  'not an address',
  { toString: 1 },
  5,
  {},
];

const JSON_TYPES = [
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
const responseHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .tuple(others, fc.constantFrom(...JSON_TYPES, ...JSON_TYPES, ...OTHER_TYPES, undefined))
  .map(([headers, type]) => ({ ...headers, ...(type === undefined ? {} : { 'content-type': type }) }));

/** Returns sequences of responses, most often one valid response. */
export function responsesTo(operation: WithBodies): fc.Arbitrary<readonly PlannedResponse[]> {
  const good = goodResponses(operation);
  const any = fc.oneof(
    { arbitrary: good, weight: 6 },
    { arbitrary: oddSuccesses(operation), weight: 4 },
    { arbitrary: failures(operation), weight: 4 },
    { arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'junk' as const, 'reset' as const) }), weight: 1 },
  );
  return fc.oneof(
    { arbitrary: good.map((response) => [response]), weight: 2_000 },
    { arbitrary: fc.array(any, { minLength: 1, maxLength: 3 }), weight: 2_000 },
    { arbitrary: fc.constant([{ kind: 'silence' as const }]), weight: 1 },
  );
}

function goodResponses(operation: WithBodies): fc.Arbitrary<PlannedResponse> {
  const responses = Object.entries(operation.bodies).map(([status, schema]) =>
    fc.record({
      kind: fc.constant('response' as const),
      status: fc.constant(Number(status)),
      headers: fc.constantFrom(...JSON_TYPES).map((type) => (schema ? { 'content-type': type } : {})),
      body: schema ? toJson(documents(operation, schema, PAGE_LINKS)) : fc.constant(Buffer.alloc(0)),
      isGood: fc.constant(true),
    }),
  );
  return fc.oneof(...responses);
}

function oddSuccesses(operation: WithBodies): fc.Arbitrary<PlannedResponse> {
  const schemas = Object.values(operation.bodies).filter((schema) => schema !== null);
  const bodies = schemas.map((schema) => toMutatedJson(documents(operation, schema, [...PAGE_LINKS, ...ODD_LINKS])));
  return fc.record({
    kind: fc.constant('response' as const),
    status: fc.constantFrom(200, 200, 200, 201, 202, 203, 204, 205, 206, 299),
    headers: responseHeaders,
    body: fc.oneof(...bodies, nonsense),
    isGood: fc.constant(false),
  });
}

const FAILURES = [301, 304, 307, 400, 401, 403, 404, 408, 409, 412, 413, 418, 422, 429, 500, 502, 503, 504, 599];

function failures(operation: WithBodies): fc.Arbitrary<PlannedResponse> {
  const errors = fromSchema(ERROR_BODIES[operation.errors]);
  const revealing = fc.constant({
    error: { code: 'Failed', message: `See ${LIST} and ${ORIGIN}/x`, details: [{ code: 'A', message: ORIGIN }] },
  });
  return fc.record({
    kind: fc.constant('response' as const),
    status: fc.constantFrom(...FAILURES),
    headers: responseHeaders,
    body: fc.oneof(toJson(errors), toMutatedJson(errors), toJson(revealing), nonsense),
    isGood: fc.constant(false),
  });
}

const nonsense = fc.oneof(
  fc.constantFrom('', 'null', '[]', '5', '{', '<!doctype html>', '\ufeff{}').map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
);

/** Documents of the schema with unknown members, and a link to the next page if the operation is paged. */
function documents(
  operation: WithBodies,
  schema: Parameters<typeof fromSchema>[0],
  links: readonly unknown[],
): fc.Arbitrary<unknown> {
  const extras = fc.dictionary(
    fc.constantFrom('clientSecret', 'accessKey', 'password', 'x-later', 'odata.etag', 'partitionKey'),
    fc.oneof(
      oddText.map((text) => text.toWellFormed()),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    { maxKeys: 2 },
  );
  return fc
    .tuple(fromSchema(schema), extras, fc.constantFrom(undefined, ...links))
    .map(([document, extra, nextLink]) => {
      const { nextLink: _, '@odata.nextLink': __, ...members } = document as Record<string, unknown>;
      const properties = members['properties'];
      const own =
        typeof properties === 'object' && properties !== null ? { properties: { ...properties, ...extra } } : extra;
      return {
        ...members,
        ...own,
        ...(operation.paged && nextLink !== undefined ? { [operation.paged.link]: nextLink } : {}),
      };
    });
}
