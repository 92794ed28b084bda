/** The server in front of the emulated APIs: it records each call as it came, and lets faults strike on the wire. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import { applyFault } from './apply-fault.ts';
import { type ApiName, apiNames, type Call, type CallLog } from './calls.ts';
import type { FaultQueue } from './faults.ts';
import { type Reply, sendReply, toReply } from './reply.ts';

export interface FrontParts {
  readonly apis: Readonly<Record<ApiName, Hono>>;
  readonly control: Hono;
  readonly calls: CallLog;
  readonly faults: FaultQueue;
}

export function createFront(parts: FrontParts): Server {
  return createServer((request, response) => {
    answer(request, response, parts).catch((error: unknown) => {
      // A caller that went away is no failure of the emulator.
      if (!response.destroyed) process.stderr.write(`upstream emulator: ${String(error)}\n`);
      response.destroy();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: FrontParts): Promise<void> {
  const { method = '', url: path = '' } = request;
  const headers = readFields(request);
  const body = await readBody(request);
  if (path.startsWith('/_control')) return sendReply(response, await ask(parts.control, request, headers, body));
  const api = findApi(path);
  if (!api) return sendReply(response, { status: 404, fields: [], body: Buffer.from('No API is served here.\n') });

  const call: Call = {
    at: new Date().toISOString(),
    api,
    method,
    path,
    headers: Object.fromEntries(headers),
    body: body.toString(),
    status: null,
  };
  parts.calls.record(call);
  const produce = () => ask(parts.apis[api], request, headers, body);
  const fault = parts.faults.take(call);
  if (fault) {
    call.status = await applyFault(fault, response, produce);
    return;
  }
  const reply = await produce();
  call.status = reply.status;
  sendReply(response, reply);
}

function findApi(path: string): ApiName | undefined {
  const [, first] = path.split(/[/?]/);
  return apiNames.find((name) => name === first);
}

/** Names in lower case; a field that came twice is one, joined with a comma. */
function readFields({ rawHeaders }: IncomingMessage): Headers {
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

/** Asks an API; the path's dot segments are resolved on the way to it, as a live front end does. */
async function ask(app: Hono, request: IncomingMessage, headers: Headers, body: Buffer): Promise<Reply> {
  const { method = 'GET', url = '/', socket } = request;
  const content = body.length > 0 ? { body: new Uint8Array(body) } : {};
  const target = `http://127.0.0.1:${socket.localPort}${url}`;
  return toReply(await app.fetch(new Request(target, { method, headers, ...content })));
}
