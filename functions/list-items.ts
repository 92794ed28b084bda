import * as z from 'zod';
import { ITEM_RELATIONS, ItemList } from '../lib/contracts/item.ts';
import { COMPANY_HEADERS, PAGE_SIZE, recordQuery } from '../lib/contracts/odata-query.ts';
import { guid } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';

/** Lists items of a company. */
export const listItems = defineOperation({
  name: 'listItems',
  summary: 'List the items of a company',
  source: 'R-19',
  method: 'GET',
  path: '/companies({companyId})/items',
  access: { role: 'Items.Read', resource: '/companies/{companyId}' },
  request: {
    params: z.object({ companyId: guid }),
    query: recordQuery(ITEM_RELATIONS),
    pageSize: PAGE_SIZE,
    refusedHeaders: COMPANY_HEADERS,
  },
  upstream: 'businessData',
  timeoutMs: 20_000,
  attempts: { max: 2, timeoutMs: 9_000, idempotency: 'safe' },
  responses: { 200: ItemList },
  errors: 'businessData',
  paged: { link: '@odata.nextLink' },
});
