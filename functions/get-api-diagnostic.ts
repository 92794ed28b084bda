import { ApiDiagnostic } from '../lib/contracts/api-diagnostic.ts';
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
  timeoutMs: 8_000,
  attempts: { max: 3, timeoutMs: 3_000, idempotency: 'safe' },
  responses: { 200: ApiDiagnostic.response },
  errors: 'arm',
  redactsSecrets: true,
});
