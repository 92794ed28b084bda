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
  describeRules(zodSchema, jsonSchema);
  // Schemas of published examples: the format says it in a word.
  if (jsonSchema.format === 'date-time' || jsonSchema.pattern?.includes('-[1-8]')) delete jsonSchema.pattern;
  // Many readers do not know the classes of the `u` flag. Two patterns are in `allOf`.
  for (const schema of [jsonSchema, ...(jsonSchema.allOf ?? [])] as JsonSchema[]) {
    if (schema.pattern) schema.pattern = schema.pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001F\\u007F-\\u009F]');
  }
}

/** Adds a sentence for each rule across members (lib/contracts/schema/rules.ts). */
function describeRules({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  if (def.type !== 'object') return;
  const members = new Map<string, string[]>();
  for (const { _zod: check } of def.checks ?? []) {
    const { path, error } = check.def as z.core.$ZodCustomDef;
    const message = error?.({} as z.core.$ZodRawIssue);
    if (path && typeof message === 'string')
      members.set(message, [...(members.get(message) ?? []), `\`${path.join('.')}\``]);
  }
  const rules = [...members].map(
    ([message, names]) => `${names.length > 1 ? 'Each of ' : ''}${names.join(', ')} ${message}.`,
  );
  if (rules.length > 0) jsonSchema.description = [jsonSchema.description, ...rules].filter(Boolean).join(' ');
}

/** Discriminated unions are open (lib/contracts/schema/open-union.ts): objects of other kinds are valid too. */
function allowOtherKinds({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  const { oneOf: kinds } = jsonSchema;
  if (def.type !== 'union' || !('discriminator' in def) || !kinds) return;
  const name = String(def.discriminator);
  delete jsonSchema.oneOf;
  jsonSchema.anyOf = [...kinds, { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }];
}

/** Removes what JSON Schema means anyway: objects are open, names are strings (a list of names stays). */
function removeDefaults(jsonSchema: JsonSchema): void {
  const { properties, additionalProperties, propertyNames } = jsonSchema;
  if (properties && additionalProperties && isAnything(additionalProperties)) delete jsonSchema.additionalProperties;
  if (!(typeof propertyNames === 'object' && propertyNames.enum)) delete jsonSchema.propertyNames;
}

function isAnything(schema: object | boolean): boolean {
  return schema === true || Object.keys(schema).length === 0;
}

function referToComponents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_, part) => {
    if (Array.isArray(part?.anyOf)) simplifyChoices(part);
    return part;
  });
}

/** What may be null has its description already; a choice with an empty schema is anything. */
function simplifyChoices(schema: JsonSchema): void {
  const choices = (schema.anyOf ?? []) as JsonSchema[];
  for (const choice of choices) if (choice.description === schema.description) delete choice.description;
  if (choices.some(isAnything)) delete schema.anyOf;
}
