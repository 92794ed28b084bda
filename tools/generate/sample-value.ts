/** A value that a JSON Schema accepts: its own example, or the least that it asks for. */
import fc from 'fast-check';
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

/** `root` holds what `$ref`s lead to; `name` is what a text without other rules is made from. */
export function sampleValue(schema: JsonSchema, root: JsonSchema, name = 'text'): unknown {
  if (schema.$ref) return sampleValue(follow(schema.$ref, root), root, name);
  const [known] = [...(schema.examples ?? []), schema.default, schema.const, ...(schema.enum ?? [])].filter(
    (value) => value !== undefined,
  );
  if (known !== undefined) return known;
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first)
    return sampleValue(
      { ...schema, anyOf: undefined, oneOf: undefined, allOf: undefined, ...(first as JsonSchema) } as JsonSchema,
      root,
      name,
    );
  const [type = schema.properties ? 'object' : 'string'] = [schema.type ?? []].flat();
  switch (type) {
    case 'string':
      return sampleText(schema, name);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        sampleValue((schema.items ?? {}) as JsonSchema, root, name),
      );
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((member) => [
          member,
          sampleValue((schema.properties?.[member] ?? {}) as JsonSchema, root, member),
        ]),
      );
    default:
      return null;
  }
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
