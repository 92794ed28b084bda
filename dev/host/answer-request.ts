/**
 * A request's way through the host: Kestrel, CORS, the host's own endpoints, functions in the order of their names, homepage.
 * Source: azure-functions-host WebJobsApplicationBuilderExtension.cs, ReservedRouteGuardMiddleware.cs,
 * HomepageMiddleware.cs, ExceptionMiddleware.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerAdmin } from './admin.ts';
import { applyCors } from './cors.ts';
import { findFunction, type HostedFunction } from './function-table.ts';
import { type Host, reportFailure } from './host-state.ts';
import { type ReceivedRequest, readContent, receiveRequest, toRpcRequest } from './http-request.ts';
import { writeAnswer, writeContent, writeStatus } from './http-response.ts';
import { invokeFunction } from './invoke.ts';
import type { RouteValues } from './route-match.ts';

/** Answers one request; a failure becomes an empty 500 and is reported. Never throws. */
export async function answerRequest(host: Host, message: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const request = receiveRequest(message);
    if (typeof request === 'number') {
      response.setHeader('Connection', 'close');
      writeStatus(response, request);
      return;
    }
    if (host.cors && applyCors(host.cors, message, response) === 'answered') {
      return;
    }
    await route(host, request, message, response);
  } catch (error) {
    // A client that went away, or was too slow and got its 408, is nobody's fault here.
    if (message.complete || !message.destroyed) {
      reportFailure(host, `${message.method} request`, error);
      response.setHeader('Connection', 'close');
      writeStatus(response, 500, host.customHeaders);
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
  if (host.isClosing) {
    response.statusCode = 503;
    writeContent(response, 'text/plain', 'Function host is not running.', host.customHeaders);
    return;
  }
  if (/^\/(?:admin|runtime)(?:\/|$)/i.test(path)) {
    await answerAdmin(host, path, message, response);
    return;
  }
  const match = findFunction(host.functions, request.method, path);
  if (match) {
    await answerFromFunction(host, match, request, message, response);
  } else if (path === '/') {
    writeHomepage(host, response);
  } else {
    writeStatus(response, 404, host.customHeaders);
  }
}

async function answerFromFunction(
  host: Host,
  { hosted, values }: { readonly hosted: HostedFunction; readonly values: RouteValues },
  request: ReceivedRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const content = await readContent(message);
  try {
    const input = { http: toRpcRequest(request, values, content) };
    const returned = await invokeFunction(host.app, hosted.registered, input, request.fields.get('traceparent'));
    writeAnswer(response, returned?.http, host.customHeaders);
  } catch (error) {
    reportFailure(host, `Executed 'Functions.${hosted.name}'`, error);
    writeStatus(response, 500, host.customHeaders);
  }
}

function writeHomepage({ customHeaders }: Host, response: ServerResponse): void {
  if (process.env['AzureWebJobsDisableHomepage']?.toLowerCase() === 'true') {
    writeStatus(response, 204, customHeaders);
  } else {
    writeContent(
      response,
      'text/html',
      '<!DOCTYPE html><title>Functions</title><p>Your Functions app is up and running.',
      customHeaders,
    );
  }
}
