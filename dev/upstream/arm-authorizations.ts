/** Authorizations of the gateway-management service (docs/specification.md#authorization), and what leads one to its consent. */
import type { Context, Hono } from 'hono';
import { createEntityTag, findResource, invalid, readBody, requireKnown, toResourceId } from './arm-request.ts';
import { addResourceRoutes } from './arm-resource.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { Failure } from './failures.ts';
import { asObject, isGiven, type Json, type JsonObject, omitUndefined, toJsonResponse } from './json.ts';

export function addAuthorizationRoutes(app: Hono, emulation: Emulation): void {
  const { namespace, profile } = emulation.names;
  const isLive = profile === 'microsoft';
  const provider = `${namespace}.ApiManagement`;
  const path =
    `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}` +
    '/service/:serviceName/authorizationProviders/:authorizationProviderId/authorizations/:authorizationId';
  addResourceRoutes(app, emulation, {
    path,
    type: `${provider}/service/authorizationProviders/authorizations`,
    versions: ['2024-05-01', '2023-05-01-preview', '2022-08-01'],
    needsIfMatch: true,
    createTag: createEntityTag,
    isQueryable: true,
    lastLink: '',
    compose(body, identity, _, current) {
      const nulls = isLive ? { parameters: null, error: null } : {};
      const properties = omitUndefined(toResponseProperties(asObject(body['properties']), current));
      return { ...identity, ...current?.body, properties: { ...nulls, ...properties } };
    },
    check(c, current) {
      // Required when updating (S1-63). Optional in the live service.
      if (!current || isLive || c.req.header('if-match')) return;
      const message = 'The If-Match header is required to update an existing authorization.';
      throw new Failure(400, 'IfMatchRequired', message);
    },
  });
  addConsentRoutes(app, path, emulation);
}

/**
 * Omits the secret and derives grant type and status, as in the sample responses (S1-11, S1-12). An absent secret
 * stays as it was.
 */
function toResponseProperties(properties: JsonObject, current: ArmResource | undefined): JsonObject {
  const { clientId, clientSecret, ...others } = asObject(properties['parameters']);
  const authorizationType = properties['authorizationType'] ?? 'OAuth2';
  const oauth2grantType = properties['oauth2grantType'] ?? 'AuthorizationCode';
  const given = { ...(isGiven(clientId) && { clientId }), ...others };
  const parameters = Object.keys(given).length > 0 ? given : undefined;
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

function addConsentRoutes(app: Hono, path: string, emulation: Emulation): void {
  const { store, consentUrl } = emulation;
  const addAction = (name: string, act: (c: Context, sent: JsonObject, found: ArmResource) => Response) =>
    app.post(`${path}/${name}`, requireKnown(['2024-05-01']), async (c) => {
      const sent = await readBody(c);
      const found = findResource(c, emulation, path);
      c.header('ETag', found.etag);
      return act(c, sent, found);
    });

  addAction('getLoginLinks', (c, { postLoginRedirectUrl }, { body }) => {
    const data = JSON.stringify({ authorization: body['id'], postLoginRedirectUrl });
    const link = new URL(`${consentUrl}?data=${Buffer.from(data).toString('base64url')}`, c.req.url);
    return toJsonResponse(c, 200, { loginLink: link.href });
  });

  addAction('confirmConsentCode', (c, { consentCode }, { body, etag }) => {
    const id = toResourceId(c, path).toLowerCase();
    if (consentCode === undefined || consentCode !== store.consentCodes.get(id))
      throw invalid('consentCode', `The consent code ${String(consentCode)} is not valid.`);
    store.consentCodes.delete(id);
    const { error: _, ...properties } = asObject(body['properties']);
    store.resources.set(id, { etag, body: { ...body, properties: { ...properties, status: 'Connected' } } });
    return c.body(null, 200);
  });
}
