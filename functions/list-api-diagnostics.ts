import { API_DIAGNOSTIC_VERSIONS } from '../lib/contracts/api-versions.ts';
import { resourceQuery } from '../lib/contracts/odata-query.ts';
import { defineOperation } from '../lib/operation.ts';

export const listApiDiagnostics = defineOperation({
  name: 'listApiDiagnostics',
  summary: 'List the diagnostic settings of an API',
  source: 'R-14',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics',
  access: { role: 'ApiDiagnostics.Read' },
  request: {
    apiVersions: API_DIAGNOSTIC_VERSIONS,
    query: resourceQuery,
  },
  upstream: 'arm',
  paged: true,
});
