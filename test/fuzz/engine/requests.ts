/** Makes requests from an operation's rules: about half are valid, the others are odd in one or more parts. */
import fc from 'fast-check';
import * as z from 'zod';
import { companies, resourceGroup, subscriptions } from '../../../dev/seed.ts';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import type { WithBodies } from '../../../tools/openapi/contracts/bodies.ts';
import { listSamples } from '../../../tools/openapi/samples.ts';
import { fromSchema } from './from-schema.ts';
import { toJson, toMutatedJson } from './mutate-json.ts';
import { oddHeader, oddText } from './odd-values.ts';
import { type TokenKind, tokenKinds } from './tokens.ts';
import { type PlannedResponse, responsesTo } from './upstream-responses.ts';

export interface FuzzRequest {
  readonly operation: WithBodies;
  readonly token: TokenKind;
  /** Route values, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** Names in lower case; without the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** No part is odd: it must not be refused. */
  readonly isValid: boolean;
  /** The upstream's responses, in order. */
  readonly responses: readonly PlannedResponse[];
  /** Milliseconds until the next request. */
  readonly idleMs: number;
  /** The same request is sent again, so that it can hit the cache. */
  readonly repeats: readonly Repeat[];
}

type Repeat = Pick<FuzzRequest, 'token' | 'responses' | 'idleMs'>;

/** Returns an arbitrary of requests to any of the operations. */
export function requestsTo(operations: readonly WithBodies[]): fc.Arbitrary<FuzzRequest> {
  // Cached operations have more ways to go.
  return fc.oneof(
    ...operations.map((operation) => ({ arbitrary: requestsToOne(operation), weight: operation.cache ? 4 : 1 })),
  );
}

/** Long enough for a Retry-After or an open circuit to end. */
const IDLE_MS = [1_500, 70_000, 400_000];
/** After these a stored response is fresh, usable while it is refreshed, usable if the upstream fails, or expired. */
const AGES_MS = [0, 0, 1_500, 70_000, 400_000, 4_000_000];

function requestsToOne(operation: WithBodies): fc.Arbitrary<FuzzRequest> {
  const good = goodPartsOf(operation);
  const anyToken = rarely(good.token, fc.constantFrom(...tokenKinds), 8);
  const course = {
    responses: responsesTo(operation),
    idleMs: operation.cache ? fc.constantFrom(...AGES_MS) : rarely(fc.constant(0), fc.constantFrom(...IDLE_MS), 10),
  };
  const repeat = fc.record({ ...course, token: anyToken });
  const parts = {
    ...good,
    ...course,
    ...(operation.cache ? { repeats: rarely(good.repeats, fc.array(repeat, { minLength: 1, maxLength: 3 }), 2) } : {}),
  };
  const odd = {
    ...parts,
    isValid: fc.constant(false),
    token: anyToken,
    params: rarely(good.params, paramsOf(operation, true), 1),
    query: rarely(good.query, oddQueryOf(operation), 2),
    headers: rarely(good.headers, oddHeadersOf(operation), 2),
    body: rarely(good.body, oddBodyOf(operation.request.body), 1),
  };
  return fc.oneof({ arbitrary: fc.record(parts), weight: 1 }, { arbitrary: fc.record(odd), weight: 2 });
}

/** Returns the parts of a valid request, which the upstream rejects with 404. */
function goodPartsOf(operation: WithBodies) {
  const notFound = { kind: 'response', status: 404, headers: {}, body: Buffer.alloc(0), isGood: false } as const;
  return {
    operation: fc.constant(operation),
    token: fc.constant<TokenKind>('granted'),
    params: paramsOf(operation, false),
    query: queryOf(operation),
    headers: headersOf(operation),
    body: bodyOf(operation.request.body),
    isValid: fc.constant(true),
    responses: fc.constant([notFound]),
    idleMs: fc.constant(0),
    repeats: fc.constant<readonly Repeat[]>([]),
  };
}

/** Returns one valid request. */
export function toPlainRequest(operation: WithBodies): FuzzRequest {
  return fc.sample(fc.record(goodPartsOf(operation)), { numRuns: 1, seed: 1 })[0] as FuzzRequest;
}

/** Chooses the usual value `times` times as often as the other. */
function rarely<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, times: number): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: times }, { arbitrary: other, weight: 1 });
}

/** Values that the policy grants. */
const USUAL: Readonly<Record<string, string>> = {
  subscriptionId: subscriptions.contoso,
  companyId: companies.contoso,
  resourceGroupName: resourceGroup,
};
const USUAL_VALUES = ['shop', 'c0500000-0000-4000-8000-0000000000a1'];
const SAMPLES = listSamples('Vendor');
const OTHER_IDS = [subscriptions.fabrikam, companies.fabrikam, subscriptions.contoso.toUpperCase()];

/** Returns route values of the operation: usual ones, or odd ones too. */
function paramsOf({ name: operation, request }: CompiledOperation, odd: boolean): fc.Arbitrary<Record<string, string>> {
  const values = Object.entries<z.ZodType>(request.params.shape).map(([name, schema]) => {
    const suiting = USUAL_VALUES.find((value) => z.safeParse(schema, value).success);
    const usual = USUAL[name] ?? suiting ?? (SAMPLES[operation]?.params?.[name] as string);
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

/** Returns valid queries of the operation. */
function queryOf({ request }: CompiledOperation): fc.Arbitrary<Pairs> {
  const [version] = request.apiVersions ?? [];
  const versions: Pairs = version === undefined ? [] : [['api-version', version]];
  if (!request.query) return fc.constant(versions);
  // Only issued page tokens are valid.
  const { $skipToken: _, ...shape } = request.query.shape;
  return fromSchema(z.object(shape)).map((query) => [...versions, ...Object.entries(query as Record<string, string>)]);
}

const ODD_NAMES = [
  ...['api-version', 'API-Version', '$filter', '$expand', '$EXPAND', '$skipToken', 'code', 'access_token'],
  ...['__proto__', ''],
];
const ODD_VERSIONS = ['2024-05-01', '2025-05-01', '2018-07-01', 'latest', '', 'x'];

function oddQueryOf(operation: WithBodies): fc.Arbitrary<Pairs> {
  // Half a surrogate pair has no UTF-8, so nobody can send it.
  const value = fc.oneof(oddText, fc.constantFrom(...ODD_VERSIONS)).map((text) => text.toWellFormed());
  const pair = fc.tuple(fc.constantFrom(...ODD_NAMES), value);
  return fc
    .tuple(queryOf(operation), fc.array(pair, { maxLength: 2 }), fc.boolean())
    .map(([query, more, isFirst]) => (isFirst ? [...more, ...query.slice(1)] : [...query, ...more]));
}

function headersOf({ request }: CompiledOperation): fc.Arbitrary<Record<string, string>> {
  const types = fc.constantFrom('application/json', 'application/json; charset=UTF-8');
  const required: Record<string, string> = request.preconditions?.ifMatch === 'required' ? { 'if-match': '*' } : {};
  return request.body ? types.map((type) => ({ ...required, 'content-type': type })) : fc.constant(required);
}

function oddHeadersOf(operation: WithBodies): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(headersOf(operation), fc.array(oddHeader, { minLength: 1, maxLength: 3 }))
    .map(([own, others]) => ({ ...own, ...Object.fromEntries(others) }));
}

function bodyOf(body: z.ZodType | undefined): fc.Arbitrary<Buffer> {
  return body ? toJson(fromSchema(body)) : fc.constant(Buffer.alloc(0));
}

function oddBodyOf(body: z.ZodType | undefined): fc.Arbitrary<Buffer> {
  return body ? toMutatedJson(fromSchema(body)) : fc.constant(Buffer.from('{"unasked":1}'));
}

export function toRawQuery(query: FuzzRequest['query']): string {
  return new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
}
