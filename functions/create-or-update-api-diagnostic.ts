import { ApiDiagnostic } from '../lib/contracts/api-diagnostic.ts';
import { defineOperation } from '../lib/operation.ts';

/** All listed versions. Source: S1-84. */
export const API_DIAGNOSTIC_VERSIONS = [
  'latest',
  '2025-03-01-preview',
  '2024-10-01-preview',
  '2024-06-01-preview',
  '2024-05-01',
  '2023-09-01-preview',
  '2023-05-01-preview',
  '2023-03-01-preview',
  '2022-09-01-preview',
  '2022-08-01',
  '2022-04-01-preview',
  '2021-12-01-preview',
  '2021-08-01',
  '2021-04-01-preview',
  '2021-01-01-preview',
  '2020-12-01',
  '2020-06-01-preview',
  '2019-12-01',
  '2019-12-01-preview',
  '2019-01-01',
  '2018-06-01-preview',
  '2018-01-01',
  '2017-03-01',
];

/** Creates or updates the diagnostic settings of an API. */
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
  timeoutMs: 30_000,
  responses: { 200: ['id', 'name', 'properties'], 201: ['id', 'name', 'properties'] },
});
