/** JSON Schema, as far as the document uses it, as TypeScript types. */
import type { JsonSchema } from '../../lib/openapi/schemas.ts';

/** Answers the type that a value of the schema has. */
export function toType(schema: JsonSchema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown';
  if (schema.$ref) return toTypeName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(toType))].join(' | ');
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => toTypeOfKind(type, schema)).join(' | ');
}

/** Answers the members of an object type, each on lines of its own; those that only the server sets are left out on wish. */
export function toMembers({ properties = {}, required = [] }: JsonSchema, withServerSet = true): string {
  return Object.entries(properties)
    .filter(([, member]) => withServerSet || !isServerSet(member))
    .map(([name, member]) => toMember(name, required.includes(name), toType(member), member))
    .join('');
}

/** Answers one member, behind its description. */
export function toMember(name: string, isRequired: boolean, type: string, about: unknown = {}): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `\n${toComment(about)}${key}${isRequired ? '' : '?'}: ${type};`;
}

/** Answers the docstring for what bears a description and perhaps a default; empty without either. */
export function toComment(about: unknown): string {
  const { description, default: usual } = about as { description?: string; default?: unknown };
  const said = [description, usual === undefined ? undefined : `Default: ${JSON.stringify(usual)}.`].filter(Boolean);
  return said.length === 0 ? '' : `/** ${said.join(' ').replaceAll('*/', '* /')} */\n`;
}

function toTypeName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function isServerSet(member: unknown): boolean {
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
      return schema.properties ? `{ ${toMembers(schema)} }` : `Record<string, ${toType(schema.additionalProperties)}>`;
    default:
      return 'unknown';
  }
}
