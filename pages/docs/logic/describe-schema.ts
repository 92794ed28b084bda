/** What a schema says of a value, as text; the members of its objects, and the kinds of a union. */
import { type Schema, toName } from './document.ts';

export type Schemas = Readonly<Record<string, Schema>>;

/** Returns the referenced schema; of a value or null, the value's schema. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref !== undefined) return resolve(schemas[toName(schema.$ref)] ?? {}, schemas);
  const kinds = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  const [only] = kinds ?? [];
  return kinds?.length === 1 && only ? resolve(only, schemas) : { ...schema, ...(kinds && { anyOf: kinds }) };
}

export function mayBeNull({ $ref, type, anyOf, oneOf }: Schema, schemas: Schemas): boolean {
  if ($ref !== undefined) return mayBeNull(schemas[toName($ref)] ?? {}, schemas);
  return [type].flat().includes('null') || (anyOf ?? oneOf ?? []).some((each) => mayBeNull(each, schemas));
}

/** Returns the type as in `string | null`. */
export function describeType(schema: Schema, schemas: Schemas): string {
  return describeValue(resolve(schema, schemas), schemas) + (mayBeNull(schema, schemas) ? ' or null' : '');
}

function describeValue(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.some(({ $ref }) => $ref) ? 'one of several kinds' : 'any of several types';
  if (schema.items) return `array of ${describeType(schema.items, schemas)}`;
  const types = [schema.type].flat().filter((type) => type !== undefined && type !== 'null');
  return (
    [...types, schema.format && `(${schema.format})`].filter(Boolean).join(' ') ||
    (schema.readOnly ? 'set by the service' : 'any value')
  );
}

/** Returns the limits of the value, each as a few words. */
export function listConstraints(schema: Schema): readonly string[] {
  const { enum: values, minLength, maxLength, minimum, maximum, minItems, maxItems, default: preset } = schema;
  return [
    values && `${values.length > 1 ? 'one of ' : 'only '}${values.map(String).join(', ')}`,
    minLength === 1 && maxLength === undefined ? 'not empty' : toRange(minLength, maxLength, ' characters'),
    toRange(minimum, maximum, ''),
    toRange(minItems, maxItems, ' elements'),
    ...listPatterns(schema).map(([, words]) => words),
    schema.propertyNames?.enum && `members: ${schema.propertyNames.enum.join(', ')}`,
    preset !== undefined && `default ${JSON.stringify(preset)}`,
    schema.readOnly && 'read-only',
    schema.writeOnly && 'never returned',
  ].filter((text) => typeof text === 'string');
}

function toRange(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** Begins the pattern of each text in a path. */
export const PATH_RULES = '^(?!\\.{0,2}(?:;|$))(?!.*[/\\\\%?#\\u0000-\\u001F\\u007F])';

/** The document's patterns in words; a test finds those that are missing. */
const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$': 'a GUID',
  "^[^ -'*-,/:-@[-^`{-~]+$": 'letters, digits and - _ . ( )',
  '^[-\\w._()]+$': 'letters, digits and - _ . ( )',
  '^[\\w.-]+$': 'letters, digits and - _ .',
  '^[\\w-]+$': 'letters, digits and - _',
  '^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$': 'letters, digits and -; a letter first, no - last',
  '^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$': '2 to 64 letters, digits and . _ ~ -; a letter or digit first',
  '^[A-Za-z0-9._-]{1,128}$': '1 to 128 letters, digits and . _ -',
  '^[A-Za-z]{1,16}$': '1 to 16 letters',
  '^[^*#&+:<>?]+$': 'without * # & + : < > ?',
  '^[^<>*&:;]+$': 'without < > * & : ;',
  '^(?!\\.{1,2}$)[^/\\\\%?#]*$': 'without / \\ % ? #, not only dots',
  '^[^\\u0000-\\u001F\\u007F-\\u009F]*$': 'one line',
  '^(?=[^\\u0000-\\u001F\\u007F-\\u009F]*$)(?!\\.{1,2}$)[^/\\\\%?#]*$': 'one line, without / \\ % ? #, not only dots',
  [PATH_RULES]: 'without / \\ % ? #, not only dots',
  '^.+$': 'not empty',
  '^(?:\\*|"[!\\x23-\\x7e]*"|[!\\x23-\\x29+\\x2d-\\x7e]+)$': '* or one entity tag',
  '^\\P{Cc}*$': 'one line',
  '^[ -~]*$': 'ASCII characters',
  '^[\\w/*, ]+$': 'names with commas, or *',
  '^[\\w/ ,]+$': 'names with commas, each with asc or desc after a blank',
  '^[A-Za-z\\d /:.+-]+$': 'letters, digits, blanks and / : . + -',
};

/** Returns the patterns that the value must match, all of them, in words. */
export function listPatterns({ pattern }: Schema): readonly (readonly [pattern: string, words: string])[] {
  if (pattern === undefined) return [];
  const patterns = pattern.startsWith(PATH_RULES) ? [PATH_RULES, `^${pattern.slice(PATH_RULES.length)}`] : [pattern];
  return patterns.map((each) => [each, PATTERN_WORDS[each] ?? `the form ${each}`]);
}

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Lists the members of an object or of the elements of an array. */
export function listMembers(schema: Schema, schemas: Schemas): readonly Member[] {
  const { items, properties = {}, required = [] } = resolve(schema, schemas);
  if (items) return listMembers(items, schemas);
  return Object.entries(properties).map(([name, each]) => ({ name, required: required.includes(name), schema: each }));
}

/** Lists the known kinds of a union by name; the kind for unknown types is left out. */
export function listKinds(
  schema: Schema,
  schemas: Schemas,
): readonly { readonly name: string; readonly schema: Schema }[] {
  const { items, anyOf = [] } = resolve(schema, schemas);
  if (items) return listKinds(items, schemas);
  return anyOf.flatMap((kind) => {
    if (kind.anyOf) return listKinds(kind, schemas);
    return kind.$ref === undefined ? [] : [{ name: toName(kind.$ref).replace(/Request$/, ''), schema: kind }];
  });
}
