import { describe, expect, it } from 'vitest';
import { Customer } from '../../../tools/openapi/contracts/business-data.ts';
import { buildCustomer } from './builders.ts';
import { expectType, failuresOf, type TypeName, withMember } from './support.ts';

const RELATIONS = [
  'customerFinancialDetails',
  'picture',
  'defaultDimensions',
  'currency',
  'paymentTerm',
  'shipmentMethod',
  'paymentMethod',
];

describe('document 3, Customer', () => {
  it.each<[string, TypeName]>([
    ['number', 'string'],
    ['displayName', 'string'],
    ['type', 'string'],
    ['addressLine1', 'string'],
    ['addressLine2', 'string'],
    ['city', 'string'],
    ['state', 'string'],
    ['country', 'string'],
    ['postalCode', 'string'],
    ['phoneNumber', 'string'],
    ['email', 'string'],
    ['website', 'string'],
    ['taxLiable', 'boolean'],
    ['taxAreaId', 'guid'],
    ['taxAreaDisplayName', 'string'],
    ['taxRegistrationNumber', 'string'],
    ['currencyId', 'guid'],
    ['currencyCode', 'string'],
    ['paymentTermsId', 'guid'],
    ['shipmentMethodId', 'guid'],
    ['paymentMethodId', 'guid'],
    ['blocked', 'string'],
    ['lastModifiedDateTime', 'date-time'],
  ])('S3-22 %s is of type %s', (name, type) => {
    expectType(Customer, buildCustomer(), name, type, true);
  });

  it('S3-22 id is a GUID and in every response', () => {
    expectType(Customer, buildCustomer(), 'id', 'guid');
    expect(failuresOf(Customer, withMember(buildCustomer(), 'id', undefined))).toEqual(['id: is required']);
    expect(failuresOf(Customer, withMember(buildCustomer(), 'id', null))).toEqual(['id: must be a string']);
  });

  it('S3-23, S3-22 values of type are examples, and blocked is any string', () => {
    for (const type of ['Company', 'Person', 'Other']) {
      expect(failuresOf(Customer, { ...buildCustomer(), type })).toEqual([]);
    }
    for (const blocked of [' ', '_x0020_', 'All']) {
      expect(failuresOf(Customer, { ...buildCustomer(), blocked })).toEqual([]);
    }
  });

  it.each(RELATIONS)('S3-24 the relation %s may be expanded; its members are not shown', (relation) => {
    for (const related of [{ id: 1 }, [{}], null]) {
      const customer = { ...buildCustomer(), [relation]: related, '@odata.etag': 'W/"x"' };
      expect(Customer.parse(customer)).toEqual(customer);
    }
  });
});
