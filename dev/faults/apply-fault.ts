/** Responds to a call with a fault, down to the socket. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { isObject, readJson } from '../upstream/json.ts';
import type { Fault, FaultHeaders } from './fault.ts';
import { compose, sendHead, sendResponse } from './send-response.ts';

const halfJson = '{"keys":[{"kty":';
const signInPage = '<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>';

/** Returns the status that was sent; null if none was. `execute` runs the call and returns its normal response. */
export async function applyFault(
  fault: Fault,
  outgoing: ServerResponse,
  execute: () => Promise<Response>,
): Promise<number | null> {
  if ('processed' in fault && fault.processed) await execute();
  switch (fault.kind) {
    case 'status': {
      const { status, body = '', contentType, headers } = fault;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return sendResponse(outgoing, composeText(status, text, contentType, headers));
    }
    case 'malformed':
      return sendResponse(outgoing, composeText(200, fault.text ?? halfJson, fault.contentType));
    case 'html':
      return sendResponse(outgoing, composeText(200, signInPage, 'text/html; charset=UTF-8'));
    case 'hang':
      return null;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return null;
    case 'big':
      return sendFiller(outgoing, fault.bytes, fault.chunked ? 'chunked' : 'length');
    case 'gzip-bomb':
      return sendFiller(outgoing, fault.bytes, 'gzip');
    case 'delay':
      await sleep(fault.ms);
      return sendResponse(outgoing, await execute());
    case 'headers':
      return sendResponse(outgoing, overrideHeaders(await execute(), fault.headers));
    case 'repeat':
      return sendResponse(outgoing, await execute(), fault.headers);
    case 'patch': {
      const response = await execute();
      // Numbers lose their original spelling. A body that is no JSON counts as an empty object.
      const patched = merge(readJson(await response.text()), fault.body);
      return sendResponse(outgoing, compose(JSON.stringify(patched), response));
    }
    case 'truncate':
    case 'reset-mid-body':
      return cut(outgoing, await execute(), fault);
    case 'drip':
      return drip(outgoing, await execute(), fault);
  }
}

/** Applies a JSON Merge Patch. Source: RFC 7396 2. */
function merge(target: unknown, changes: unknown): unknown {
  if (!isObject(changes)) return changes;
  const merged = new Map<string, unknown>(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name);
    else merged.set(name, merge(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function composeText(status: number, text: string, contentType = 'application/json', own: FaultHeaders = {}): Response {
  const headers = new Headers({ 'content-type': contentType });
  return overrideHeaders(compose(text, { status, headers }), own);
}

function overrideHeaders(response: Response, values: FaultHeaders): Response {
  for (const [name, value] of Object.entries(values)) response.headers.set(name, value);
  return response;
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
  response: Response,
  { kind, bytes }: Extract<Fault, { kind: 'truncate' | 'reset-mid-body' }>,
): Promise<number> {
  const body = await sendHead(outgoing, response);
  const part = body.subarray(0, Math.min(bytes, body.length - 1));
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
  response: Response,
  { bytes, ms }: Extract<Fault, { kind: 'drip' }>,
): Promise<number> {
  const body = await sendHead(outgoing, response);
  for (let sent = 0; sent < body.length && !outgoing.destroyed; sent += bytes) {
    outgoing.write(body.subarray(sent, sent + bytes));
    await sleep(ms);
  }
  outgoing.end();
  return response.status;
}
