import { ApiDiagnostic } from '../lib/contracts/api-diagnostic.ts';
import { API_DIAGNOSTIC_VERSIONS } from '../lib/contracts/api-versions.ts';
import { defineOperation } from '../lib/operation.ts';

export const createOrUpdateApiDiagnostic = defineOperation({
  name: 'createOrUpdateApiDiagnostic',
  summary: 'Create or update the diagnostic settings of an API',
  source: 'docs/specification.md#api-diagnostic',
  method: 'PUT',
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}',
  access: { role: 'ApiDiagnostics.Write' },
  request: {
    apiVersions: API_DIAGNOSTIC_VERSIONS,
    preconditions: { ifMatch: true },
    body: ApiDiagnostic,
  },
  upstream: 'arm',
  timeoutMs: 28_000,
});
