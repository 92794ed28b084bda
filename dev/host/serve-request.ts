/**
 * Serves one request: Kestrel's checks, CORS, the admin endpoint, functions in the order of their names, the homepage.
 * Source: azure-functions-host WebJobsApplicationBuilderExtension.cs, ReservedRouteGuardMiddleware.cs,
 * HomepageMiddleware.cs, ExceptionMiddleware.cs, FunctionsController.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { applyCors } from './cors.ts';
import { findFunction, type MatchedFunction } from './function-table.ts';
import { type ReceivedRequest, readBody, receiveRequest, toRpcRequest } from './http-request.ts';
import { writeResponse, writeStatus, writeText } from './http-response.ts';
import { type Host, invoke, invokeAndReport, reportFailure, track } from './invocations.ts';

/** Serves one request; a failure is reported and becomes an empty 500. Never throws. */
export async function serveRequest(host: Host, message: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const request = receiveRequest(message);
    if (typeof request === 'number') {
      response.setHeader('Connection', 'close');
      writeStatus(response, request);
    } else if (!host.cors || applyCors(host.cors, message, response) === 'continue') {
      await route(host, request, message, response);
    }
  } catch (error) {
    // Not reported: a client that disconnected, or that was too slow and got a 408.
    if (message.complete || !message.destroyed) {
      reportFailure(host, `${message.method} request`, error);
      response.setHeader('Connection', 'close');
      writeStatus(response, 500);
    }
  }
}

async function route(
  host: Host,
  request: ReceivedRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { path } = request.target;
  if (/^\/(?:admin|runtime)(?:\/|$)/i.test(path)) {
    await serveAdmin(host, path, message, response);
  } else {
    const match = findFunction(host.functions, request.method, path);
    if (match) {
      const body = await readBody(message);
      await runFunction(host, match, { request, body }, response);
    } else if (path === '/') {
      writeText(response, 200, 'text/html', '<!DOCTYPE html><title>Functions</title><p>The function app is running.');
    } else {
      writeStatus(response, 404);
    }
  }
}

async function runFunction(
  host: Host,
  { hosted, params }: MatchedFunction,
  { request, body }: { readonly request: ReceivedRequest; readonly body: Uint8Array | undefined },
  response: ServerResponse,
): Promise<void> {
  try {
    const input = { http: toRpcRequest(request, params, body) };
    const returned = await invoke(host, hosted, input, request.headers.get('traceparent'));
    writeResponse(response, returned?.http);
  } catch (error) {
    reportFailure(host, `Executed 'Functions.${hosted.name}'`, error);
    writeStatus(response, 500);
  }
}

/**
 * Responds to a request below /admin or /runtime, where no function is reachable. `POST /admin/functions/{name}` runs one
 * without an HTTP trigger, and needs no key, as under `func start`.
 */
async function serveAdmin(host: Host, path: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name] = /^POST \/admin\/functions\/([^/]+)\/?$/i.exec(`${message.method} ${path}`) ?? [];
  writeStatus(response, name === undefined ? 404 : await invokeByName(host, name, message));
}

async function invokeByName(host: Host, name: string, message: IncomingMessage): Promise<number> {
  if (!/^application\/(?:[^;]*\+)?json\b/i.test(message.headers['content-type'] ?? '')) return 415;
  if (!isJson(await readBody(message))) return 400;
  const hosted = host.functions.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (!hosted) return 404;
  if (hosted.kind === 'http') return 400;
  void track(host, invokeAndReport(host, hosted, hosted.timer?.toInput() ?? { string: '' }));
  return 202;
}

function isJson(body: Uint8Array | undefined): boolean {
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}
