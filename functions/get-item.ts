import * as z from 'zod';
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
  responses: { 200: ['id'] },
});
