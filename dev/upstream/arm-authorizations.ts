/** Authorizations of the gateway-management service (docs/specification.md#authorization). */
import type { Hono } from 'hono';
import { addConsentRoutes } from './arm-consent.ts';
import { respondWithPage } from './arm-lists.ts';
import {
  createEntityTag,
  failIfMatch,
  readBody,
  requireApiVersion,
  requireSubscription,
  respondWithResource,
  toResourceId,
} from './arm-request.ts';
import { toListedSpelling } from './closed-lists.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { armFailure } from './failures.ts';
import { asObject, isGiven, type Json, type JsonObject, omitUndefined } from './json.ts';
import { toJsonResponse } from './response-headers.ts';

export function addAuthorizationRoutes(app: Hono, emulation: Emulation): void {
  const { names, store } = emulation;
  const provider = `${names.namespace}.ApiManagement`;
  const type = `${provider}/service/authorizationProviders/authorizations`;
  const collection =
    `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}` +
    '/service/:serviceName/authorizationProviders/:authorizationProviderId/authorizations';
  const path = `${collection}/:authorizationId`;

  const checks = [requireApiVersion(['2024-05-01', '2023-05-01-preview', '2022-08-01']), requireSubscription] as const;
  app.put(path, ...checks, async (c) => {
    const sent = await readBody(c);
    if (sent instanceof Response) return sent;
    const isLive = names.profile === 'microsoft';
    const properties = asObject((isLive ? toListedSpelling(sent) : sent)['properties']);

    const resourceId = toResourceId(c, path);
    const current = store.resources.get(resourceId.toLowerCase());
    const failed = failIfMatch(c, current);
    if (failed) return failed;
    // Required when updating (S1-63). Optional in the live service.
    if (current && !isLive && !c.req.header('if-match')) {
      const message = 'The If-Match header is required to update an existing authorization.';
      return armFailure(c, { status: 400, code: 'IfMatchRequired', message });
    }

    const identity = { id: resourceId, type, name: c.req.param('authorizationId') };
    const nulls = isLive ? { parameters: null, error: null } : {};
    const stored = {
      ...identity,
      ...current?.body,
      properties: { ...nulls, ...omitUndefined(toResponseProperties(properties, current)) },
    };
    const etag = createEntityTag();
    store.resources.set(resourceId.toLowerCase(), { etag, body: stored });
    c.header('ETag', etag);
    return toJsonResponse(c, current ? 200 : 201, stored);
  });

  app.get(path, ...checks, (c) => respondWithResource(c, store, path));
  app.get(collection, ...checks, (c) =>
    respondWithPage(c, emulation, collection, { toBody: ({ body }) => body, isQueryable: true, lastLink: '' }),
  );
  addConsentRoutes(app, path, emulation);
}

/**
 * Omits the secret and derives grant type and status, as in the sample responses (S1-11, S1-12). An absent secret
 * stays as it was.
 */
function toResponseProperties(properties: JsonObject, current: ArmResource | undefined): JsonObject {
  const { clientId, clientSecret } = asObject(properties['parameters']);
  const authorizationType = properties['authorizationType'] ?? 'OAuth2';
  const oauth2grantType = properties['oauth2grantType'] ?? 'AuthorizationCode';
  const parameters = isGiven(clientId) ? { clientId } : undefined;
  if (clientId && (clientSecret || hasSecretOf(clientId, current))) {
    return { authorizationType, oauth2grantType: 'ClientCredentials', parameters, status: 'Connected' };
  }
  const error = { code: 'Unauthenticated', message: 'This connection is not authenticated.' };
  return { authorizationType, oauth2grantType, parameters, error, status: 'Error' };
}

/** Whether the stored authorization has a secret for this client. */
function hasSecretOf(clientId: Json, current: ArmResource | undefined): boolean {
  const { status, parameters } = asObject(current?.body['properties']);
  return status === 'Connected' && asObject(parameters)['clientId'] === clientId;
}
