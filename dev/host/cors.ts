/**
 * CORS as in `func start`: the origins of local.settings.json, with any method and any header.
 * Source: azure-functions-core-tools Startup.cs; dotnet/aspnetcore src/Middleware/CORS, CorsMiddleware.cs,
 * CorsService.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface CorsPolicy {
  /** Compared exactly. */
  readonly origins: readonly string[];
  readonly credentials: false;
}

/** Adds the CORS headers of the response. Responds to a preflight request with 204 and returns 'done'. */
export function applyCors(policy: CorsPolicy, request: IncomingMessage, response: ServerResponse): 'done' | 'continue' {
  const { origin } = request.headers;
  if (origin === undefined) return 'continue';
  const isAllowed = policy.origins.includes(origin);
  if (isAllowed) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    if (policy.origins.length > 1) response.setHeader('Vary', 'Origin');
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
