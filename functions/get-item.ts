import { defineOperation } from '../lib/operation.ts';

export const getItem = defineOperation({
  name: 'getItem',
  summary: 'Read an item',
  source: 'S3-48',
  path: '/companies({companyId})/items({itemId})',
  access: { role: 'Items.Read' },
  upstream: 'businessData',
});
