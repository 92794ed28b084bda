/** The managed identity's tokens by Azure's SDK. */
import type { Clock } from '../time/clock.ts';
import type { createCredential } from './credential.ts';
import { TokenCache } from './token-cache.ts';

/** Returns the tokens of the function app's managed identity; without a client id, of the system-assigned one. */
export function createManagedIdentity(clientId: string | undefined, clock: Clock): TokenCache {
  let credential: Promise<ReturnType<typeof createCredential>> | undefined;
  return new TokenCache(async (scope) => {
    // On demand: the SDK takes longer to load than the rest of the app.
    credential ??= import('./credential.ts').then((loaded) => loaded.createCredential(clientId));
    return (await credential).getToken(scope);
  }, clock);
}
