import { describe } from 'vitest';
import { CompanyList, Customer, Item } from '../../../tools/openapi/contracts/business-data.ts';
import { membersOf, testBodies } from './support.ts';

const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

describe('document 3, Customer and Item', () => {
  const customer = membersOf(Customer, { id });
  customer.required('S3-22', 'id');
  customer.types('S3-22', {
    string: `number displayName type addressLine1 addressLine2 city state country postalCode phoneNumber email website
      taxAreaDisplayName taxRegistrationNumber currencyCode blocked`,
    boolean: 'taxLiable',
    guid: 'id taxAreaId currencyId paymentTermsId shipmentMethodId paymentMethodId',
    'date-time': 'lastModifiedDateTime',
  });

  const item = membersOf(Item, { id });
  item.required('S3-25', 'id');
  item.types('S3-25, S3-26', {
    string: 'number displayName type itemCategoryCode gtin taxGroupCode baseUnitOfMeasureCode',
    boolean: 'blocked priceIncludesTax',
    number: 'inventory unitPrice unitCost',
    guid: 'id itemCategoryId taxGroupId baseUnitOfMeasureId',
    'date-time': 'lastModifiedDateTime',
  });

  const company = membersOf(CompanyList, { value: [{ id }] }, 'value.0');
  company.required('R-17', 'id');
  company.types('R-17', { string: 'name displayName', number: 'timestamp', 'date-time': 'systemCreatedAt' });

  const related = { picture: { id: 1 }, defaultDimensions: [{}], currency: null, '@odata.etag': 'W/"x"' };
  testBodies([
    ['S3-23 another type of customer', Customer, { id, type: 'Other' }],
    ['S3-22 any blocked', Customer, { id, blocked: '_x0020_' }],
    ['S3-24 relations, whose members are not shown', Customer, { id, ...related }],
    ['S3-25 another type of item', Item, { id, type: 'Non_x002D_Inventory' }],
    ['unknown members', Item, { id, '@odata.context': 'https://example.com', displayName2: '' }],
  ]);
});
