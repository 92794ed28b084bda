import { recordQuery } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';

/** Relations that a list can expand; the specification names none for one item. */
const ITEM_RELATIONS = [
  'itemCategory',
  'inventoryPostingGroup',
  'generalProductPostingGroup',
  'unitOfMeasure',
  'picture',
  'defaultDimensions',
  'itemVariants',
  'documentAttachments',
];

export const listItems = defineOperation({
  name: 'listItems',
  summary: 'List the items of a company',
  source: 'R-19',
  path: '/companies({companyId})/items',
  access: { role: 'Items.Read' },
  request: {
    query: () => recordQuery(ITEM_RELATIONS),
  },
  upstream: 'businessData',
  timeoutMs: 20_000,
  paged: true,
});
