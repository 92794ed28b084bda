import { Authorization } from '../lib/contracts/authorization.ts';
import { defineOperation } from '../lib/operation.ts';

/** Creates or updates an authorization: a connection to an external OAuth 2.0 identity. Its secrets are sent upstream and never returned. */
export const createOrUpdateAuthorization = defineOperation({
  name: 'createOrUpdateAuthorization',
  summary: 'Create or update an authorization of an API gateway',
  source: 'S1-60',
  method: 'PUT',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}',
  access: { role: 'Authorizations.Write' },
  request: {
    apiVersions: ['2024-05-01'],
    preconditions: { ifMatch: true },
    body: Authorization,
  },
  upstream: 'arm',
  timeoutMs: 28_000,
});
