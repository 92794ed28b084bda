import { LoginLinks } from '../lib/contracts/login-links.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

/** Returns a link that signs a person in for an authorization. The person who opens it gives the consent. */
export const getAuthorizationLoginLinks = defineOperation({
  name: 'getAuthorizationLoginLinks',
  summary: 'Get the login link of an authorization',
  source: 'R-06',
  method: 'POST',
  path: `${createOrUpdateAuthorization.path}/getLoginLinks`,
  access: { role: 'Authorizations.Write' },
  request: {
    params: createOrUpdateAuthorization.request.params,
    apiVersions: ['2024-05-01'],
    body: LoginLinks.request,
  },
  upstream: 'arm',
  timeoutMs: 15_000,
  // Each call makes a link and changes nothing else.
  attempts: { max: 2, timeoutMs: 7_000, idempotency: 'safe' },
  quota: 'write',
  responses: { 200: LoginLinks.response },
  errors: 'arm',
  returnsSecret: true,
  isLifecycle: true,
});
