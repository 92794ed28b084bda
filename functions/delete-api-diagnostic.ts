import { API_DIAGNOSTIC_VERSIONS } from '../lib/contracts/api-versions.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';

export const deleteApiDiagnostic = defineOperation({
  name: 'deleteApiDiagnostic',
  summary: 'Delete the diagnostic settings of an API',
  source: 'R-27',
  method: 'DELETE',
  path: createOrUpdateApiDiagnostic.path,
  access: { role: 'ApiDiagnostics.Write' },
  request: { apiVersions: API_DIAGNOSTIC_VERSIONS, preconditions: { ifMatch: 'required' } },
  upstream: 'arm',
  isLifecycle: true,
});
