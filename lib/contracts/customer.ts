/** The customer of a company. Source: docs/specification.md#customer-and-item. */
import * as z from 'zod';
import { openList } from './schema/annotations.ts';
import { requiredInResponse, response } from './schema/resource.ts';
import { dateTime, guid, uri } from './schema/scalars.ts';

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

/** Their members are not specified; some are objects, some lists. */
const relations = {
  customerFinancialDetails: z.unknown(),
  picture: z.unknown(),
  defaultDimensions: z.unknown(),
  currency: z.unknown(),
  paymentTerm: z.unknown(),
  shipmentMethod: z.unknown(),
  paymentMethod: z.unknown(),
};

const members = {
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
  { ...members, id: requiredInResponse(guid) },
  { description: 'A customer of a company, with the requested relations.' },
);

/** `$select` leaves out any member. Source: R-18. */
const listedCustomer = response.object('ListedCustomer', members);

export const CustomerList = response.object(
  'CustomerList',
  { value: requiredInResponse(z.array(listedCustomer)), '@odata.nextLink': uri },
  { description: 'Customers of a company, with the requested members and relations.' },
);
