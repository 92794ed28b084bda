/** Seed data of the business data API: customers and items, with numbers that must keep their spelling. */
import { companies, customers, items } from '../../seed.ts';
import type { BusinessEntity, Company } from '../entities.ts';
import { type JsonObject, lexical } from '../json.ts';
import type { ProfileNames } from '../profiles.ts';

const modified = '2026-10-05T08:14:21.933Z';
const currencyId = 'c0110000-0000-4000-8000-000000000001';
const paymentTermsId = 'c0120000-0000-4000-8000-000000000001';
const shipmentMethodId = 'c0130000-0000-4000-8000-000000000001';
const paymentMethodId = 'c0140000-0000-4000-8000-000000000001';
const taxAreaId = 'c0150000-0000-4000-8000-000000000001';

type Label = readonly [id: string, number: string, displayName: string];

/** A customer with every property (S3-22 to S3-24). */
function customer(names: ProfileNames, [id, number, displayName]: Label, own: JsonObject = {}): BusinessEntity {
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

/** An item with every property (S3-25 to S3-27). `unitPrice` is a string to keep its spelling. */
function item([id, number, displayName]: Label, unitPrice: string, own: JsonObject = {}): BusinessEntity {
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
    relations: {},
  };
}

export function seedCompanies(names: ProfileNames): ReadonlyMap<string, Company> {
  const service = { type: 'Service', inventory: 0 };
  const contoso = {
    customers: byId(
      customer(names, [customers.contoso.adatum, '10000', 'Adatum Corporation']),
      customer(names, [customers.contoso.treyResearch, '20000', 'Trey Research'], { blocked: 'Ship' }),
      customer(names, [customers.contoso.schoolOfFineArt, '30000', 'School of Fine Art'], { taxLiable: false }),
    ),
    items: byId(
      item([items.contoso.bicycle, '1000', 'Bicycle'], '1099.90'),
      item([items.contoso.bell, '1100', 'Bell'], '1.10', { blocked: true, gtin: '4006381333931' }),
      item([items.contoso.screw, '1200', 'Screw'], '0.000010', { inventory: lexical('9007199254740993') }),
      item([items.contoso.delivery, '1300', 'Delivery'], '5.00', service),
    ),
  };
  const fabrikam = {
    customers: byId(
      customer(names, [customers.fabrikam.cohoWinery, '10000', 'Coho Winery'], { country: 'DE', city: 'Trier' }),
      customer(names, [customers.fabrikam.relecloud, '20000', 'Relecloud'], { blocked: 'All' }),
      customer(names, [customers.fabrikam.graphicDesign, '30000', 'Graphic Design Institute'], { type: 'Person' }),
    ),
    items: byId(
      item([items.fabrikam.desk, '2000', 'Desk'], '649.40'),
      item([items.fabrikam.lamp, '2100', 'Lamp'], '35.60', { type: names.nonInventory }),
      item([items.fabrikam.grain, '2200', 'Grain of sand'], '1E-7', { inventory: lexical('12345678901234567890') }),
      item([items.fabrikam.assembly, '2300', 'Assembly'], '80.00', service),
    ),
  };
  return new Map([
    [companies.contoso, contoso],
    [companies.fabrikam, fabrikam],
  ]);
}

function byId(...entities: BusinessEntity[]): ReadonlyMap<string, BusinessEntity> {
  return new Map(entities.map((entity) => [String(entity.members['id']), entity]));
}
