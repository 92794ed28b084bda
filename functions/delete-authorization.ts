import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

/** Deletes an authorization, and with it the consent: only a new one brings it back. */
export const deleteAuthorization = defineOperation({
  name: 'deleteAuthorization',
  summary: 'Delete an authorization of an API gateway',
  source: 'R-05',
  method: 'DELETE',
  path: createOrUpdateAuthorization.path,
  access: { role: 'Authorizations.Write' },
  request: {
    apiVersions: ['2024-05-01'],
    preconditions: { ifMatch: 'required' },
  },
  upstream: 'arm',
  isLifecycle: true,
});
