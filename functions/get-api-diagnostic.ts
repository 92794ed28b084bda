import { API_DIAGNOSTIC_VERSIONS } from '../lib/contracts/api-versions.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';

export const getApiDiagnostic = defineOperation({
  name: 'getApiDiagnostic',
  summary: 'Read the diagnostic settings of an API',
  source: 'R-02',
  path: createOrUpdateApiDiagnostic.path,
  access: { role: 'ApiDiagnostics.Read' },
  request: { apiVersions: API_DIAGNOSTIC_VERSIONS },
  upstream: 'arm',
});
