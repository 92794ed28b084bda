/**
 * Emulator of the identity endpoint that the platform gives each function app.
 * Source: App Service managed identity REST endpoint reference, api-version 2019-08-01.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { Control } from './faults/control.ts';
import { issueIdentityToken } from './identity-token.ts';
import { managedIdentity, managedIdentityResourceId } from './seed.ts';
import { listen, type RunningServer } from './server.ts';

export interface ManagedIdentityOptions {
  readonly port: number;
  /** Required `x-identity-header`; random when absent. */
  readonly header?: string;
  /** Client ids of the user-assigned identities; the seed's when absent. */
  readonly clientIds?: readonly string[];
}

export interface RunningManagedIdentity extends RunningServer {
  /** For `IDENTITY_ENDPOINT`. */
  readonly endpoint: string;
  /** For `IDENTITY_HEADER`. */
  readonly header: string;
}

const path = '/msi/token';
const apiVersion = '2019-08-01';
const dayInSeconds = 86_400;
const tokenLife = z.strictObject({ expiresIn: z.int() });
const tokenCache = z.strictObject({ enabled: z.boolean() });

/**
 * Starts the identity endpoint. Control: `/_control/faults|calls|reset`, `/_control/token-life` (`{ expiresIn }`, seconds) and
 * `/_control/token-cache` (`{ enabled }`): returns the same response again, as the platform does for hours.
 */
export async function startManagedIdentity({
  port,
  header = randomUUID(),
  clientIds = [managedIdentity.clientId],
}: ManagedIdentityOptions): Promise<RunningManagedIdentity> {
  let expiresIn = dayInSeconds;
  let cache: Map<string, TokenResponse> | undefined;
  const control = new Control(['token'], () => {
    expiresIn = dayInSeconds;
    cache = undefined;
  });
  control.routes.post('/token-life', async (c) => {
    const life = tokenLife.safeParse(await c.req.json().catch(() => undefined));
    if (!life.success) return c.json({ error: z.prettifyError(life.error) }, 400);
    expiresIn = life.data.expiresIn;
    return c.body(null, 204);
  });
  control.routes.post('/token-cache', async (c) => {
    const mode = tokenCache.safeParse(await c.req.json().catch(() => undefined));
    if (!mode.success) return c.json({ error: z.prettifyError(mode.error) }, 400);
    cache = mode.data.enabled ? new Map() : undefined;
    return c.body(null, 204);
  });

  const app = new Hono();
  app.route('/_control', control.routes);
  app.get(path, control.guard('token'), (c) => {
    if (c.req.header('x-identity-header') !== header) return reject(c, 401, 'X-IDENTITY-HEADER is missing or wrong.');
    return respond(c, clientIds, expiresIn, cache);
  });

  const server = await listen(control.createServer(app), port);
  return { ...server, endpoint: `${server.url}${path}`, header };
}

async function respond(
  c: Context,
  clientIds: readonly string[],
  expiresIn: number,
  cache: Map<string, TokenResponse> | undefined,
): Promise<Response> {
  const { resource, 'api-version': version } = c.req.query();
  if (version !== apiVersion) return reject(c, 400, `The api-version '${version ?? ''}' is not supported.`);
  if (!resource) return reject(c, 400, 'The resource is missing.');
  const clientId = findClientId(c.req.query(), clientIds);
  if (clientId === undefined) {
    const message =
      'No User Assigned or Delegated Managed Identity found for specified ClientId/ResourceId/PrincipalId.';
    return reject(c, 400, message);
  }
  const cacheKey = `${clientId} ${resource}`;
  const response = cache?.get(cacheKey) ?? (await issueToken(resource, expiresIn, clientId));
  cache?.set(cacheKey, response);
  return c.json(response);
}

type TokenResponse = Readonly<Record<string, string>>;

async function issueToken(resource: string, expiresIn: number, clientId: string): Promise<TokenResponse> {
  return {
    access_token: await issueIdentityToken(resource, expiresIn, clientId),
    expires_on: String(Math.floor(Date.now() / 1000) + expiresIn),
    // Unchanged: the client library looks up its cached token by it.
    resource,
    token_type: 'Bearer',
    client_id: clientId,
  };
}

/** Returns the requested identity, or the default one; undefined if the requested one is not assigned. */
function findClientId(query: Record<string, string>, clientIds: readonly string[]): string | undefined {
  const { client_id: clientId, mi_res_id: resourceId, principal_id: principalId, object_id: objectId } = query;
  if (clientId !== undefined) return clientIds.find((assigned) => assigned === clientId.toLowerCase());
  const isSeeded =
    (principalId ?? objectId ?? managedIdentity.objectId) === managedIdentity.objectId &&
    (resourceId ?? managedIdentityResourceId).toLowerCase() === managedIdentityResourceId.toLowerCase();
  return isSeeded ? managedIdentity.clientId : undefined;
}

function reject(c: Context, status: 400 | 401, message: string): Response {
  return c.json({ statusCode: status, message, correlationId: randomUUID() }, status);
}
