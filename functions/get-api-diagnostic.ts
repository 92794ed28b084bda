import { defineOperation } from '../lib/operation.ts';
import { API_DIAGNOSTIC_VERSIONS, createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';

/** Reads the diagnostic settings of an API. */
export const getApiDiagnostic = defineOperation({
  name: 'getApiDiagnostic',
  summary: 'Read the diagnostic settings of an API',
  source: 'R-02',
  method: 'GET',
  path: createOrUpdateApiDiagnostic.path,
  access: { role: 'ApiDiagnostics.Read' },
  request: { params: createOrUpdateApiDiagnostic.request.params, apiVersions: API_DIAGNOSTIC_VERSIONS },
  upstream: 'arm',
  responses: { 200: ['properties'] },
  redactsSecrets: true,
});
