import * as z from 'zod';
import { AuthorizationList } from '../lib/contracts/authorization.ts';
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
  timeoutMs: 8_000,
  attempts: { max: 3, timeoutMs: 3_000, idempotency: 'safe' },
  responses: { 200: AuthorizationList },
  errors: 'arm',
  redactsSecrets: true,
  paged: { link: 'nextLink' },
});
