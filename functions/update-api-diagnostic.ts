import { ApiDiagnosticChange } from '../lib/contracts/api-diagnostic.ts';
import { API_DIAGNOSTIC_VERSIONS } from '../lib/contracts/api-versions.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';

export const updateApiDiagnostic = defineOperation({
  name: 'updateApiDiagnostic',
  summary: 'Change some diagnostic settings of an API',
  source: 'R-28',
  method: 'PATCH',
  path: createOrUpdateApiDiagnostic.path,
  access: { role: 'ApiDiagnostics.Write' },
  request: {
    apiVersions: API_DIAGNOSTIC_VERSIONS,
    preconditions: { ifMatch: 'required' },
    body: ApiDiagnosticChange,
  },
  upstream: 'arm',
  timeoutMs: 28_000,
  isLifecycle: true,
});
