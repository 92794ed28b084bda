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
  const isAnyAllowed = policy.origins.length === 1 && policy.origins[0] === '*';
  if (isAnyAllowed || policy.origins.includes(origin)) {
    response.setHeader('Access-Control-Allow-Origin', isAnyAllowed ? '*' : origin);
    if (policy.credentials) {
      response.setHeader('Access-Control-Allow-Credentials', 'true');
    }
    if (policy.origins.length > 1) {
      response.setHeader('Vary', 'Origin');
    }
    if (isPreflight) {
      response.setHeader('Access-Control-Allow-Methods', requestedMethod);
      const fields = request.headers['access-control-request-headers'];
      if (fields !== undefined) {
        response.setHeader('Access-Control-Allow-Headers', fields);
      }
    }
  }
  if (!isPreflight) {
    return 'open';
  }
  response.writeHead(204).end();
  return 'answered';
}
