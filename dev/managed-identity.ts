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
 * What is wrong with the tokens: expired an hour ago, broken by a line feed, no lifetime in response and token, or ten years
 * in the response, where the token itself ends as usual.
 */
const tokenFlaw = z.enum(['none', 'expired', 'line-break', 'no-lifetime', 'years']);
const tokenFlaws = z.strictObject({ flaw: tokenFlaw });
type TokenFlaw = z.infer<typeof tokenFlaw>;

/**
 * Starts the identity endpoint. Control: `/_control/faults|calls|reset`, `/_control/token-life` (`{ expiresIn }`, seconds),
 * `/_control/token-flaw` (`{ flaw }`) and `/_control/token-cache` (`{ enabled }`): returns the same response again, as the
 * platform does for hours.
 */
export async function startManagedIdentity({
  port,
  header = randomUUID(),
  clientIds = [managedIdentity.clientId],
}: ManagedIdentityOptions): Promise<RunningManagedIdentity> {
  const usual: Issuing = { expiresIn: dayInSeconds, flaw: 'none', cache: undefined };
  const issuing = { ...usual };
  const app = new Hono();
  const server = new EmulatedServer({
    targets: { token: /^GET \/msi\/token(?:\?|$)/ },
    member: 'target',
    findApp: () => app,
    reset: () => void Object.assign(issuing, usual),
  });
  const addMode = <T>(route: string, schema: z.ZodType<T>, toChange: (mode: T) => Partial<Issuing>) =>
    server.control.post(route, async (c) => {
      const mode = schema.safeParse(await c.req.json().catch(() => undefined));
      if (!mode.success) return c.json({ error: z.prettifyError(mode.error) }, 400);
      Object.assign(issuing, toChange(mode.data));
      return c.body(null, 204);
    });
  addMode('/token-life', tokenLife, (life) => life);
  addMode('/token-flaw', tokenFlaws, (flaw) => flaw);
  addMode('/token-cache', tokenCache, ({ enabled }) => ({ cache: enabled ? new Map() : undefined }));

  app.get(path, (c) => {
    if (c.req.header('x-identity-header') !== header) return reject(c, 401, 'X-IDENTITY-HEADER is missing or wrong.');
    return respond(c, clientIds, issuing);
  });

  const running = await listen(server.createServer(), port);
  return { ...running, endpoint: `${running.url}${path}`, header };
}

interface Issuing {
  /** Seconds. */
  readonly expiresIn: number;
  readonly flaw: TokenFlaw;
  readonly cache: Map<string, TokenResponse> | undefined;
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
  const response = issuing.cache?.get(cacheKey) ?? (await issueToken(resource, clientId, issuing));
  issuing.cache?.set(cacheKey, response);
  return c.json(response);
}

type TokenResponse = Readonly<Record<string, string>>;

async function issueToken(resource: string, clientId: string, { expiresIn, flaw }: Issuing): Promise<TokenResponse> {
  const claimed = flaw === 'expired' ? -3_600 : flaw === 'no-lifetime' ? undefined : expiresIn;
  const token = await issueIdentityToken(resource, claimed, clientId);
  const told = flaw === 'years' ? 3_650 * dayInSeconds : claimed;
  return {
    access_token: flaw === 'line-break' ? token.replace('.', '.\n') : token,
    ...(told === undefined ? {} : { expires_on: String(Math.floor(Date.now() / 1000) + told) }),
    // Unchanged: the client library looks up its cached token by it.
    resource,
    token_type: 'Bearer',
    client_id: clientId,
  };
}

function reject(c: Context, status: 400 | 401, message: string): Response {
  return c.json({ statusCode: status, message, correlationId: randomUUID() }, status);
}
