import { AUTHORIZATION_VERSIONS } from '../lib/contracts/api-versions.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

/** Reads an authorization. Its status changes without a write: consent is given, or a refresh token expires. */
export const getAuthorization = defineOperation({
  name: 'getAuthorization',
  summary: 'Read an authorization of an API gateway',
  source: 'R-01',
  path: createOrUpdateAuthorization.path,
  access: { role: 'Authorizations.Read' },
  request: { apiVersions: AUTHORIZATION_VERSIONS },
  upstream: 'arm',
});
