/** Responds to a call with a fault, down to the socket. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Fault, HeaderValues } from './fault.ts';
import { overrideHeaders, sendHead, sendResponse, type WireResponse } from './wire-response.ts';

const halfJson = '{"keys":[{"kty":';
const signInPage = '<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>';

/** Runs the call and returns its normal response. */
export type Execute = () => Promise<WireResponse>;

/** Returns the status that was sent; null if none was. */
export async function applyFault(fault: Fault, outgoing: ServerResponse, execute: Execute): Promise<number | null> {
  if ('processed' in fault && fault.processed) await execute();
  switch (fault.kind) {
    case 'status':
      return send(outgoing, composeText(fault.status, toText(fault.body), fault.contentType, fault.headers));
    case 'malformed':
      return send(outgoing, composeText(200, fault.text ?? halfJson, fault.contentType));
    case 'html':
      return send(outgoing, composeText(200, signInPage, 'text/html; charset=UTF-8'));
    case 'hang':
      return null;
    case 'reset':
      return reset(outgoing);
    case 'big':
      return sendFiller(outgoing, fault.bytes, fault.chunked ? 'chunked' : 'length');
    case 'gzip-bomb':
      return sendFiller(outgoing, fault.bytes, 'gzip');
    case 'delay':
      await sleep(fault.ms);
      return send(outgoing, await execute());
    case 'headers':
      return send(outgoing, overrideHeaders(await execute(), fault.headers));
    case 'patch':
      return send(outgoing, await patch(execute, fault.body));
    case 'truncate':
    case 'reset-mid-body':
      return cut(outgoing, await execute(), fault);
    case 'drip':
      return drip(outgoing, await execute(), fault);
  }
}

function send(outgoing: ServerResponse, response: WireResponse): number {
  sendResponse(outgoing, response);
  return response.status;
}

function reset(outgoing: ServerResponse): null {
  outgoing.socket?.resetAndDestroy();
  return null;
}

/** Numbers lose their original spelling. A body that is no JSON counts as an empty object. */
async function patch(execute: Execute, changes: Readonly<Record<string, unknown>>): Promise<WireResponse> {
  const response = await execute();
  const parsed = await new Response(new Uint8Array(response.body)).json().catch(() => undefined);
  return { ...response, body: Buffer.from(JSON.stringify(merge(parsed, changes))) };
}

/** Applies a JSON Merge Patch. Source: RFC 7396 2. */
function merge(target: unknown, changes: unknown): unknown {
  if (!isObject(changes)) return changes;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name);
    else merged.set(name, merge(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(body: unknown = ''): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function composeText(
  status: number,
  text: string,
  contentType = 'application/json',
  headers: HeaderValues = {},
): WireResponse {
  return overrideHeaders({ status, headers: [['content-type', contentType]], body: Buffer.from(text) }, headers);
}

const blockBytes = 65_536;

/** Yields a JSON string of this length, quotes included, in blocks. */
function* fill(bytes: number): Generator<Buffer> {
  yield Buffer.from('"');
  for (let left = bytes - 2; left > 0; left -= blockBytes) yield Buffer.alloc(Math.min(left, blockBytes), 'a');
  yield Buffer.from('"');
}

async function sendFiller(outgoing: ServerResponse, bytes: number, as: 'length' | 'chunked' | 'gzip'): Promise<number> {
  const header = {
    length: { 'content-length': String(bytes) },
    chunked: {},
    gzip: { 'content-encoding': 'gzip' },
  }[as];
  outgoing.writeHead(200, { 'content-type': 'application/json', ...header });
  const source = Readable.from(fill(bytes));
  const sending = as === 'gzip' ? pipeline(source, createGzip(), outgoing) : pipeline(source, outgoing);
  // A client that enforces a size limit disconnects; that is expected.
  await sending.catch(() => undefined);
  return 200;
}

/** Time for the client to read what was sent before the reset. */
const lingerMs = 20;

async function cut(
  outgoing: ServerResponse,
  response: WireResponse,
  { kind, bytes }: Extract<Fault, { kind: 'truncate' | 'reset-mid-body' }>,
): Promise<number> {
  const part = response.body.subarray(0, Math.min(bytes, response.body.length - 1));
  sendHead(outgoing, response);
  outgoing.flushHeaders();
  if (part.length > 0) await new Promise((resolve) => outgoing.write(part, resolve));
  if (kind === 'truncate') outgoing.socket?.end();
  else {
    await sleep(lingerMs);
    outgoing.socket?.resetAndDestroy();
  }
  return response.status;
}

async function drip(
  outgoing: ServerResponse,
  response: WireResponse,
  { bytes, ms }: Extract<Fault, { kind: 'drip' }>,
): Promise<number> {
  sendHead(outgoing, response);
  for (let sent = 0; sent < response.body.length && !outgoing.destroyed; sent += bytes) {
    outgoing.write(response.body.subarray(sent, sent + bytes));
    await sleep(ms);
  }
  outgoing.end();
  return response.status;
}
