import * as z from 'zod';
import { filterExpression, wholeNumber } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

/** Lists the authorizations of an authorization provider. */
export const listAuthorizations = defineOperation({
  name: 'listAuthorizations',
  summary: 'List the authorizations of an authorization provider',
  source: 'R-13',
  method: 'GET',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations',
  access: { role: 'Authorizations.Read' },
  request: {
    params: createOrUpdateAuthorization.request.params.omit({ authorizationId: true }),
    apiVersions: ['2024-05-01'],
    query: z.object({
      $filter: filterExpression.optional(),
      $top: wholeNumber(1).optional(),
      $skip: wholeNumber(0).optional(),
    }),
  },
  upstream: 'arm',
  responses: { 200: { list: 'value', each: ['id', 'name', 'properties'] } },
  redactsSecrets: true,
  paged: { link: 'nextLink' },
});
