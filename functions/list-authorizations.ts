import { AUTHORIZATION_VERSIONS } from '../lib/contracts/api-versions.ts';
import { resourceQuery } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';

export const listAuthorizations = defineOperation({
  name: 'listAuthorizations',
  summary: 'List the authorizations of an authorization provider',
  source: 'R-13',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations',
  access: { role: 'Authorizations.Read' },
  request: {
    apiVersions: AUTHORIZATION_VERSIONS,
    query: resourceQuery,
  },
  upstream: 'arm',
  paged: true,
});
