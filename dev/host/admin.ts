/**
 * `POST /admin/functions/{name}`: runs a function that has no HTTP trigger. Needs no key, as under `func start`.
 * Source: azure-functions-host FunctionsController.cs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Host, invokeAndReport, track } from './host-state.ts';
import { readBody } from './http-request.ts';
import { writeStatus } from './http-response.ts';

/** Responds to a request below /admin or /runtime, where no function is reachable. */
export async function serveAdmin(
  host: Host,
  path: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
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
