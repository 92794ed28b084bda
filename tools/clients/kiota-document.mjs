// `node tools/clients/kiota-document.mjs docs/openapi.json > kiota.json`: adds the discriminators by which Kiota reads a choice of kinds.
// The documents have none: a kind that is not described has no value there, which NSwag and validators refuse.
import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { schemas } = document.components;
for (const schema of Object.values(schemas)) {
  if (!schema.anyOf) continue;
  const kinds = schema.anyOf.map(({ $ref }) => [schemas[$ref.split('/').at(-1)].properties.type.const, $ref]);
  const mapping = Object.fromEntries(kinds.filter(([kind]) => kind !== undefined));
  Object.assign(schema, { oneOf: schema.anyOf, discriminator: { propertyName: 'type', mapping } });
  delete schema.anyOf;
}
process.stdout.write(JSON.stringify(document));
