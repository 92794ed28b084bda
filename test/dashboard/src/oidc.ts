/** The same sign-in with oidc-client-ts. */
import { createFrontdeskClient, type TokenRequest } from '@frontdesk/client';
import { UserManager } from 'oidc-client-ts';
import { baseUrl, clientId, issuer, tenant } from './config.ts';

const users = new UserManager({
  authority: `${issuer}/${tenant}/v2.0`,
  client_id: clientId,
  redirect_uri: `${location.origin}/oidc.html`,
  scope: 'openid profile offline_access api://frontdesk/user_impersonation',
});

async function getToken({ refused }: TokenRequest): Promise<string> {
  const user = refused ? await users.signinSilent() : await users.getUser();
  if (!user) throw new Error('Sign in first.');
  return user.access_token;
}

if (new URLSearchParams(location.search).has('code')) {
  await users.signinCallback();
  history.replaceState({}, '', '/oidc.html');
}
const user = await users.getUser();
if (user) {
  const client = createFrontdeskClient({ baseUrl, getToken });
  const { body } = await client.listCompanies({});
  const renewed = await users.signinSilent();
  const isRenewed = renewed?.access_token !== user.access_token;
  const names = body.value.map(({ displayName }) => displayName).join();
  document.body.append(`${user.profile.name}: ${names}${isRenewed ? ', renewed' : ''}`);
} else {
  const button = document.createElement('button');
  button.textContent = 'Sign in';
  button.onclick = () => void users.signinRedirect({ prompt: 'select_account' });
  document.body.append(button);
}
