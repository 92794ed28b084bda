/** The contracts as JSON Schema: those with an id become components, the others stand where they are used. */
import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface Schemas {
  /** By id, in alphabetical order. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Answers what stands where the schema is used; throws TypeError for a schema that was not described. */
  of(schema: z.ZodType): JsonSchema;
}

/** Describes the schemas all at once, so that what they share is described once. */
export function describeSchemas(schemas: readonly z.ZodType[]): Schemas {
  const keys = new Map([...new Set(schemas)].map((schema, index) => [schema, `schema${index}`]));
  const whole = z.object(Object.fromEntries([...keys].map(([schema, key]) => [key, schema])));
  const { properties = {}, $defs = {} } = pointToComponents(z.toJSONSchema(whole, { io: 'input', override: simplify }));
  return {
    components: Object.fromEntries(Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1))),
    of(schema) {
      const described = properties[keys.get(schema) ?? ''];
      if (typeof described !== 'object') throw new TypeError('The schema was not described.');
      return described;
    },
  };
}

/**
 * Objects are open by default in JSON Schema, every name is a string, and anything or null is anything. Many readers of a pattern do not know the classes that
 * need the `u` flag: they stand as ranges.
 */
function simplify({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  const { properties, additionalProperties, anyOf } = jsonSchema;
  if (properties && additionalProperties && isAnything(additionalProperties)) delete jsonSchema.additionalProperties;
  if (anyOf?.some(isAnything)) delete jsonSchema.anyOf;
  delete jsonSchema.propertyNames;
  if (jsonSchema.pattern)
    jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001F\\u007F-\\u009F]');
}

function isAnything(schema: object | boolean): boolean {
  return schema === true || Object.keys(schema).length === 0;
}

function pointToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
