/** What a schema says of a value, as text; the members of its objects, and the kinds of a union. */
import { type Schema, toName } from './document.ts';

export type Schemas = Readonly<Record<string, Schema>>;

/** Returns the referenced schema; of a value or null, the value's schema. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref !== undefined) return resolve(schemas[toName(schema.$ref)] ?? {}, schemas);
  const kinds = schema.anyOf?.filter(({ type }) => type !== 'null');
  const [only] = kinds ?? [];
  return kinds?.length === 1 && only ? resolve(only, schemas) : { ...schema, ...(kinds && { anyOf: kinds }) };
}

/** Returns the type as in `string | null`. */
export function describeType(schema: Schema, schemas: Schemas): string {
  const canBeNull = schema.anyOf?.some(({ type }) => type === 'null') || [schema.type].flat().includes('null');
  return describeValue(resolve(schema, schemas), schemas) + (canBeNull ? ' or null' : '');
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
  const {
    enum: values,
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
    default: preset,
    examples,
  } = schema;
  return [
    values && `${values.length > 1 ? 'one of ' : 'only '}${values.map(String).join(', ')}`,
    minLength === 1 && maxLength === undefined ? 'not empty' : toRange(minLength, maxLength, ' characters'),
    toRange(minimum, maximum, ''),
    toRange(minItems, maxItems, ' elements'),
    schema.propertyNames?.enum && `members: ${schema.propertyNames.enum.join(', ')}`,
    preset !== undefined && `default ${JSON.stringify(preset)}`,
    examples && `for example ${examples.map(String).join(', ')}`,
    schema.readOnly && 'read-only',
    schema.writeOnly && 'never returned',
  ].filter((text) => typeof text === 'string');
}

function toRange(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** Lists the patterns that the value must match, all of them. */
export function listPatterns({ pattern, allOf = [] }: Schema): readonly string[] {
  return [pattern, ...allOf.map((each) => each.pattern)].filter((each) => each !== undefined);
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
