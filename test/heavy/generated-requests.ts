/** Sends requests made from an OpenAPI document only, and compares status and body of each response with what the document says. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { ProfileName } from '../../lib/profiles.ts';
import type { DescribedDocument, DescribedParameter } from '../../tools/openapi/document-file.ts';
import type { JsonSchema } from '../../tools/openapi/schemas.ts';
import { toJson, toMutatedJson } from '../fuzz/engine/mutate-json.ts';
import { oddText } from '../fuzz/engine/odd-values.ts';
import { listOperations, readDocument } from '../support/openapi.ts';
import type { Stack, TestResponse } from '../support/stack.ts';

type Described = ReturnType<typeof listOperations>[number];

interface Request {
  readonly described: Described;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const MAX_DEPTH = 6;

/** Returns an arbitrary of what a schema allows, as far as a reader of the document can tell. */
function fromSchema(document: DescribedDocument, schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const make = (each: JsonSchema) => fromSchema(document, each, depth + 1);
  if (schema.$ref) return make(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as JsonSchema);
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map(make));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? ['string', 'integer', 'boolean', 'null']].flat();
  return fc.oneof(...types.map((type) => fromType(type, schema, depth, make)));
}

function fromType(
  type: string,
  schema: JsonSchema,
  depth: number,
  make: (schema: JsonSchema) => fc.Arbitrary<unknown>,
) {
  const { minimum = -10, maximum = 1_000, items, minItems = 0, maxItems = 3 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'array':
      return fc.array(make((items ?? {}) as JsonSchema), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      });
    case 'object':
      return fromObject(schema, depth, make);
    default:
      return fromText(schema);
  }
}

function fromObject(
  schema: JsonSchema,
  depth: number,
  make: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isNeeded = (name: string) => required.includes(name) || depth < MAX_DEPTH;
  const members = Object.entries(properties).filter(([name, each]) => isNeeded(name) && !(each as JsonSchema).readOnly);
  const known = fc.record(Object.fromEntries(members.map(([name, each]) => [name, make(each as JsonSchema)])), {
    requiredKeys: required.filter((name) => members.some(([member]) => member === name)),
    noNullPrototype: true,
  });
  if (typeof additionalProperties !== 'object' || depth >= MAX_DEPTH) return known;
  return fc
    .tuple(
      known,
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), make(additionalProperties as JsonSchema), { maxKeys: 2 }),
    )
    .map(([own, more]) => ({ ...more, ...(own as object) }));
}

function fromText({
  format,
  pattern,
  examples = [],
  minLength = 0,
  maxLength = 40,
}: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.constantFrom('http://127.0.0.1/console', 'https://example.com/a?b=c');
  if (format === 'date-time') return fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+01:00');
  const texts = [
    ...(examples as readonly string[]),
    ...['abc', 'trial', 'shop-1', 'a b', 'A'.repeat(Math.min(maxLength, 300)), 'ü', '"x"', '*'],
  ];
  const fitting = texts.filter(
    (text) => text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text)),
  );
  return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.constant('2026-01-01');
}

/** Returns an arbitrary of a parameter's text; undefined leaves it out. */
function fromParameter(
  document: DescribedDocument,
  { required, schema, example, in: place }: DescribedParameter,
): fc.Arbitrary<string | undefined> {
  const usual = fc.constant(example === undefined ? undefined : String(example));
  const valid = fromSchema(document, schema).map(String);
  const odd = place === 'path' ? oddText.filter((text) => text.length > 0) : oddText;
  const absent = fc.constant(undefined);
  const weight = place === 'path' ? 30 : 6;
  return fc.oneof(
    ...(example === undefined ? [] : [{ arbitrary: usual, weight }]),
    { arbitrary: valid, weight: required && example === undefined ? weight : 3 },
    ...(place === 'path' ? [] : [{ arbitrary: absent, weight: required ? 1 : weight * 2 }]),
    { arbitrary: place === 'header' ? valid : odd.map((text) => text.toWellFormed()), weight: 1 },
  );
}

function requestsTo(document: DescribedDocument, described: Described): fc.Arbitrary<Request> {
  const { operation, path } = described;
  const values = fc.tuple(...operation.parameters.map((each) => fromParameter(document, each)));
  return fc.tuple(values, fromBody(document, operation)).map(([texts, body]) => {
    const given = operation.parameters.flatMap((each, at) =>
      texts[at] === undefined ? [] : [{ ...each, text: texts[at] }],
    );
    const inPlace = (place: string) => given.filter((each) => each.in === place);
    const pathname = inPlace('path').reduce(
      (sofar, { name, text }) => sofar.replace(`{${name}}`, () => encodeURIComponent(text)),
      path,
    );
    const query = new URLSearchParams(
      inPlace('query').map(({ name, text }): [string, string] => [name, text]),
    ).toString();
    const headers = Object.fromEntries(
      inPlace('header')
        .filter(({ text }) => /^[ -~]*$/.test(text))
        .map(({ name, text }) => [name, text]),
    );
    return {
      described,
      path: query ? `${pathname}?${query}` : pathname,
      body,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    };
  });
}

function fromBody(
  document: DescribedDocument,
  { requestBody }: Described['operation'],
): fc.Arbitrary<Buffer | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const { schema, example } = requestBody.content['application/json'];
  const valid = fromSchema(document, schema);
  return fc.oneof(
    { arbitrary: toJson(fc.constant(example)), weight: 4 },
    { arbitrary: toJson(valid), weight: 6 },
    { arbitrary: toMutatedJson(valid), weight: 3 },
    { arbitrary: fc.constant(undefined), weight: requestBody.required ? 1 : 3 },
  );
}

/** Sends requests; returns how often each status came, and what the document does not say. */
export async function sendGenerated(
  profile: ProfileName,
  { send, upstream }: Pick<Stack, 'send' | 'upstream'>,
  { count, seed }: { readonly count: number; readonly seed: number },
) {
  const document = readDocument(profile);
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'document', ...document });
  const anyRequest = fc.oneof(...listOperations(document).map((each) => requestsTo(document, each)));
  const statuses: Record<number, number> = {};
  const mistakes: string[] = [];
  for (const [at, { described, path, body, headers }] of fc.sample(anyRequest, { numRuns: count, seed }).entries()) {
    // What was deleted comes back.
    if (at % 100 === 0) await upstream.reset();
    const method = described.method.toUpperCase();
    // It throws for a status or header that the operation does not have.
    const sent = await send(method, path, { headers, ...(body && { body }) }).catch(String);
    if (typeof sent !== 'string') statuses[sent.status] = (statuses[sent.status] ?? 0) + 1;
    const mistake = typeof sent === 'string' ? sent : findMistake(ajv, described, sent);
    if (mistake) mistakes.push(`${method} ${path} ${body ?? ''}: ${mistake}`.slice(0, 2_000));
  }
  return { statuses, mistakes };
}

function findMistake(
  ajv: Ajv2020,
  { operation }: Described,
  { status, text, headers }: TestResponse,
): string | undefined {
  // The document's description says what no operation serves.
  if (headers['x-frontdesk-problem'] === 'route_not_found' || !('x-ms-request-id' in headers)) return undefined;
  const response = operation.responses[status] ?? operation.responses['default'];
  if (!response) return `${status} is not described`;
  const schema = response.content?.['application/json'].schema;
  if (!schema) return text === '' ? undefined : `${status} has a body`;
  if (text === '') return [schema.type].flat().includes('null') ? undefined : `${status} has no body`;
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')));
  return validate(JSON.parse(text)) ? undefined : `${status} ${ajv.errorsText(validate.errors)} ${text}`;
}
