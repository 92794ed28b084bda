/** Owns the SDK's credential. The import by name keeps its other credentials out of the bundle. */
import type { Pipeline } from '@azure/core-rest-pipeline';
import { type AccessToken, ManagedIdentityCredential } from '@azure/identity';
import { tryParseJson } from '../http/json-text.ts';
import { SafeError } from '../http/problem.ts';

/** Returns what the identity endpoint said, which the SDK's errors do not keep. */
function createIdentityError(statusCode: number, body: string | null | undefined) {
  const { error } = Object(tryParseJson(body ?? ''));
  const code = typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? ` ${error}` : '';
  return Object.assign(new SafeError(`The identity endpoint returned ${statusCode}${code}.`), { statusCode });
}

/** All attempts end within the time that a token is waited for, so that the last one's status is known. */
const RETRIES = { maxRetries: 2, retryDelayInMs: 300 };

/**
 * Returns a function that gets tokens of the managed identity; it must run once per scope at a time. The SDK caches tokens, rejected
 * ones too, for the whole process, and none of its options changes that: only its application has a switch.
 */
export function createCredential(clientId: string | undefined): (scope: string) => Promise<AccessToken | null> {
  const credential = new ManagedIdentityCredential({
    ...(clientId !== undefined && { clientId }),
    retryOptions: RETRIES,
  });
  const failures = new Map<string | null, Error>();
  // Both members are private to the SDK. The endpoint is on this machine: no proxy of the environment leads there.
  const { pipeline }: { readonly pipeline: Pipeline } = credential['identityClient'];
  pipeline.removePolicy({ name: 'proxyPolicy' });
  pipeline.addPolicy({
    name: 'keepFailure',
    async sendRequest(request, next) {
      const response = await next(request);
      const scope = new URL(request.url).searchParams.get('resource');
      if (response.status >= 400) failures.set(scope, createIdentityError(response.status, response.bodyAsText));
      return response;
    },
  });
  const application: { acquireToken(request: object): Promise<unknown> } = credential['managedIdentityApp'];
  const acquireToken = application.acquireToken.bind(application);
  application.acquireToken = (request) => acquireToken({ ...request, forceRefresh: true });
  return async (scope) => {
    const resource = scope.replace(/\/\.default$/, '');
    failures.delete(resource);
    try {
      return await credential.getToken(scope);
    } catch (error) {
      throw failures.get(resource) ?? error;
    }
  };
}
