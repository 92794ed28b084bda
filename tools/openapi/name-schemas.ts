/** Gives inline objects, choices and lists of values a name: generators number those without one. */
import type { JsonSchema } from './schemas.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** Returns the components, and each object, choice and list of values inside them as a component named after its owner and its member; throws if a name is taken. */
export function nameSchemas(components: Components): Components {
  const named = new Map<string, JsonSchema>();
  for (const [name, schema] of Object.entries(components)) add(name, schema);
  return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));

  function add(name: string, schema: JsonSchema): void {
    if (named.has(name)) throw new Error(`Two schemas have the name ${name}.`);
    named.set(name, schema);
    const { properties = {} } = schema;
    const members = Object.entries(properties).map(([member, each]) => [member, refer(each, toName(name, member))]);
    if (schema.properties) named.set(name, { ...schema, properties: Object.fromEntries(members) });
  }

  /** Returns the member's schema with a reference in place of an inline object, also of elements and of a map's values. */
  function refer(member: unknown, name: string): JsonSchema {
    const { description, readOnly, ...schema } = member as JsonSchema;
    const notes = { ...(description && { description }), ...(readOnly && { readOnly }) };
    if (schema.items)
      return { ...notes, ...schema, items: refer(schema.items, name.replace(/s(?=(?:Request)?$)/, '')) };
    const isChoice = schema.anyOf?.some((each) => (each as JsonSchema).$ref);
    if (!schema.enum && !isChoice && Object.keys(schema.properties ?? {}).length === 0) return member as JsonSchema;
    const [type] = [schema.type].flat();
    const values = schema.enum?.filter((value) => value !== null);
    add(name, { ...schema, ...(type && { type }), ...(values && { enum: values }) });
    const reference: JsonSchema = { $ref: `#/components/schemas/${name}` };
    return Array.isArray(schema.type) ? { ...notes, oneOf: [reference, { type: 'null' }] } : { ...notes, ...reference };
  }
}

/** The direction stays at the end: `StreamingJobRequest` and `sku` make `StreamingJobSkuRequest`. No name has a word twice. */
function toName(owner: string, member: string): string {
  const [, base = '', direction = ''] = /^(.+?)(Request)?$/.exec(owner) ?? [];
  const word = member.charAt(0).toUpperCase() + member.slice(1);
  return base + (base.endsWith(word) ? 'Detail' : word) + direction;
}
