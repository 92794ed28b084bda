/** The contracts as JSON Schema: schemas with an id become components, the others are described where they are used. */
import * as z from 'zod';
import { nameSchemas } from './name-schemas.ts';
import { mapValues } from './share-components.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface Schemas {
  /** By id, in alphabetical order. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Returns the description to use for a schema; throws TypeError if the schema was not passed to `describeSchemas`. */
  of(schema: z.ZodType): JsonSchema;
}

const UNKNOWN_KIND = 'UnknownKind';

/** The last choice of each union: kinds that the contract does not describe. */
const toUnknownKind = (type: 'object' | ['object', 'null'], name = 'type') =>
  ({ type, properties: { [name]: { type: 'string' } }, required: [name] }) as JsonSchema;

const UNKNOWN_KINDS = {
  [UNKNOWN_KIND]: { ...toUnknownKind('object'), description: 'An object of a kind that is not described.' },
  [`${UNKNOWN_KIND}OrNull`]: {
    ...toUnknownKind(['object', 'null']),
    description: 'An object of a kind that is not described, or null.',
  },
};

/** Describes all schemas together, so that a shared schema is described once. */
export function describeSchemas(schemas: readonly z.ZodType[]): Schemas {
  const keys = new Map([...new Set(schemas)].map((schema, index) => [schema, `schema${index}`]));
  const all = z.object(Object.fromEntries([...keys].map(([schema, key]) => [key, schema])));
  const jsonSchema = z.toJSONSchema(all, { io: 'input', override: adaptSchema });
  const { properties = {}, $defs = {} } = referToComponents(jsonSchema);
  return {
    components: nameSchemas({ ...mapValues($defs, openResponse), ...UNKNOWN_KINDS }),
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

const NAMED_FORMAT = /^(?:date|time|date-time|duration|email|uri|base64(?:url)?)$/;

/** Adapts zod's JSON Schema; pass it as `override`. */
export function adaptSchema({ zodSchema, jsonSchema }: Described): void {
  allowOtherKinds(zodSchema, jsonSchema);
  removeDefaults(jsonSchema);
  describeRules(zodSchema, jsonSchema);
  describeDefault(jsonSchema);
  // Of a map it is the names.
  if (jsonSchema.additionalProperties) delete jsonSchema['x-resource-id'];
  if (jsonSchema.enum) jsonSchema.enum = listSpellings(jsonSchema.enum);
  joinPatterns(jsonSchema);
  // The format says it in a word.
  if (NAMED_FORMAT.test(jsonSchema.format ?? '') || jsonSchema.pattern?.includes('-[1-8]')) delete jsonSchema.pattern;
}

/** A value in two spellings is compared without case (C-46): the document has the first. */
function listSpellings(values: readonly unknown[]): NonNullable<JsonSchema['enum']> {
  const byName = new Map(values.toReversed().map((value) => [String(value).toLowerCase(), value]));
  return [...byName.values()].toReversed() as NonNullable<JsonSchema['enum']>;
}

/** Generators make a member with a `default` required, or send it. */
function describeDefault(jsonSchema: JsonSchema): void {
  const { default: preset, description } = jsonSchema;
  if (preset === undefined) return;
  delete jsonSchema.default;
  jsonSchema.description = [description, `Default: ${JSON.stringify(preset)}.`].filter(Boolean).join(' ');
}

/** Makes one pattern of those in `allOf`, which generators read as types. Many readers do not know the classes of the `u` flag. */
function joinPatterns(jsonSchema: JsonSchema): void {
  const patterns = [jsonSchema, ...(jsonSchema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  const [last = '', ...others] = patterns.toReversed();
  if (others.length > 0) delete jsonSchema.allOf;
  const joined = [...others.map((each) => `(?=${each.replace('^', '')})`), last.replace('^', '')].join('');
  if (last) jsonSchema.pattern = `^${joined}`.replaceAll('\\P{Cc}', '[^\\u0000-\\u001F\\u007F-\\u009F]');
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

/** Discriminated unions are open (lib/contracts/schema/resource.ts): objects of other kinds are valid too. */
function allowOtherKinds({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  const { oneOf: kinds } = jsonSchema;
  if (def.type !== 'union' || !('discriminator' in def) || !kinds) return;
  const name = String(def.discriminator);
  delete jsonSchema.oneOf;
  const isType = name === 'type';
  jsonSchema.anyOf = [...kinds, isType ? { $ref: `#/$defs/${UNKNOWN_KIND}` } : toUnknownKind('object', name)];
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

/** A service adds values to the lists of its responses. */
function openResponse(schema: JsonSchema, name: string): JsonSchema {
  if (name.endsWith('Request')) return schema;
  return JSON.parse(JSON.stringify(schema), (key, part) => {
    if (!part?.enum || key === 'propertyNames') return part;
    const { enum: values, ...open } = part;
    return { ...open, examples: values.filter((value: unknown) => value !== null) };
  });
}

function referToComponents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_, part) => {
    // zod writes them next to a reference that has a description.
    if (part?.$ref) delete part.additionalProperties;
    return Array.isArray(part?.anyOf) ? simplifyChoices(part) : part;
  });
}

/** What may be null has a list of types, but a reference (docs/decisions.md#generated-schemas); a choice with an empty schema is anything. */
function simplifyChoices({ anyOf = [], ...schema }: JsonSchema): JsonSchema {
  const choices = (anyOf as JsonSchema[]).flatMap((each) => (each.anyOf ?? [each]) as JsonSchema[]);
  for (const choice of choices) if (choice.description === schema.description) delete choice.description;
  if (choices.some(isAnything)) return schema;
  const values = choices.filter(({ type }) => type !== 'null');
  const [only] = values;
  if (values.length === choices.length || !only) return { ...schema, anyOf: choices };
  const last = values.at(-1)?.$ref;
  if (last?.endsWith(UNKNOWN_KIND)) return { ...schema, anyOf: [...values.slice(0, -1), { $ref: `${last}OrNull` }] };
  if (values.length > 1) return { ...schema, anyOf: choices };
  if (only.$ref) return { ...schema, oneOf: choices };
  const { const: single, ...value } = only;
  const listed = single === undefined ? only.enum : [single];
  return { ...value, ...schema, type: [only.type as 'string', 'null'], ...(listed && { enum: [...listed, null] }) };
}
