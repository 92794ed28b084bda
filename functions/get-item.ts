import * as z from 'zod';
import { Item } from '../lib/contracts/item.ts';
import { guid } from '../lib/contracts/path-values.ts';
import { defineOperation } from '../lib/operation.ts';

/** Reads an item of a company. */
export const getItem = defineOperation({
  name: 'getItem',
  summary: 'Read an item',
  source: 'S3-48',
  method: 'GET',
  path: '/companies({companyId})/items({itemId})',
  access: { role: 'Items.Read', resource: '/companies/{companyId}' },
  request: { params: z.object({ companyId: guid, itemId: guid }) },
  upstream: 'businessData',
  timeoutMs: 8_000,
  attempts: { max: 3, timeoutMs: 3_000, idempotency: 'safe' },
  responses: { 200: Item },
  errors: 'businessData',
});
