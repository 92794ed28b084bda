/** Entities of the table service as JSON. Source: Table service, Payload format; Understanding the Table service data model. */

/** Keys are `partitionKey` and `rowKey`; what the service adds of its own is `etag`. */
export type Entity = Readonly<Record<string, unknown>>;

const NAMES: Readonly<Record<string, string>> = {
  PartitionKey: 'partitionKey',
  RowKey: 'rowKey',
  'odata.etag': 'etag',
};
const TYPE = '@odata.type';

/** Answers the entity as it is sent: dates and bytes bear their types, other values are what JSON says. */
export function toJson({ partitionKey, rowKey, ...members }: Entity): string {
  const json: Record<string, unknown> = { PartitionKey: partitionKey, RowKey: rowKey };
  for (const [name, value] of Object.entries(members)) {
    if (value instanceof Date) Object.assign(json, { [name + TYPE]: 'Edm.DateTime', [name]: value.toISOString() });
    else if (value instanceof Uint8Array) {
      const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
      Object.assign(json, { [name + TYPE]: 'Edm.Binary', [name]: text });
    } else json[name] = value;
  }
  return JSON.stringify(json);
}

/** Answers the entity that came; a value of a type that no cache writes stays as it is. */
export function fromJson(json: Readonly<Record<string, unknown>>): Entity {
  const entity: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    if (!name.endsWith(TYPE)) entity[NAMES[name] ?? name] = toValue(json[name + TYPE], value);
  }
  return entity;
}

function toValue(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'Edm.DateTime') return new Date(value);
  return type === 'Edm.Binary' ? Buffer.from(value, 'base64') : value;
}
