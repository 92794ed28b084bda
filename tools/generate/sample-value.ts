/** A value that a JSON Schema accepts: its own example, or the least that it requires; and a schema of another dialect without references. */
import fc from 'fast-check';
import type { Part } from '../add-operation/read-definition.ts';
import type { JsonSchema } from '../openapi/schemas.ts';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  guid: '00000000-0000-4000-8000-000000000001',
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  uri: 'https://example.com/',
  duration: 'PT5M',
  email: 'ada@contoso.example',
};

interface Sampling {
  /** Holds what `$ref`s lead to. */
  readonly root?: JsonSchema;
  /** Objects have all members, and lists one element. */
  readonly isWhole?: boolean;
}

/** `name` is what a text without other rules is made from. */
export function sampleValue(schema: JsonSchema, name = 'text', sampling: Sampling = {}): unknown {
  const sample = (part: unknown, own = name) => sampleValue((part ?? {}) as JsonSchema, own, sampling);
  const { $ref, anyOf, oneOf, allOf, properties = {}, required = [], items, minItems = 0, ...own } = schema;
  if ($ref) return sample(follow($ref, sampling.root ?? {}));
  const values = [...(own.examples ?? []), own.default, own.const, ...(own.enum ?? [])];
  const known = values.find((value) => value !== undefined);
  if (known !== undefined) return known;
  const [first] = anyOf ?? oneOf ?? allOf ?? [];
  if (first) return sample({ ...own, ...(first as JsonSchema) });
  const [type = 'properties' in schema ? 'object' : 'string'] = [own.type ?? []].flat();
  const least = sampling.isWhole ? 1 : 0;
  if (type === 'array') return Array.from({ length: Math.max(minItems, least) }, () => sample(items));
  const names = sampling.isWhole ? Object.keys(properties) : required;
  if (type === 'object') return Object.fromEntries(names.map((member) => [member, sample(properties[member], member)]));
  return type === 'string' ? sampleText(own, name) : samplePlain(type, own);
}

function samplePlain(type: string, { minimum = 1, maximum = 1 }: JsonSchema): unknown {
  return type === 'boolean' ? true : Math.max(minimum, Math.min(1, maximum));
}

function sampleText({ format = '', pattern, minLength = 1, maxLength = 64 }: JsonSchema, name: string): string {
  const text = FORMATS[format] ?? `${name}-1`.padEnd(minLength, '1').slice(0, maxLength);
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return text;
  const matching = fc
    .stringMatching(new RegExp(pattern))
    .filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.sample(matching, { seed: 1, numRuns: 1 })[0] as string;
}

function follow(reference: string, root: JsonSchema): JsonSchema {
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>((part, step) => (part as Readonly<Record<string, unknown>>)[step], root) as JsonSchema;
}

const KEYWORDS = ['type', 'format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'description'];

/** A known format says what its pattern does. */
function pickKeywords(schema: Part): Part {
  const isKnown = ([name]: readonly [string, unknown]) =>
    KEYWORDS.includes(name) && !(name === 'pattern' && schema['format'] in FORMATS);
  return Object.fromEntries(Object.entries(schema).filter(isKnown));
}

/** Returns a schema without references; what is below these levels is anything. */
export function closeSchema(schema: Part, flatten: (schema: Part) => { readonly value: Part }, levels: number): Part {
  const { value } = flatten(schema);
  if (levels === 0) return pickKeywords(value);
  const close = (part: Part) => closeSchema(part, flatten, levels - 1);
  const { properties = {}, required = [], items, enum: values } = value;
  const needed = [...new Set<string>(required)].filter((name) => !name.startsWith('@') && name in properties);
  const members = Object.entries<Part>(properties).filter(([name]) => !name.startsWith('@'));
  return {
    ...pickKeywords(value),
    ...(values && !isOpenList(value) && { enum: values }),
    ...(items && { items: close(items) }),
    ...(members.length > 0 && { properties: Object.fromEntries(members.map(([name, part]) => [name, close(part)])) }),
    ...(members.length > 0 && { type: 'object', ...(needed.length > 0 && { required: needed }) }),
  };
}

/** Whether later versions may have other values. Names of a cloud are others in another profile. */
export function isOpenList({ enum: values = [], 'x-ms-enum': notes }: Part): boolean {
  return notes?.modelAsString || values.some((value: unknown) => /^(?:Microsoft\.|unknownFuture)/.test(String(value)));
}
