/** What the API reference says of a schema. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  describeType,
  listConstraints,
  listKinds,
  listMembers,
  listPatterns,
  type Schemas,
} from '../../pages/docs/logic/describe-schema.ts';
import { listOperations, type Schema } from '../../pages/docs/logic/document.ts';
import { listResources } from '../../pages/docs/logic/resources.ts';

const schemas: Schemas = {
  Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  OtherRequest: { type: 'object', properties: { type: { type: 'string', const: 'Other' } } },
};
const named: Schema = { $ref: '#/components/schemas/Named' };
const other: Schema = { $ref: '#/components/schemas/OtherRequest' };
const nothing: Schema = { type: 'null' };

describe('a type', () => {
  it.each<[Schema, string]>([
    [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ anyOf: [{ type: 'integer' }, nothing] }, 'integer or null'],
    [{ const: 'Stream' }, '"Stream"'],
    [named, 'object'],
    [{ type: 'array', items: named }, 'array of object'],
    [{ anyOf: [{ anyOf: [named, other] }, nothing] }, 'one of several kinds or null'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'any of several types'],
    [{}, 'any value'],
    [{ readOnly: true }, 'set by the service'],
  ])('of %j is %s', (schema, expected) => {
    expect(describeType(schema, schemas)).toBe(expected);
  });
});

it('operations are listed by resource, then by verb; added ones fall into place', () => {
  const toOperation = ([operationId, method, path, role]: readonly string[]) =>
    ({ operationId, method, path, summary: 'Updates (patches) a disk.', 'x-app-role': role }) as never;
  const disks = [
    ['updateDisk', 'PATCH', '/disks/{name}', 'Disks.Write'],
    ['getApiDisk', 'GET', '/apis/{name}', 'ApiDisks.Read'],
    ['listDisksByResourceGroup', 'GET', '/groups/{group}/disks', 'Disks.Read'],
    ['createOrUpdateDisk', 'PUT', '/disks/{name}', 'Disks.Write'],
    ['batch', 'POST', '/$batch'],
    ['getDisk', 'GET', '/disks({name})', 'Disks.Read'],
  ];
  const found = listResources(disks.map(toOperation));
  expect(found.map(({ noun, operations }) => [noun, ...operations.map(({ verb }) => verb)])).toEqual([
    ['', 'Updates (patches) a disk.'],
    ['Disks', 'List by resource group', 'Get', 'Create or update', 'Update'],
    ['API disks', 'Get'],
  ]);
});

it('limits are a few words each', () => {
  const schema = { minLength: 2, maxLength: 9, minimum: 0, enum: ['a', 'b'], default: 'a', examples: ['b'] };
  expect(listConstraints({ ...schema, readOnly: true, writeOnly: true })).toEqual([
    ...['one of a, b', '2 to 9 characters', 'at least 0', 'default "a"', 'read-only', 'never returned'],
  ]);
  expect(listConstraints({ minLength: 1, maximum: 4, enum: ['2020-03-01'] })).toEqual([
    'only 2020-03-01',
    'not empty',
    'at most 4',
  ]);
  expect(listConstraints({ maxItems: 20, propertyNames: { enum: ['a'] } })).toEqual([
    'at most 20 elements',
    'members: a',
  ]);
  expect(listPatterns({ pattern: 'a' })).toEqual([['a', 'the form a']]);
});

it('members are those of an object, of the elements of an array, and of a reference', () => {
  const members = [{ name: 'name', required: true, schema: { type: 'string' } }];
  for (const schema of [named, { type: 'array', items: named }, { anyOf: [named, nothing] }]) {
    expect(listMembers(schema, schemas)).toEqual(members);
  }
  expect(listMembers({ type: 'string' }, schemas)).toEqual([]);
});

it('kinds are the known ones of a union, by name', () => {
  const union = { anyOf: [{ anyOf: [named, other, { type: 'object' }] }, nothing] };
  expect(listKinds(union, schemas).map(({ name }) => name)).toEqual(['Named', 'Other']);
  expect(listKinds({ anyOf: [named, nothing] }, schemas)).toEqual([]);
});

it('a person reads words: every operation has its purpose, every parameter a description', () => {
  for (const file of ['docs/openapi.json', 'docs/openapi.microsoft.json']) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    for (const { operationId, description, parameters } of listOperations(document)) {
      expect(description, operationId).not.toMatch(/^Requires the app role/);
      expect(parameters.filter((parameter) => !parameter.description)).toEqual([]);
    }
  }
});

it('no schema of the document has a keyword that the reference does not show', () => {
  const shown =
    /^(?:\$ref|type|description|properties|required|items|additionalProperties|propertyNames|anyOf|oneOf|enum|const|format|pattern|default|examples|minimum|maximum|minLength|maxLength|minItems|maxItems|readOnly|writeOnly|x-[\w-]+)$/;
  const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  const unknown = new Set<string>();
  const visit = (schema: Readonly<Record<string, unknown>>) => {
    for (const name of Object.keys(schema)) if (!shown.test(name)) unknown.add(name);
    const { properties = {}, items, anyOf = [], oneOf = [] } = schema as Schema;
    for (const each of [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf])
      visit({ ...each });
  };
  for (const schema of Object.values(components.schemas)) visit(schema as Record<string, unknown>);
  expect([...unknown]).toEqual([]);
});
