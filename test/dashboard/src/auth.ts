import { createStandardPublicClientApplication, InteractionRequiredAuthError } from '@azure/msal-browser';
import type { TokenRequest } from '@frontdesk/client';
import { clientId, issuer, tenant } from './config.ts';

const msal = await createStandardPublicClientApplication({
  auth: {
    clientId,
    authority: `${issuer}/${tenant}`,
    // Not one of Entra's own hosts.
    knownAuthorities: [new URL(issuer).host],
    redirectUri: '/redirect.html',
  },
});
const signedIn = await msal.handleRedirectPromise();
if (signedIn) msal.setActiveAccount(signedIn.account);

export const account = () => msal.getActiveAccount();
const scopes = ['api://frontdesk/user_impersonation'];

export const signIn = () => msal.loginRedirect({ scopes, prompt: 'select_account' });

export const signInByPopup = async () => msal.setActiveAccount((await msal.loginPopup({ scopes })).account);
export const signOut = () => msal.logoutRedirect({ account: account() });

/** MSAL keeps the token and renews it; a refused one is renewed with the claims that Frontdesk or a gateway asks for. */
export async function getToken({ refused }: TokenRequest): Promise<string> {
  const request = { scopes, forceRefresh: refused !== undefined, claims: refused?.claims };
  return (await msal.acquireTokenSilent(request)).accessToken;
}

/** Whether the person must sign in again. */
export const needsSignIn = (error: unknown) => error instanceof InteractionRequiredAuthError;
