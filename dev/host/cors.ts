/**
 * Cross-origin requests as `func start` allows them: the origins of local.settings.json, any method, any field.
 * Source: azure-functions-core-tools Startup.cs; dotnet/aspnetcore src/Middleware/CORS, CorsMiddleware.cs, CorsService.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface CorsPolicy {
  /** Compared exactly; a single `*` allows any origin. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
}

/** Adds the answer's CORS fields; answers a preflight request itself, with 204, and says so. */
export function applyCors(policy: CorsPolicy, request: IncomingMessage, response: ServerResponse): 'answered' | 'open' {
  const { origin } = request.headers;
  if (origin === undefined) {
    return 'open';
  }
  const requestedMethod = request.headers['access-control-request-method'];
  const isPreflight = request.method === 'OPTIONS' && requestedMethod !== undefined;
  const isAllowed = allowOrigin(policy, origin, response);
  if (!isPreflight) {
    return 'open';
  }
  if (isAllowed) {
    response.setHeader('Access-Control-Allow-Methods', requestedMethod);
    const requestedFields = request.headers['access-control-request-headers'];
    if (requestedFields !== undefined) {
      response.setHeader('Access-Control-Allow-Headers', requestedFields);
    }
  }
  response.writeHead(204).end();
  return 'answered';
}

function allowOrigin({ origins, credentials }: CorsPolicy, origin: string, response: ServerResponse): boolean {
  const isAnyAllowed = origins.length === 1 && origins[0] === '*';
  if (!isAnyAllowed && !origins.includes(origin)) {
    return false;
  }
  response.setHeader('Access-Control-Allow-Origin', isAnyAllowed ? '*' : origin);
  if (credentials) {
    response.setHeader('Access-Control-Allow-Credentials', 'true');
  }
  if (origins.length > 1) {
    response.setHeader('Vary', 'Origin');
  }
  return true;
}
