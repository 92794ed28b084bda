import { defineOperation } from '../lib/operation.ts';

/** Reads an item of a company. */
export const getItem = defineOperation({
  name: 'getItem',
  summary: 'Read an item',
  source: 'S3-48',
  path: '/companies({companyId})/items({itemId})',
  access: { role: 'Items.Read' },
  upstream: 'businessData',
});
