/** Converts the JSON Schema of the OpenAPI document to TypeScript types; only the keywords that the document uses. */
import type { JsonSchema } from '../openapi/schemas.ts';

/** Returns the type of a value that matches the schema. */
export function toType(schema: JsonSchema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown';
  if (schema.$ref) return toTypeName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(toType))].join(' | ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => toTypeOfKind(type, schema)).join(' | ');
}

/** Returns the members of an object type, one per line; without the read-only ones unless `withReadOnly`. */
export function formatMembers({ properties = {}, required = [] }: JsonSchema, withReadOnly = true): string {
  return Object.entries(properties)
    .filter(([, member]) => withReadOnly || !isReadOnly(member))
    .map(([name, member]) => formatMember(name, required.includes(name), toType(member), member))
    .join('');
}

/** Returns one member with its docstring. */
export function formatMember(name: string, isRequired: boolean, type: string, schema: unknown = {}): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  // A member that is undefined is left out, whatever the compiler makes of optional members.
  const optional = /\bunknown$/.test(type) ? type : `${type} | undefined`;
  return `\n${formatComment(schema)}${key}${isRequired ? `: ${type}` : `?: ${optional}`};`;
}

/** Returns the docstring of a schema with a description, a default or an example; empty without any. */
export function formatComment(schema: unknown): string {
  const {
    description,
    default: defaultValue,
    example,
  } = schema as {
    readonly description?: string;
    readonly default?: unknown;
    readonly example?: unknown;
  };
  const sentences = [
    description,
    defaultValue === undefined ? undefined : `Default: ${JSON.stringify(defaultValue)}.`,
    example === undefined ? undefined : `Example: \`${String(example)}\``,
  ].filter(Boolean);
  const text = sentences.join(' ').replaceAll('*/', '* /').replaceAll('\n', '\n * ');
  return text === '' ? '' : `/** ${text} */\n`;
}

function toTypeName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function isReadOnly(member: unknown): boolean {
  return (member as JsonSchema).readOnly === true;
}

function toTypeOfKind(type: JsonSchema['type'], schema: JsonSchema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${toType(schema.items as JsonSchema)}>`;
    case 'object':
      return Object.keys(schema.properties ?? {}).length > 0
        ? `{ ${formatMembers(schema)} }`
        : `Record<string, ${toType(schema.additionalProperties)}>`;
    default:
      return 'unknown';
  }
}
