import { redirectUrl } from '../lib/contracts/schema/annotations.ts';
import { object } from '../lib/contracts/schema/resource.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';

const LoginLinks = object(
  'LoginLinks',
  { postLoginRedirectUrl: redirectUrl().describe('Where the browser goes after the sign-in.') },
  { description: 'How to sign in.', isClosed: true },
);

/** Returns a link that signs a person in for an authorization. The person who opens it gives the consent. */
export const getAuthorizationLoginLinks = defineOperation({
  name: 'getAuthorizationLoginLinks',
  summary: 'Get the login link of an authorization',
  source: 'R-06',
  method: 'POST',
  effect: 'none',
  path: `${createOrUpdateAuthorization.path}/getLoginLinks`,
  access: { role: 'Authorizations.Write' },
  request: {
    apiVersions: ['2024-05-01'],
    body: LoginLinks,
  },
  upstream: 'arm',
  timeoutMs: 15_000,
  // Each call makes a link and changes nothing else.
  responses: { 200: [] },
  returnsSecret: true,
  isLifecycle: true,
});
