/**
 * Stand-in for the identity endpoint that the platform gives each function app.
 * Source: App Service managed identity REST endpoint reference, api-version 2019-08-01.
 */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { createControl } from './control.ts';
import { issueIdentityToken } from './identity-token.ts';
import { managedIdentity, managedIdentityResourceId } from './seed.ts';
import { listen, type RunningServer } from './server.ts';

export interface ManagedIdentityOptions {
  readonly port: number;
  /** What callers must send as `x-identity-header`; a random one when absent. */
  readonly header?: string;
  /** Client ids of the user-assigned identities; the seed's one when absent. */
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

/** Starts the identity endpoint. Control: `/_control/faults|calls|reset` and `/_control/token-life` (`{ expiresIn }`, seconds). */
export async function startManagedIdentity({
  port,
  header = randomUUID(),
  clientIds = [managedIdentity.clientId],
}: ManagedIdentityOptions): Promise<RunningManagedIdentity> {
  let expiresIn = dayInSeconds;
  const control = createControl(['token'], () => {
    expiresIn = dayInSeconds;
  });
  control.routes.post('/token-life', async (c) => {
    const life = tokenLife.safeParse(await c.req.json().catch(() => undefined));
    if (!life.success) return c.json({ error: z.prettifyError(life.error) }, 400);
    expiresIn = life.data.expiresIn;
    return c.body(null, 204);
  });

  const app = new Hono();
  app.route('/_control', control.routes);
  app.get(path, control.guard('token'), (c) => {
    if (c.req.header('x-identity-header') !== header) return refuse(c, 401, 'X-IDENTITY-HEADER is missing or wrong.');
    return answerToken(c, clientIds, expiresIn);
  });

  const server = await listen(createAdaptorServer({ fetch: app.fetch }) as Server, port);
  return { ...server, endpoint: `${server.url}${path}`, header };
}

async function answerToken(c: Context, clientIds: readonly string[], expiresIn: number): Promise<Response> {
  const { resource, 'api-version': version } = c.req.query();
  if (version !== apiVersion) return refuse(c, 400, `The api-version '${version ?? ''}' is not supported.`);
  if (!resource) return refuse(c, 400, 'The resource is missing.');
  const clientId = findClientId(c.req.query(), clientIds);
  if (clientId === undefined) {
    const message =
      'No User Assigned or Delegated Managed Identity found for specified ClientId/ResourceId/PrincipalId.';
    return refuse(c, 400, message);
  }
  return c.json({
    access_token: await issueIdentityToken(resource, expiresIn, clientId),
    expires_on: String(Math.floor(Date.now() / 1000) + expiresIn),
    // As it was asked: the client library finds its stored token by it.
    resource,
    token_type: 'Bearer',
    client_id: clientId,
  });
}

/** The identity that the query names, or the app's own one; undefined when it names one that was not assigned. */
function findClientId(query: Record<string, string>, clientIds: readonly string[]): string | undefined {
  const { client_id: clientId, mi_res_id: resourceId, principal_id: principalId, object_id: objectId } = query;
  if (clientId !== undefined) return clientIds.find((assigned) => assigned === clientId.toLowerCase());
  const isSeeded =
    (principalId ?? objectId ?? managedIdentity.objectId) === managedIdentity.objectId &&
    (resourceId ?? managedIdentityResourceId).toLowerCase() === managedIdentityResourceId.toLowerCase();
  return isSeeded ? managedIdentity.clientId : undefined;
}

function refuse(c: Context, status: 400 | 401, message: string): Response {
  return c.json({ statusCode: status, message, correlationId: randomUUID() }, status);
}
