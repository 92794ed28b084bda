/** Customers and items are read by their ids. */
import { describe, expect, it } from 'vitest';
import { companies, customers, items } from '../../dev/seed.ts';
import { Customer, Item } from '../../tools/openapi/contracts/business-data.ts';
import { buildCustomerPath, buildItemPath, grantEverything } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const get = (path: string) => stack.send('GET', path);
const expand = (list: string) => get(buildCustomerPath({}, `$expand=${list}`));

/** S3-22, S3-23, S3-24. */
const customerFields =
  'id number displayName type addressLine1 addressLine2 city state country postalCode phoneNumber email website ' +
  'taxLiable taxAreaId taxAreaDisplayName taxRegistrationNumber currencyId currencyCode ' +
  'paymentTermsId shipmentMethodId paymentMethodId blocked lastModifiedDateTime';
/** S3-25, S3-26, S3-27. */
const itemFields =
  'id number displayName type itemCategoryId itemCategoryCode blocked gtin inventory unitPrice priceIncludesTax ' +
  'unitCost taxGroupId taxGroupCode baseUnitOfMeasureId baseUnitOfMeasureCode lastModifiedDateTime';
const customer = { id: customers.contoso.adatum, number: '10000', type: 'Company', blocked: ' ' };
const item = { id: items.contoso.bicycle, type: 'Inventory', blocked: false };

it.each([
  // Also S3-46, S3-63, S3-65.
  ['a customer (S3-22, S3-23, S3-27)', buildCustomerPath(), Customer, customerFields, customer],
  // Also S3-63, S3-65.
  ['an item (S3-25, S3-27, S3-48)', buildItemPath(), Item, itemFields, item],
])('%s is returned with all its properties', async (_, path, schema, fields, expected) => {
  const { status, headers, json } = await get(path);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(schema.parse(json)).toMatchObject(expected);
  expect(Object.keys(json).filter((name) => !name.startsWith('@'))).toEqual(fields.split(' '));
  expect(await stack.lastCall()).toMatchObject({ method: 'GET', path: `/business/v2.0${path}`, body: '' });
});

describe('$expand', () => {
  const relations =
    'customerFinancialDetails picture defaultDimensions currency paymentTerm shipmentMethod paymentMethod'.split(' ');

  it.each(relations)('expands %s (S3-24, S3-47, S3-63)', async (relation) => {
    const { status, json } = await expand(relation);
    expect(status).toBe(200);
    expect(Customer.parse(json)[relation]).toEqual(expect.any(Object));
    expect(Object.keys(json).filter((name) => relations.includes(name))).toEqual([relation]);
  });
});

it('prices and amounts are relayed digit for digit (S3-26)', async () => {
  const grain = await get(buildItemPath({ companyId: companies.fabrikam, itemId: items.fabrikam.grain }));
  expect(grain.text).toContain('"inventory":12345678901234567890,"unitPrice":1E-7,');
  expect(grain.text).toContain('"unitCost":1.10,');
});

it('of one customer no company but that of the path is sent (R-22)', async () => {
  const { status } = await stack.send('GET', buildCustomerPath(), { headers: { company: 'Fabrikam' } });
  expect([status, (await stack.lastCall())?.headers['company']]).toEqual([200, undefined]);
});
