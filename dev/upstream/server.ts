/** The HTTP server in front of the emulated APIs. Records each call and applies faults on the socket. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import { applyFault, type Execute } from '../faults/apply-fault.ts';
import type { CallLog } from '../faults/control-routes.ts';
import type { FaultQueue } from '../faults/fault.ts';
import { overrideHeaders, sendResponse, toWireResponse, type WireResponse } from '../faults/wire-response.ts';
import { type ApiName, apiNames, type RecordedCall } from './calls.ts';
import type { Modes } from './modes.ts';
import { type Quotas, refuse } from './quotas.ts';

export interface UpstreamServerOptions {
  readonly apis: Readonly<Record<ApiName, Hono>>;
  readonly control: Hono;
  readonly calls: CallLog<RecordedCall>;
  readonly faults: FaultQueue;
  readonly modes: Modes;
  readonly quotas: Quotas;
}

/** Larger than Node's 16 KiB: a page token is part of the request line. */
const maxHeaderSize = 128 * 1024;

export function createUpstreamServer(options: UpstreamServerOptions): Server {
  return createServer({ maxHeaderSize }, (incoming, outgoing) => {
    handle(incoming, outgoing, options).catch((error: unknown) => {
      // Disconnected clients are expected.
      if (!outgoing.destroyed) process.stderr.write(`upstream emulator: ${String(error)}\n`);
      outgoing.destroy();
    });
  });
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { apis, control, calls, faults, modes, quotas }: UpstreamServerOptions,
): Promise<void> {
  const { method = '', url: path = '' } = incoming;
  const headers = readHeaders(incoming);
  const body = await readBody(incoming);
  const execute = (app: Hono) => fetchFrom(app, incoming, headers, modes.rewrite(body, method));
  if (path.startsWith('/_control')) return sendResponse(outgoing, await execute(control));
  const api = findApi(path);
  if (!api) return sendResponse(outgoing, { status: 404, headers: [], body: Buffer.from('No API is served here.\n') });

  const call: RecordedCall = {
    at: new Date().toISOString(),
    api,
    method,
    path,
    headers: Object.fromEntries(headers),
    body: body.toString(),
    status: null,
  };
  calls.record(call);
  // The API rejects it in its own format.
  if (modes.refuses(api, headers.get('authorization'))) headers.set('authorization', 'Bearer revoked');
  const { headers: told, refusedForSeconds } = quotas.take({ api, method, path });
  const refused = refusedForSeconds === undefined ? undefined : refuse(api, refusedForSeconds);
  const respond: Execute = async () => {
    const response = refused ?? modes.change(await execute(apis[api]), { api, method, headers });
    return overrideHeaders(response, told);
  };
  const fault = faults.take({ target: api, method, path });
  if (fault) {
    call.status = await applyFault(fault, outgoing, respond);
    return;
  }
  const response = await respond();
  call.status = response.status;
  sendResponse(outgoing, response);
}

function findApi(path: string): ApiName | undefined {
  const [, first] = path.split(/[/?]/);
  return apiNames.find((name) => name === first);
}

/** Names in lower case; values of a repeated header are joined with a comma. */
function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Calls an API in process. `Request` resolves the path's dot segments, as a live front end does. */
async function fetchFrom(app: Hono, incoming: IncomingMessage, headers: Headers, body: Buffer): Promise<WireResponse> {
  const { method = 'GET', url = '/', socket } = incoming;
  const init = body.length > 0 ? { body: new Uint8Array(body) } : {};
  const target = `http://127.0.0.1:${socket.localPort}${url}`;
  return toWireResponse(await app.fetch(new Request(target, { method, headers, ...init })));
}
