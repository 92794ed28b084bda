/**
 * Emulator of the identity endpoint that the platform gives each function app.
 * Source: App Service managed identity REST endpoint reference, api-version 2019-08-01.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { EmulatedServer } from './faults/emulated-server.ts';
import { issueIdentityToken } from './identity-token.ts';
import { managedIdentity } from './seed.ts';
import { listen, type RunningServer } from './server.ts';

export interface ManagedIdentityOptions {
  readonly port: number;
  /** Required `x-identity-header`; random when absent. */
  readonly header?: string | undefined;
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
const modeSettings = z.strictObject({
  /** Seconds; below zero, the token expired so long ago. */
  expiresIn: z.int().default(dayInSeconds),
  /** The same response is returned again, as the platform does for hours. */
  keepsTokens: z.boolean().default(false),
});

/** Starts the identity endpoint. Control: `/_control/faults|calls|reset`, and `/_control/modes`, which switches off what is missing. */
export async function startManagedIdentity({
  port,
  header = randomUUID(),
  clientIds = [managedIdentity.clientId],
}: ManagedIdentityOptions): Promise<RunningManagedIdentity> {
  const issuing: Issuing = { ...modeSettings.parse({}), kept: new Map() };
  const set = (modes: z.infer<typeof modeSettings>) => void Object.assign(issuing, { ...modes, kept: new Map() });
  const app = new Hono();
  const server = new EmulatedServer({
    apis: { token: /^GET \/msi\/token(?:\?|$)/ },
    findApp: () => app,
    reset: () => set(modeSettings.parse({})),
  });
  server.addSetting('/modes', modeSettings, set);

  app.get(path, (c) => {
    if (c.req.header('x-identity-header') !== header) return reject(c, 401, 'X-IDENTITY-HEADER is missing or wrong.');
    return respond(c, clientIds, issuing);
  });

  const running = await listen(server.createServer(), port);
  return { ...running, endpoint: `${running.url}${path}`, header };
}

interface Issuing extends z.infer<typeof modeSettings> {
  readonly kept: Map<string, TokenResponse>;
}

async function respond(c: Context, clientIds: readonly string[], issuing: Issuing): Promise<Response> {
  const { resource, 'api-version': version } = c.req.query();
  if (version !== apiVersion) return reject(c, 400, `The api-version '${version ?? ''}' is not supported.`);
  if (!resource) return reject(c, 400, 'The resource is missing.');
  const clientId = c.req.query('client_id')?.toLowerCase() ?? managedIdentity.clientId;
  if (!clientIds.includes(clientId)) {
    const message =
      'No User Assigned or Delegated Managed Identity found for specified ClientId/ResourceId/PrincipalId.';
    return reject(c, 400, message);
  }
  const cacheKey = `${clientId} ${resource}`;
  const kept = issuing.keepsTokens ? issuing.kept.get(cacheKey) : undefined;
  const response = kept ?? (await issueToken(resource, clientId, issuing.expiresIn));
  issuing.kept.set(cacheKey, response);
  return c.json(response);
}

type TokenResponse = Readonly<Record<string, string>>;

async function issueToken(resource: string, clientId: string, expiresIn: number): Promise<TokenResponse> {
  return {
    access_token: await issueIdentityToken(resource, expiresIn, clientId),
    expires_on: String(Math.floor(Date.now() / 1000) + expiresIn),
    // Unchanged: the client library looks up its cached token by it.
    resource,
    token_type: 'Bearer',
    client_id: clientId,
  };
}

function reject(c: Context, status: 400 | 401, message: string): Response {
  return c.json({ statusCode: status, message, correlationId: randomUUID() }, status);
}
