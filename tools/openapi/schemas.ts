/** The contracts as JSON Schema: schemas with an id become components, the others are described where they are used. */
import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface Schemas {
  /** By id, in alphabetical order. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Returns the description to use for a schema; throws TypeError if the schema was not passed to `describeSchemas`. */
  of(schema: z.ZodType): JsonSchema;
}

/** Describes all schemas together, so that a shared schema is described once. */
export function describeSchemas(schemas: readonly z.ZodType[]): Schemas {
  const keys = new Map([...new Set(schemas)].map((schema, index) => [schema, `schema${index}`]));
  const all = z.object(Object.fromEntries([...keys].map(([schema, key]) => [key, schema])));
  const jsonSchema = z.toJSONSchema(all, { io: 'input', override: adaptSchema });
  const { properties = {}, $defs = {} } = referToComponents(jsonSchema);
  return {
    components: Object.fromEntries(Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1))),
    of(schema) {
      const description = properties[keys.get(schema) ?? ''];
      if (typeof description !== 'object') throw new TypeError('The schema was not described.');
      return description;
    },
  };
}

interface Described {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: JsonSchema;
}

/** Adapts zod's JSON Schema; pass it as `override`. */
export function adaptSchema({ zodSchema, jsonSchema }: Described): void {
  allowOtherKinds(zodSchema, jsonSchema);
  removeDefaults(jsonSchema);
  // Many readers do not know the classes of the `u` flag.
  if (jsonSchema.pattern)
    jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001F\\u007F-\\u009F]');
}

/** Discriminated unions are open (lib/contracts/schema/open-union.ts): objects of other kinds are valid too. */
function allowOtherKinds({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  const { oneOf: kinds } = jsonSchema;
  if (def.type !== 'union' || !('discriminator' in def) || !kinds) return;
  const name = String(def.discriminator);
  delete jsonSchema.oneOf;
  jsonSchema.anyOf = [...kinds, { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }];
}

/** Removes what JSON Schema means anyway: objects are open, names are strings (a list of names stays), and `anyOf` with an empty schema is anything. */
function removeDefaults(jsonSchema: JsonSchema): void {
  const { properties, additionalProperties, anyOf, propertyNames } = jsonSchema;
  if (properties && additionalProperties && isAnything(additionalProperties)) delete jsonSchema.additionalProperties;
  if (anyOf?.some(isAnything)) delete jsonSchema.anyOf;
  if (!(typeof propertyNames === 'object' && propertyNames.enum)) delete jsonSchema.propertyNames;
}

function isAnything(schema: object | boolean): boolean {
  return schema === true || Object.keys(schema).length === 0;
}

function referToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
