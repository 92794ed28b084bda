/** The SDK's credential, of which this is the owner. Imported by name: a bundle then has no other credential. */
import { ManagedIdentityCredential } from '@azure/identity';

/**
 * Returns the credential of the managed identity. The SDK caches tokens for the whole process, rejected ones too, and a new
 * credential, claims or another option does not change that: its application needs to be told.
 */
export function createCredential(clientId: string | undefined): ManagedIdentityCredential {
  const credential = new ManagedIdentityCredential(clientId === undefined ? {} : { clientId });
  // Private to the SDK, both. The endpoint is this machine's: no proxy of the environment leads there.
  credential['identityClient'].pipeline.removePolicy({ name: 'proxyPolicy' });
  const application: { acquireToken(request: object): Promise<unknown> } = credential['managedIdentityApp'];
  const acquireToken = application.acquireToken.bind(application);
  application.acquireToken = (request) => acquireToken({ ...request, forceRefresh: true });
  return credential;
}
