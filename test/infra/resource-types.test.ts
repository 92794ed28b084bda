/** The templates against the published resource types, where BICEP_TYPES names a copy of them, as in the workflow. */
import { expect, it } from 'vitest';
import { checkResources } from './bicep/check-resources.ts';
import { parseBicep } from './bicep/parse.ts';
import { openTypes } from './bicep/resource-types.ts';
import { readInfra } from './files.ts';

const sample = openTypes('test/infra/bicep/sample-types');
const check = (text: string) => checkResources(parseBicep(text), sample);

const thing = (members: string, others = '') => `${others}
resource thing 'Contoso.Sample/things@2024-01-01' = {
  name: 'thing'
  tags: { a: 'b' }
  properties: {
    ${members}
  }
}`;

it.each([
  ['literals', "size: 'small'\n openSize: 'any'\n isOn: true\n parts: [{ count: 1 }]\n anything: 1"],
  ['variables and parameters', 'size: size\n isOn: isOn', "var size = 'small'\nparam isOn bool"],
  ['alternatives', "size: isOn ? 'small' : 'large'", 'param isOn bool'],
  ['an allowed value', 'size: size', "@allowed(['small', 'large'])\nparam size string"],
  ['what only a deployment knows', 'size: other.outputs.size\n isOn: empty(size)\n parts: [for x in y: { count: x }]'],
  ['a member that the types lack, with the compiler’s mark', "size: 'small'\n #disable-next-line BCP037\n newer: 1"],
])('accepts %s', (...[, members, others = '']) => {
  expect(check(thing(members, others))).toEqual([]);
});

it.each([
  ['an unknown member', "size: 'small'\n sise: 1", '', 'properties has no sise'],
  ['a missing member', 'isOn: true', '', 'properties lacks size'],
  ['a read-only member', "size: 'small'\n state: 'on'", '', 'properties.state is read-only'],
  ['an unknown literal', "size: 'medium'", '', "properties.size must be one of 'small', 'large': 'medium'"],
  ['an unknown literal of an alternative', "size: a ? 'small' : 'huge'", '', "must be one of 'small', 'large'"],
  ['an unknown literal of a variable', 'size: size', "var size = 'medium'", "must be one of 'small', 'large'"],
  ['an unknown allowed value', 'size: size', "@allowed(['small', 'medium'])\nparam size string", 'must be one of'],
  ['an unknown value of a parameter’s type', 'size: size', "param size 'small' | 'medium'", 'must be one of'],
  ['another kind', "size: 'small'\n isOn: 'true'", '', 'properties.isOn must be bool, not string'],
  ['a parameter of another kind', "size: 'small'\n isOn: on", 'param on string', 'isOn must be bool, not string'],
  ['a fault in an item', "size: 'small'\n parts: [{ amount: 1 }]", '', 'properties.parts[] lacks count'],
  ['a fault in a loop', "size: 'small'\n parts: [for x in y: { amount: 1 }]", '', 'parts[] has no amount'],
])('finds %s', (_, members, others, fault) => {
  expect(check(thing(members, others)).join('\n')).toContain(fault);
});

it('finds an unpublished type or version, also of an existing resource', () => {
  expect(check("resource a 'Contoso.Sample/thing@2024-01-01' existing = { name: 'a' }")).toHaveLength(1);
  expect(check("resource a 'Contoso.Sample/things@2023-01-01' existing = { name: 'a' }")).toHaveLength(1);
  expect(check("resource a 'Contoso.Sample/things@2024-01-01' existing = { name: 'a' }")).toEqual([]);
});

it('checks nested resources by their name', () => {
  const nested = (policy: string) =>
    thing("size: 'small'").replace(/\}$/, `resource policy 'policies' = { ${policy} }\n}`);
  expect(check(nested("name: 'ftp'\n isAllowed: false"))).toEqual([]);
  expect(check(nested("name: 'scm'\n isAllowed: false")).join()).toContain('name must be one of ftp: scm');
  expect(check(nested("name: 'ftp'")).join()).toContain('lacks isAllowed');
});

const folder = process.env['BICEP_TYPES'];
if (folder) {
  const published = openTypes(folder);
  const templates = [...readInfra()].filter(([path]) => path.endsWith('.bicep'));
  it.each(templates)('%s agrees with the published types', (_, text) => {
    expect(checkResources(parseBicep(text), published)).toEqual([]);
  });
}
