/** Strikes a call with a fault, down to the socket where the fault is one of the wire. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Fault, FieldValues } from './faults.ts';
import { isObject, type Json, type JsonObject, readJson } from './json.ts';
import { overrideFields, type Reply, sendHead, sendReply } from './reply.ts';

/** Has the API process the call and answers what it says. */
export type Produce = () => Promise<Reply>;

/** Answers the status that went out; null when none did. */
export async function applyFault(fault: Fault, response: ServerResponse, produce: Produce): Promise<number | null> {
  if ('processed' in fault && fault.processed) await produce();
  switch (fault.kind) {
    case 'status':
      return send(response, toText(fault.status, fault.body ?? '', fault.contentType, fault.headers));
    case 'malformed':
      return send(response, toText(200, fault.text, fault.contentType));
    case 'hang':
      return null;
    case 'reset':
      response.socket?.resetAndDestroy();
      return null;
    case 'big':
      return sendFiller(response, fault.bytes, fault.chunked ? 'chunked' : 'length');
    case 'gzip-bomb':
      return sendFiller(response, fault.bytes, 'gzip');
    case 'delay':
      await sleep(fault.ms);
      return send(response, await produce());
    case 'headers':
      return send(response, overrideFields(await produce(), fault.headers));
    case 'patch':
      return send(response, patch(await produce(), fault.body));
    case 'truncate':
    case 'reset-mid-body':
      return cut(response, await produce(), fault);
    case 'drip':
      return drip(response, await produce(), fault.bytes, fault.ms);
  }
}

function send(response: ServerResponse, reply: Reply): number {
  sendReply(response, reply);
  return reply.status;
}

function toText(status: number, body: Json, contentType = 'application/json', headers: FieldValues = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return overrideFields({ status, fields: [['content-type', contentType]], body: Buffer.from(text) }, headers);
}

const blockBytes = 65_536;

/** A JSON string of this length, quotes included, a block at a time. */
function* fill(bytes: number): Generator<Buffer> {
  yield Buffer.from('"');
  for (let left = bytes - 2; left > 0; left -= blockBytes) yield Buffer.alloc(Math.min(left, blockBytes), 'a');
  yield Buffer.from('"');
}

async function sendFiller(response: ServerResponse, bytes: number, as: 'length' | 'chunked' | 'gzip'): Promise<number> {
  const field = {
    length: { 'content-length': String(bytes) },
    chunked: {},
    gzip: { 'content-encoding': 'gzip' },
  }[as];
  response.writeHead(200, { 'content-type': 'application/json', ...field });
  const source = Readable.from(fill(bytes));
  const sending = as === 'gzip' ? pipeline(source, createGzip(), response) : pipeline(source, response);
  // A relay that has had enough hangs up: that is the point.
  await sending.catch(() => undefined);
  return 200;
}

/** Merges into the answer's JSON; its numbers lose their spelling. */
function patch(reply: Reply, change: JsonObject): Reply {
  return { ...reply, body: Buffer.from(JSON.stringify(mergePatch(readJson(reply.body.toString()), change))) };
}

/** RFC 7396 2. */
function mergePatch(target: Json | undefined, change: Json | undefined): Json | undefined {
  if (!isObject(change)) return change;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** How long a client has to read what was sent before the connection is reset. */
const lingerMs = 20;

async function cut(
  response: ServerResponse,
  reply: Reply,
  { kind, bytes }: { kind: 'truncate' | 'reset-mid-body'; bytes: number },
): Promise<number> {
  const part = reply.body.subarray(0, Math.min(bytes, reply.body.length - 1));
  sendHead(response, reply);
  response.flushHeaders();
  if (part.length > 0) await new Promise((resolve) => response.write(part, resolve));
  if (kind === 'truncate') response.socket?.end();
  else {
    await sleep(lingerMs);
    response.socket?.resetAndDestroy();
  }
  return reply.status;
}

async function drip(response: ServerResponse, reply: Reply, bytes: number, ms: number): Promise<number> {
  sendHead(response, reply);
  for (let sent = 0; sent < reply.body.length && !response.destroyed; sent += bytes) {
    response.write(reply.body.subarray(sent, sent + bytes));
    await sleep(ms);
  }
  response.end();
  return reply.status;
}
