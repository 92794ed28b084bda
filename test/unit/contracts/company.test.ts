import { expect, it } from 'vitest';
import { CompanyList } from '../../../tools/openapi/contracts/business-data.ts';
import { expectType, failuresOf, type TypeName, withMember } from './support.ts';

const company = { id: 'c0400000-0000-4000-8000-00000000000a', name: 'Contoso', timestamp: 1, extra: [] };
const List = CompanyList.shape['value'] as unknown as { element: Parameters<typeof expectType>[0] };

it.each<[string, TypeName]>([
  ['name', 'string'],
  ['displayName', 'string'],
  ['timestamp', 'number'],
  ['systemCreatedAt', 'date-time'],
])('R-17 %s is of type %s', (name, type) => {
  expectType(List.element, company, name, type, true);
});

it('R-17 every company has an id, by which it is shown or hidden', () => {
  expect(failuresOf(CompanyList, { value: [company] })).toEqual([]);
  expect(failuresOf(CompanyList, { value: [withMember(company, 'id', undefined)] })).toEqual([
    'value.0.id: is required',
  ]);
});
