/** Companies, customers and items. Source: docs/specification.md#customer-and-item. */
import * as z from 'zod';
import { openList } from '../../../lib/contracts/schema/annotations.ts';
import { requiredInResponse } from '../../../lib/contracts/schema/resource.ts';
import { dateTime, guid } from '../../../lib/contracts/schema/scalars.ts';
import { response } from './response.ts';

/** The entity tag of a record, in its body. */
const etag = { '@odata.etag': z.string() };

const company = response.object('Company', {
  ...etag,
  id: requiredInResponse(guid),
  name: z.string(),
  displayName: z.string(),
  systemVersion: z.string(),
  timestamp: z.number().describe('A 64-bit integer.'),
  businessProfileId: z.string(),
  systemCreatedAt: dateTime,
  systemCreatedBy: guid,
  systemModifiedAt: dateTime,
  systemModifiedBy: guid,
});

export const CompanyList = response.object(
  'CompanyList',
  { value: requiredInResponse(z.array(company)), '@odata.nextLink': z.string() },
  { description: 'The companies that the caller may access.' },
);

const address = {
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  postalCode: z.string(),
  phoneNumber: z.string(),
  email: z.string(),
  website: z.string(),
};

const terms = {
  taxLiable: z.boolean(),
  taxAreaId: guid,
  taxAreaDisplayName: z.string(),
  taxRegistrationNumber: z.string(),
  currencyId: guid,
  currencyCode: z.string(),
  paymentTermsId: guid,
  shipmentMethodId: guid,
  paymentMethodId: guid,
  blocked: z.string().describe('A single space when the customer is not blocked.'),
};

/** What is named by a code. */
const coded = { id: guid, code: z.string(), displayName: z.string() };

/** The specification does not describe their members. Source: Business Central API v2.0, reference of the resources. */
const shared = {
  picture: response.object('Picture', {
    ...{ id: guid, parentType: z.string(), contentType: z.string() },
    ...{ width: z.number(), height: z.number() },
  }),
  defaultDimensions: z.array(
    response.object('DefaultDimension', {
      ...{ dimensionId: guid, dimensionCode: z.string() },
      ...{ dimensionValueId: guid, dimensionValueCode: z.string() },
    }),
  ),
};

const relations = {
  customerFinancialDetails: response.object('CustomerFinancialDetails', {
    ...{ id: guid, number: z.string() },
    ...{ balance: z.number(), totalSalesExcludingTax: z.number(), overdueAmount: z.number() },
  }),
  ...shared,
  currency: response.object('Currency', {
    ...coded,
    ...{ symbol: z.string(), amountDecimalPlaces: z.string(), amountRoundingPrecision: z.number() },
  }),
  paymentTerm: response.object('PaymentTerm', {
    ...coded,
    ...{ dueDateCalculation: z.string(), discountDateCalculation: z.string(), discountPercent: z.number() },
    calculateDiscountOnCreditMemos: z.boolean(),
  }),
  shipmentMethod: response.object('ShipmentMethod', coded),
  paymentMethod: response.object('PaymentMethod', coded),
};

const customerMembers = {
  ...etag,
  id: guid,
  number: z.string(),
  displayName: z.string(),
  type: openList(['Company', 'Person']),
  ...address,
  ...terms,
  lastModifiedDateTime: dateTime,
  ...relations,
};

export const Customer = response.object(
  'Customer',
  { ...customerMembers, id: requiredInResponse(guid) },
  { description: 'A customer of a company, with the requested relations.' },
);

/** `$select` leaves out any member. Source: R-18. */
const listedCustomer = response.object('ListedCustomer', customerMembers);

export const CustomerList = response.object(
  'CustomerList',
  { value: requiredInResponse(z.array(listedCustomer)), '@odata.nextLink': z.string() },
  { description: 'Customers of a company, with the requested members and relations.' },
);

const itemMembers = {
  ...etag,
  id: guid,
  number: z.string(),
  displayName: z.string(),
  type: openList(['Inventory', 'Service', 'Non-Inventory']),
  itemCategoryId: guid,
  itemCategoryCode: z.string(),
  blocked: z.boolean(),
  gtin: z.string(),
  inventory: z.number(),
  unitPrice: z.number(),
  priceIncludesTax: z.boolean(),
  unitCost: z.number(),
  taxGroupId: guid,
  taxGroupCode: z.string(),
  baseUnitOfMeasureId: guid,
  baseUnitOfMeasureCode: z.string(),
  lastModifiedDateTime: dateTime,
};

export const Item = response.object(
  'Item',
  { ...itemMembers, id: requiredInResponse(guid) },
  { description: 'An item of a company.' },
);

/** `$select` leaves out any member. Source: R-19. */
const listedItem = response.object('ListedItem', {
  ...itemMembers,
  ...shared,
  itemCategory: response.object('ItemCategory', coded),
  unitOfMeasure: response.object('UnitOfMeasure', { ...coded, internationalStandardCode: z.string() }),
});

export const ItemList = response.object(
  'ItemList',
  { value: requiredInResponse(z.array(listedItem)), '@odata.nextLink': z.string() },
  { description: 'Items of a company, with the requested members and relations.' },
);
