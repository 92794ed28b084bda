import { writeOnly } from '../lib/contracts/schema/annotations.ts';
import { object } from '../lib/contracts/schema/resource.ts';
import { text } from '../lib/contracts/schema/scalars.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

const ConsentCode = object(
  'ConsentCode',
  {
    consentCode: writeOnly(text(1, 4096)).describe('The code that was handed over after the consent; it counts once.'),
  },
  { description: 'Proof that the caller is the one who signed in.', isClosed: true },
);

/** Confirms that the caller is the one who signed in. A code counts once. */
export const confirmAuthorizationConsentCode = defineOperation({
  name: 'confirmAuthorizationConsentCode',
  summary: 'Confirm the consent code of an authorization',
  source: 'R-07',
  method: 'POST',
  path: `${createOrUpdateAuthorization.path}/confirmConsentCode`,
  access: { role: 'Authorizations.Write' },
  request: { apiVersions: ['2024-05-01'], body: ConsentCode },
  upstream: 'arm',
  isLifecycle: true,
});
