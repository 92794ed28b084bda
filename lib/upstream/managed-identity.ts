/** The managed identity's tokens by Azure's SDK, of which this is the owner. */
import type { ManagedIdentityCredential } from '@azure/identity';
import type { Clock } from '../time/clock.ts';
import { TokenCache } from './token-cache.ts';

/** Returns the tokens of the function app's managed identity; without a client id, of the system-assigned one. */
export function createManagedIdentity(clientId: string | undefined, clock: Clock): TokenCache {
  let credential: Promise<ManagedIdentityCredential> | undefined;
  return new TokenCache(async (scope) => {
    credential ??= loadCredential(clientId);
    return (await credential).getToken(scope);
  }, clock);
}

/**
 * Loaded on demand: the SDK takes longer to load than the rest of the app. It caches tokens for the whole process, rejected ones
 * too, and a new credential, claims or another option does not change that: its application needs to be told.
 */
async function loadCredential(clientId: string | undefined): Promise<ManagedIdentityCredential> {
  const { ManagedIdentityCredential } = await import('@azure/identity');
  const credential = new ManagedIdentityCredential(clientId === undefined ? {} : { clientId });
  // Private to the SDK.
  const application: { acquireToken(request: object): Promise<unknown> } = credential['managedIdentityApp'];
  const acquireToken = application.acquireToken.bind(application);
  application.acquireToken = (request) => acquireToken({ ...request, forceRefresh: true });
  return credential;
}
