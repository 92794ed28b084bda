/**
 * CORS as in `func start`: the origins of local.settings.json, with any method and any header; for the stack also every origin of this machine.
 * Source: azure-functions-core-tools Startup.cs; dotnet/aspnetcore src/Middleware/CORS, CorsMiddleware.cs,
 * CorsService.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../server.ts';

export interface CorsPolicy {
  /** Compared exactly; `*` as the only one allows any. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
  /** Development servers take another port where theirs is in use: any origin of this machine is allowed. */
  readonly allowsLoopback?: boolean;
}

/** Returns undefined for an empty list. Throws an Error for any origin with credentials, as ASP.NET does. */
export function parseCors(list: string, credentials: boolean): CorsPolicy | undefined {
  const origins = list.split(',').filter((origin) => origin !== '');
  if (origins.length === 0) return undefined;
  if (credentials && isAny(origins)) {
    throw new Error("CORS is '*' and CORSCredentials true. List each origin instead of '*', or drop the credentials.");
  }
  return { origins, credentials };
}

function isAny([first, ...others]: readonly string[]): boolean {
  return first === '*' && others.length === 0;
}

function isListed({ origins, allowsLoopback = false }: CorsPolicy, origin: string): boolean {
  return origins.includes(origin) || (allowsLoopback && isLoopback(origin));
}

/** Adds the CORS headers of the response. Responds to a preflight request with 204 and returns 'done'. */
export function applyCors(policy: CorsPolicy, request: IncomingMessage, response: ServerResponse): 'done' | 'continue' {
  const { origin } = request.headers;
  if (origin === undefined) return 'continue';
  const allowsAny = isAny(policy.origins);
  const isAllowed = allowsAny || isListed(policy, origin);
  if (isAllowed) {
    response.setHeader('Access-Control-Allow-Origin', allowsAny ? '*' : origin);
    if (policy.origins.length > 1 || policy.allowsLoopback) response.setHeader('Vary', 'Origin');
    if (policy.credentials) response.setHeader('Access-Control-Allow-Credentials', 'true');
  }
  const requestedMethod = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || requestedMethod === undefined) return 'continue';
  const requestedHeaders = request.headers['access-control-request-headers'];
  if (isAllowed) {
    response.setHeader('Access-Control-Allow-Methods', requestedMethod);
    if (requestedHeaders !== undefined) response.setHeader('Access-Control-Allow-Headers', requestedHeaders);
  }
  response.writeHead(204).end();
  return 'done';
}
