/** Requests to an operation, made from its own rules: about half are as they should be, the others are odd in one part or several. */
import fc from 'fast-check';
import * as z from 'zod';
import { companies, resourceGroup, subscriptions } from '../../dev/seed.ts';
import type { CloudOperation } from '../../lib/operation.ts';
import { fromSchema } from './from-schema.ts';
import { oddText } from './odd-values.ts';
import { toContent, toSpoiltContent } from './spoil-json.ts';
import { type TokenKind, tokenKinds } from './tokens.ts';
import { answersTo, type PlannedAnswer } from './upstream-answers.ts';

export interface FuzzRequest {
  readonly operation: CloudOperation;
  readonly token: TokenKind;
  /** Route values, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** Names in lower case; without the token. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Buffer;
  /** What the upstream says to it. */
  readonly answers: readonly PlannedAnswer[];
  /** Milliseconds that pass after it. */
  readonly idleMs: number;
}

/** Answers an arbitrary of requests to any of the operations. */
export function requestsTo(operations: readonly CloudOperation[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map(requestsToOne));
}

function requestsToOne(operation: CloudOperation): fc.Arbitrary<FuzzRequest> {
  const { body } = operation.request;
  const granted = fc.constant<TokenKind>('granted');
  const idle = fc.oneof(
    { arbitrary: fc.constant(0), weight: 30 },
    { arbitrary: fc.constantFrom(1_500, 70_000, 400_000), weight: 3 },
  );
  const parts = {
    operation: fc.constant(operation),
    answers: answersTo(operation),
    idleMs: idle,
  };
  const good = fc.record({
    ...parts,
    token: granted,
    params: paramsOf(operation, false),
    query: queryOf(operation),
    fields: fieldsOf(operation),
    content: contentOf(body),
  });
  const odd = fc.record({
    ...parts,
    token: mostly(granted, fc.constantFrom(...tokenKinds), 8),
    params: mostly(paramsOf(operation, false), paramsOf(operation, true), 1),
    query: mostly(queryOf(operation), oddQueryOf(operation), 2),
    fields: mostly(fieldsOf(operation), oddFieldsOf(operation), 2),
    content: mostly(contentOf(body), oddContentOf(body), 1),
  });
  return fc.oneof({ arbitrary: good, weight: 1 }, { arbitrary: odd, weight: 2 });
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, times: number): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: times }, { arbitrary: other, weight: 1 });
}

/** Values that the policy grants, and of which some come again and again, so that there is something to find in the cache. */
const USUAL: Readonly<Record<string, string>> = {
  subscriptionId: subscriptions.contoso,
  companyId: companies.contoso,
  resourceGroupName: resourceGroup,
};
const USUAL_VALUES = ['shop', 'c0500000-0000-4000-8000-0000000000a1'];
const OTHER_IDS = [subscriptions.fabrikam, companies.fabrikam, subscriptions.contoso.toUpperCase()];

/** Answers route values of the operation: usual ones, or some of any kind. */
export function paramsOf({ request }: CloudOperation, odd: boolean): fc.Arbitrary<Record<string, string>> {
  const values = Object.entries<z.ZodType>(request.params.shape).map(([name, schema]) => {
    const usual = USUAL[name] ?? (USUAL_VALUES.find((value) => z.safeParse(schema, value).success) as string);
    if (!odd) return [name, fc.constant(usual)] as const;
    const value = fc.oneof(
      { arbitrary: fc.constant(usual), weight: 16 },
      { arbitrary: fromSchema(schema) as fc.Arbitrary<string>, weight: 2 },
      { arbitrary: fc.constantFrom(...OTHER_IDS), weight: 1 },
      { arbitrary: oddText, weight: 1 },
    );
    return [name, value] as const;
  });
  return fc.record(Object.fromEntries(values), { noNullPrototype: true });
}

type Pairs = readonly (readonly [string, string])[];

/** Answers queries that the operation takes. */
export function queryOf({ request }: CloudOperation): fc.Arbitrary<Pairs> {
  const [version] = request.apiVersions ?? [];
  const versions: Pairs = version === undefined ? [] : [['api-version', version]];
  if (!request.query) return fc.constant(versions);
  // A page token is none unless it was given out.
  const { $skipToken: _, ...shape } = request.query.shape;
  return fromSchema(z.object(shape)).map((query) => [...versions, ...Object.entries(query as Record<string, string>)]);
}

const ODD_NAMES = [
  'api-version',
  'API-Version',
  '$filter',
  '$expand',
  '$EXPAND',
  '$skipToken',
  'code',
  'access_token',
  '__proto__',
  '',
];
const ODD_VERSIONS = ['2024-05-01', '2025-05-01', '2018-07-01', 'latest', '', 'x'];

function oddQueryOf(operation: CloudOperation): fc.Arbitrary<Pairs> {
  const pair = fc.tuple(fc.constantFrom(...ODD_NAMES), fc.oneof(oddText, fc.constantFrom(...ODD_VERSIONS)));
  return fc
    .tuple(queryOf(operation), fc.array(pair, { maxLength: 2 }), fc.boolean())
    .map(([query, more, isFirst]) => (isFirst ? [...more, ...query.slice(1)] : [...query, ...more]));
}

/** In a field: the number of the run, so that no two requests share a correlation id. */
export const RUN = '{run}';

/** Whether a caller's correlation id may be passed on (DESIGN 3, Log). */
export function isCorrelationId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,128}$/.test(text);
}

const ODD_FIELDS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'content-type': fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'application/jsonx',
    'multipart/form-data',
    '',
  ),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'identity, gzip'),
  'if-match': fc.constantFrom('*', '"1"', 'W/"1"', 'unquoted', '', '\u00e9', 'x'.repeat(2000), '\r\nX-Evil: 1'),
  'if-none-match': fc.constantFrom('*', '"1"', 'W/"1"', '', ' , ,'),
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

function fieldsOf({ request }: CloudOperation): fc.Arbitrary<Record<string, string>> {
  const types = fc.constantFrom('application/json', 'application/json; charset=UTF-8');
  return request.body ? types.map((type) => ({ 'content-type': type })) : fc.constant({});
}

function oddFieldsOf(operation: CloudOperation): fc.Arbitrary<Record<string, string>> {
  const field = fc.oneof(
    ...Object.entries(ODD_FIELDS).map(([name, values]) => values.map((value) => [name, value] as const)),
  );
  return fc
    .tuple(fieldsOf(operation), fc.array(field, { minLength: 1, maxLength: 3 }))
    .map(([own, others]) => ({ ...own, ...Object.fromEntries(others) }));
}

function contentOf(body: z.ZodType | undefined): fc.Arbitrary<Buffer> {
  return body ? toContent(fromSchema(body)) : fc.constant(Buffer.alloc(0));
}

function oddContentOf(body: z.ZodType | undefined): fc.Arbitrary<Buffer> {
  return body ? toSpoiltContent(fromSchema(body)) : fc.constant(Buffer.from('{"unasked":1}'));
}

/** Answers one request to the operation that is as it should be, and that its upstream turns down. */
export function toPlainRequest(operation: CloudOperation): FuzzRequest {
  const answer = { kind: 'answer', status: 404, fields: {}, content: Buffer.alloc(0), isGood: false } as const;
  const good = fc.record({
    operation: fc.constant(operation),
    token: fc.constant<TokenKind>('granted'),
    params: paramsOf(operation, false),
    query: queryOf(operation),
    fields: fieldsOf(operation),
    content: contentOf(operation.request.body),
    answers: fc.constant([answer]),
    idleMs: fc.constant(0),
  });
  return fc.sample(good, { numRuns: 1, seed: 1 })[0] as FuzzRequest;
}

/** Answers the request in words that can be read and sent again. */
export function describeRequest({ operation, content, answers, ...parts }: FuzzRequest): unknown {
  return {
    operation: operation.name,
    ...parts,
    content: content.toString('latin1'),
    answers: answers.map((answer) =>
      answer.kind === 'answer' ? { ...answer, content: answer.content.toString('latin1') } : answer,
    ),
  };
}
