/** Fetches tokens of the managed identity through the SDK. A module of its own: it loads longer than all the rest of the app. */
import { ManagedIdentityCredential } from '@azure/identity';
import type { FetchToken } from './token-cache.ts';

/** System-assigned without a client id. */
export function createFetchToken(clientId: string | undefined): FetchToken {
  const credential = new ManagedIdentityCredential(clientId === undefined ? {} : { clientId });
  return (scope) => credential.getToken(scope);
}
