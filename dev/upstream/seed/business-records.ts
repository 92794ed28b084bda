/** Seed data: customers and items with their relations, and numbers that must keep their spelling. */
import type { BusinessEntity } from '../entities.ts';
import { type JsonObject, lexical } from '../json.ts';
import type { ProfileNames } from '../profiles.ts';

export const modified = '2026-10-05T08:14:21.933Z';

type Label = readonly [id: string, number: string, displayName: string];

const builders = [
  'Alpine',
  'Baldwin',
  'Cascade',
  'Dover',
  'Eastgate',
  'Fourth',
  'Granite',
  'Harbour',
  'Inland',
  'Juniper',
];
const trades = ['Bakery', 'Cycles', 'Dairy', 'Fabrics', 'Games', 'Hotels', 'Joinery', 'Ceramics', 'Lighting', 'Motors'];

/** Returns `Alpine Bakery`, `Alpine Cycles`, …; numbered from the second hundred on. */
function toName(index: number): string {
  const [builder, trade, round] = [Math.floor(index / 10) % 10, index % 10, Math.floor(index / 100)];
  return `${builders[builder]} ${trades[trade]}${round > 0 ? ` ${round + 1}` : ''}`;
}

/** Returns a label; `prefix` is the start of the id. */
export const toLabel = (prefix: string, index: number): Label => [
  `${prefix}-0000-4000-8000-${String(index).padStart(12, '0')}`,
  String(50_000 + index),
  toName(index),
];

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

/** An item with every property (S3-25, S3-26, S3-27). `unitPrice` is a string to keep its spelling. */
export function item([id, number, displayName]: Label, unitPrice: string, own: JsonObject = {}): BusinessEntity {
  return {
    etag: `W/"JzIwOzE2MzI3NTI${number};"`,
    members: {
      id,
      number,
      displayName,
      type: 'Inventory',
      itemCategoryId: '17e10000-0000-4000-8000-000000000001',
      itemCategoryCode: 'GOODS',
      blocked: false,
      gtin: '',
      inventory: 17,
      unitPrice: lexical(unitPrice),
      priceIncludesTax: false,
      unitCost: lexical('1.10'),
      taxGroupId: '17e20000-0000-4000-8000-000000000001',
      taxGroupCode: 'TAXABLE',
      baseUnitOfMeasureId: '17e30000-0000-4000-8000-000000000001',
      baseUnitOfMeasureCode: 'PCS',
      lastModifiedDateTime: modified,
      ...own,
    },
    relations: {
      itemCategory: { id: '17e10000-0000-4000-8000-000000000001', code: 'GOODS', displayName: 'Goods' },
      inventoryPostingGroup: { code: 'RESALE', displayName: 'Resale items' },
      generalProductPostingGroup: { code: 'RETAIL', displayName: 'Retail' },
      unitOfMeasure: { id: '17e30000-0000-4000-8000-000000000001', code: 'PCS', displayName: 'Piece' },
      picture: { id, parentType: 'Item', width: 0, height: 0, contentType: '' },
      defaultDimensions: [],
      itemVariants: [],
      documentAttachments: [],
    },
  };
}
