import * as z from 'zod';
import { nameList } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';

export const getCustomer = defineOperation({
  name: 'getCustomer',
  summary: 'Read a customer',
  source: 'S3-46, S3-47',
  path: '/companies({companyId})/customers({customerId})',
  access: { role: 'Customers.Read' },
  request: {
    query: ({ customerRelations }) => z.object({ $expand: nameList(customerRelations).optional() }),
  },
  upstream: 'businessData',
});
