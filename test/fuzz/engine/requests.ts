/** Requests to an operation, made from its own rules: about half are as they should be, the others are odd in one part or several. */
import fc from 'fast-check';
import * as z from 'zod';
import { companies, resourceGroup, subscriptions } from '../../../dev/seed.ts';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { fromSchema } from './from-schema.ts';
import { oddField } from './odd-fields.ts';
import { oddText } from './odd-values.ts';
import { toContent, toSpoiltContent } from './spoil-json.ts';
import { type TokenKind, tokenKinds } from './tokens.ts';
import { answersTo, type PlannedAnswer } from './upstream-answers.ts';

export interface FuzzRequest {
  readonly operation: CompiledOperation;
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
  /** The same is asked again, so that there is something to find in the cache. */
  readonly again: readonly Again[];
}

type Again = Pick<FuzzRequest, 'token' | 'answers' | 'idleMs'>;

/** Answers an arbitrary of requests to any of the operations. */
export function requestsTo(operations: readonly CompiledOperation[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map(requestsToOne));
}

/** After them what stood in the way is gone: a closed gate, an open circuit. */
const IDLE_MS = [1_500, 70_000, 400_000];
/** A reply is fresh, stale but of use while it is refreshed, stale but better than an error, or of no use after them. */
const AGES_MS = [0, 0, 1_500, 70_000, 400_000, 4_000_000];

function requestsToOne(operation: CompiledOperation): fc.Arbitrary<FuzzRequest> {
  const good = goodPartsOf(operation);
  const anyToken = rarely(good.token, fc.constantFrom(...tokenKinds), 8);
  const course = {
    answers: answersTo(operation),
    idleMs: operation.cache ? fc.constantFrom(...AGES_MS) : rarely(fc.constant(0), fc.constantFrom(...IDLE_MS), 10),
  };
  const again = fc.record({ ...course, token: anyToken });
  const parts = {
    ...good,
    ...course,
    ...(operation.cache ? { again: rarely(good.again, fc.array(again, { minLength: 1, maxLength: 3 }), 2) } : {}),
  };
  const odd = {
    ...parts,
    token: anyToken,
    params: rarely(good.params, paramsOf(operation, true), 1),
    query: rarely(good.query, oddQueryOf(operation), 2),
    fields: rarely(good.fields, oddFieldsOf(operation), 2),
    content: rarely(good.content, oddContentOf(operation.request.body), 1),
  };
  return fc.oneof({ arbitrary: fc.record(parts), weight: 1 }, { arbitrary: fc.record(odd), weight: 2 });
}

/** What makes a request to the operation that is as it should be, and that its upstream turns down. */
function goodPartsOf(operation: CompiledOperation) {
  const refusal = { kind: 'answer', status: 404, fields: {}, content: Buffer.alloc(0), isGood: false } as const;
  return {
    operation: fc.constant(operation),
    token: fc.constant<TokenKind>('granted'),
    params: paramsOf(operation, false),
    query: queryOf(operation),
    fields: fieldsOf(operation),
    content: contentOf(operation.request.body),
    answers: fc.constant([refusal]),
    idleMs: fc.constant(0),
    again: fc.constant<readonly Again[]>([]),
  };
}

/** Answers one such request. */
export function toPlainRequest(operation: CompiledOperation): FuzzRequest {
  return fc.sample(fc.record(goodPartsOf(operation)), { numRuns: 1, seed: 1 })[0] as FuzzRequest;
}

/** Takes the usual so many times as often as the other. */
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
const OTHER_IDS = [subscriptions.fabrikam, companies.fabrikam, subscriptions.contoso.toUpperCase()];

/** Answers route values of the operation: usual ones, or some of any kind. */
export function paramsOf({ request }: CompiledOperation, odd: boolean): fc.Arbitrary<Record<string, string>> {
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
export function queryOf({ request }: CompiledOperation): fc.Arbitrary<Pairs> {
  const [version] = request.apiVersions ?? [];
  const versions: Pairs = version === undefined ? [] : [['api-version', version]];
  if (!request.query) return fc.constant(versions);
  // A page token is none unless it was given out.
  const { $skipToken: _, ...shape } = request.query.shape;
  return fromSchema(z.object(shape)).map((query) => [...versions, ...Object.entries(query as Record<string, string>)]);
}

const ODD_NAMES = [
  ...['api-version', 'API-Version', '$filter', '$expand', '$EXPAND', '$skipToken', 'code', 'access_token'],
  ...['__proto__', ''],
];
const ODD_VERSIONS = ['2024-05-01', '2025-05-01', '2018-07-01', 'latest', '', 'x'];

function oddQueryOf(operation: CompiledOperation): fc.Arbitrary<Pairs> {
  const pair = fc.tuple(fc.constantFrom(...ODD_NAMES), fc.oneof(oddText, fc.constantFrom(...ODD_VERSIONS)));
  return fc
    .tuple(queryOf(operation), fc.array(pair, { maxLength: 2 }), fc.boolean())
    .map(([query, more, isFirst]) => (isFirst ? [...more, ...query.slice(1)] : [...query, ...more]));
}

function fieldsOf({ request }: CompiledOperation): fc.Arbitrary<Record<string, string>> {
  const types = fc.constantFrom('application/json', 'application/json; charset=UTF-8');
  return request.body ? types.map((type) => ({ 'content-type': type })) : fc.constant({});
}

function oddFieldsOf(operation: CompiledOperation): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(fieldsOf(operation), fc.array(oddField, { minLength: 1, maxLength: 3 }))
    .map(([own, others]) => ({ ...own, ...Object.fromEntries(others) }));
}

function contentOf(body: z.ZodType | undefined): fc.Arbitrary<Buffer> {
  return body ? toContent(fromSchema(body)) : fc.constant(Buffer.alloc(0));
}

function oddContentOf(body: z.ZodType | undefined): fc.Arbitrary<Buffer> {
  return body ? toSpoiltContent(fromSchema(body)) : fc.constant(Buffer.from('{"unasked":1}'));
}

/** Answers the request in words that can be read and sent again. */
export function describeRequest({ operation, content, answers, again, ...parts }: FuzzRequest): unknown {
  return {
    operation: operation.name,
    ...parts,
    content: content.toString('latin1'),
    answers: answers.map(describeAnswer),
    again: again.map((one) => ({ ...one, answers: one.answers.map(describeAnswer) })),
  };
}

function describeAnswer(answer: PlannedAnswer): unknown {
  return answer.kind === 'answer' ? { ...answer, content: answer.content.toString('latin1') } : answer;
}
