/**
 * Serves one request: Kestrel's checks, CORS, the host's own controllers, functions in the order of their names, the homepage.
 * Source: azure-functions-host WebJobsApplicationBuilderExtension.cs, HomepageMiddleware.cs, ExceptionMiddleware.cs,
 * HostController.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { applyCors } from './cors.ts';
import { findFunction, type MatchedFunction } from './function-table.ts';
import { type ReceivedRequest, readBody, receiveRequest, toRpcRequest } from './http-request.ts';
import { writeResponse, writeStatus, writeText } from './http-response.ts';
import { type Host, invoke, reportFailure } from './invocations.ts';

/** Served before any function. What else is below /admin belongs to a function whose route matches, such as `{*path}`. */
const CONTROLLERS = /^\/admin\/(?:extensions|functions|host|instance|vfs)(?:\/|$)/i;
const ANONYMOUS = /^\/admin\/(?:host\/ping|instance\/http-health)\/?$/i;

/** Serves one request; a failure is reported and becomes an empty 500. Never throws. */
export async function serveRequest(host: Host, message: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Server', 'Kestrel');
  const request = receiveRequest(message);
  if (typeof request === 'number') {
    response.setHeader('Connection', 'close');
    writeStatus(response, request);
  } else if (!host.cors || applyCors(host.cors, message, response) === 'continue') {
    await route(host, request, message, response);
  }
}

async function route(
  host: Host,
  request: ReceivedRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { path } = request.target;
  const isController = CONTROLLERS.test(path);
  const match = isController ? undefined : findFunction(host.functions, request.method, path);
  if (isController) writeAdmin(path, message, response);
  else if (match) await runFunction(host, match, { request, message }, response);
  else if (path !== '/') writeStatus(response, 404);
  else if (process.env['AzureWebJobsDisableHomepage'] === 'true') writeStatus(response, 204);
  else writeText(response, 200, 'text/html', '<!DOCTYPE html><p>Your Functions 4.0 app is up and running</p>');
}

async function runFunction(
  host: Host,
  { hosted, params }: MatchedFunction,
  { request, message }: { readonly request: ReceivedRequest; readonly message: IncomingMessage },
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await readBody(message, host.bodyGraceMs).catch((error: Error) => {
      response.setHeader('Connection', 'close');
      throw error;
    });
    const input = { http: toRpcRequest(request, params, body) };
    const returned = await invoke(host, hosted, input, request.headers.get('traceparent'));
    writeResponse(response, returned?.http);
  } catch (error) {
    reportFailure(host, hosted.name, error);
    writeStatus(response, 500);
  }
}

/** Health of the host is anonymous; all else needs a key. */
function writeAdmin(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const isOpen = ANONYMOUS.test(path);
  // The host checks a bearer token as if it were the platform's.
  const isCaller = !isOpen && headers.authorization?.startsWith('Bearer ');
  if (isCaller) response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
  writeStatus(response, isOpen ? 200 : 401);
}
