import { recordQuery } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';

/** Lists customers of a company. They are personal data, so none is stored. */
export const listCustomers = defineOperation({
  name: 'listCustomers',
  summary: 'List the customers of a company',
  source: 'R-18',
  path: '/companies({companyId})/customers',
  access: { role: 'Customers.Read' },
  request: {
    query: ({ customerRelations }) => recordQuery(customerRelations),
  },
  upstream: 'businessData',
  timeoutMs: 20_000,
  paged: true,
});
