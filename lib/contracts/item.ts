/** The item of a company. Source: S3-25 to S3-27, S3-48. */
import * as z from 'zod';
import { openList } from './schema/annotations.ts';
import { requiredInResponse, response } from './schema/resource.ts';
import { dateTime, guid } from './schema/scalars.ts';

export const Item = response.object(
  'Item',
  {
    id: requiredInResponse(guid),
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
  },
  { description: 'An item of a company.' },
);
