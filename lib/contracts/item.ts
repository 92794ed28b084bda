/** The item of a company. Source: spec 3, Item; Endpoints 5. */
import * as z from 'zod';
import { openList } from './annotate.ts';
import { always, asAnswer } from './form.ts';
import { dateTime, guid } from './scalars.ts';

export const Item = asAnswer.object(
  'Item',
  {
    id: always(guid),
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
