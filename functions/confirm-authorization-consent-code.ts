import { ConsentCode } from '../lib/contracts/consent-code.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

/** Confirms that the caller is the one who signed in. A code counts once. */
export const confirmAuthorizationConsentCode = defineOperation({
  name: 'confirmAuthorizationConsentCode',
  summary: 'Confirm the consent code of an authorization',
  source: 'R-07',
  method: 'POST',
  path: `${createOrUpdateAuthorization.path}/confirmConsentCode`,
  access: { role: 'Authorizations.Write' },
  request: { params: createOrUpdateAuthorization.request.params, apiVersions: ['2024-05-01'], body: ConsentCode },
  upstream: 'arm',
  timeoutMs: 15_000,
  attempts: { max: 2, timeoutMs: 15_000, idempotency: 'unsafe' },
  responses: { 200: null },
  errors: 'arm',
  isLifecycle: true,
});
