import { defineOperation } from '../lib/operation.ts';

/** Lists the companies that the caller's grants name; the managed identity sees all companies of the environment. */
export const listCompanies = defineOperation({
  name: 'listCompanies',
  summary: 'List the companies you may access',
  source: 'R-17',
  path: '/companies',
  access: { role: 'Companies.Read', resource: '/companies', each: { list: 'value', id: 'id' } },
  upstream: 'businessData',
  responses: { 200: { list: 'value', each: ['id'] } },
  paged: true,
});
