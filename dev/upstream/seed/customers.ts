/** Seed data: customers with their relations, and numbers that must keep their spelling. */
import type { BusinessEntity } from '../entities.ts';
import { type JsonObject, lexical } from '../json.ts';
import type { ProfileNames } from '../profiles.ts';
import { type Label, modified } from './labels.ts';

const currencyId = 'c0110000-0000-4000-8000-000000000001';
const paymentTermsId = 'c0120000-0000-4000-8000-000000000001';
const shipmentMethodId = 'c0130000-0000-4000-8000-000000000001';
const paymentMethodId = 'c0140000-0000-4000-8000-000000000001';
const taxAreaId = 'c0150000-0000-4000-8000-000000000001';

/** A customer with every property (S3-22, S3-23, S3-24). */
export function customer(names: ProfileNames, [id, number, displayName]: Label, own: JsonObject = {}): BusinessEntity {
  return {
    etag: `W/"JzE5OzEzMDQ2NzQ${number};"`,
    members: {
      id,
      number,
      displayName,
      type: 'Company',
      addressLine1: '192 Market Square',
      addressLine2: '',
      city: 'Atlanta',
      state: 'GA',
      country: 'US',
      postalCode: '31772',
      phoneNumber: '+1 425 555 0101',
      email: `office@${displayName.toLowerCase().replaceAll(' ', '-')}.example`,
      website: '',
      taxLiable: true,
      taxAreaId,
      taxAreaDisplayName: 'Atlanta, GA',
      taxRegistrationNumber: '28-9012',
      currencyId,
      currencyCode: 'USD',
      paymentTermsId,
      shipmentMethodId,
      paymentMethodId,
      blocked: names.notBlocked,
      lastModifiedDateTime: modified,
      ...own,
    },
    relations: customerRelations(id, number),
  };
}

/** Relations as the live service returns them; the specification does not describe their members. */
function customerRelations(id: string, number: string): BusinessEntity['relations'] {
  return {
    customerFinancialDetails: {
      id,
      number,
      balance: lexical('9007199254740993'),
      totalSalesExcludingTax: lexical('1234.50'),
      overdueAmount: lexical('0.10'),
      lastModifiedDateTime: modified,
    },
    picture: {
      id,
      parentType: 'Customer',
      width: 64,
      height: 64,
      contentType: 'image/png',
      // An absolute upstream URL, as in the live service.
      'pictureContent@odata.mediaReadLink': `https://business.vendor.example/v2.0/pictures(${id})/pictureContent`,
    },
    defaultDimensions: [{ id: 'c0160000-0000-4000-8000-000000000001', parentId: id, dimensionCode: 'AREA' }],
    currency: {
      id: currencyId,
      code: 'USD',
      displayName: 'US dollar',
      symbol: '$',
      amountRoundingPrecision: lexical('0.010'),
    },
    paymentTerm: { id: paymentTermsId, code: '30 DAYS', displayName: 'Net 30 days', dueDateCalculation: '30D' },
    shipmentMethod: { id: shipmentMethodId, code: 'EXW', displayName: 'Ex works' },
    paymentMethod: { id: paymentMethodId, code: 'BANK', displayName: 'Bank transfer' },
    agedAccountsReceivable: { customerId: id, customerNumber: number, balanceDue: lexical('0.10') },
    contactsInformation: [{ contactId: 'c0170000-0000-4000-8000-000000000001', contactName: 'Robert Townes' }],
    documentAttachments: [],
  };
}
