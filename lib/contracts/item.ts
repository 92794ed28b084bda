/** The item of a company. Source: docs/specification.md#customer-and-item. */
import * as z from 'zod';
import { openList } from './schema/annotations.ts';
import { requiredInResponse, response } from './schema/resource.ts';
import { dateTime, guid, uri } from './schema/scalars.ts';

/** Relations that a list can expand; the specification names none for one item. */
export const ITEM_RELATIONS = [
  'itemCategory',
  'inventoryPostingGroup',
  'generalProductPostingGroup',
  'unitOfMeasure',
  'picture',
  'defaultDimensions',
  'itemVariants',
  'documentAttachments',
];

const members = {
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
  { ...members, id: requiredInResponse(guid) },
  { description: 'An item of a company.' },
);

/** `$select` leaves out any member; relations have no described members. Source: R-19. */
const listedItem = response.object('ListedItem', members);

export const ItemList = response.object(
  'ItemList',
  { value: requiredInResponse(z.array(listedItem)), '@odata.nextLink': uri },
  { description: 'Items of a company, with the requested members and relations.' },
);
