/**
 * Turns an HTTP request into what the worker hands to `@azure/functions` in RPC mode.
 * Source: azure-functions-host GrpcMessageConversionExtensions.cs (ToRpcHttp); Kestrel for field encoding, Host and line limits.
 */
import type { IncomingMessage } from 'node:http';
import { parseQuery, parseRequestTarget, type RequestTarget, toRequestUrl } from './request-target.ts';
import type { RouteValues } from './route-match.ts';
import type { RpcHttpRequest, RpcMapping } from './rpc.ts';

/** Kestrel's MaxRequestLineSize. */
const maxRequestLineBytes = 8 * 1024;
/** Kestrel's MaxRequestHeaderCount. */
const maxFields = 100;
/** The host's default (ScriptConstants.DefaultMaxRequestBodySize); FUNCTIONS_REQUEST_BODY_SIZE_LIMIT overrides it. */
const defaultMaxBodyBytes = 104_857_600;

export interface ReceivedRequest {
  readonly method: string;
  readonly host: string;
  readonly target: RequestTarget;
  /** By lower-case name; repeated fields joined with ','. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Reads a request's head; a number is the status with which Kestrel refuses it. */
export function receiveRequest(message: IncomingMessage): ReceivedRequest | 400 | 414 | 431 {
  const { method = '', url = '' } = message;
  if (`${method} ${url} HTTP/1.1\r\n`.length > maxRequestLineBytes) {
    return 414;
  }
  if (message.rawHeaders.length / 2 > maxFields) {
    return 431;
  }
  const fields = readFields(message.rawHeaders);
  const host = fields?.get('host') ?? '';
  const target = parseRequestTarget(url, host);
  return fields && target && isValidHost(host) ? { method, host, target, fields } : 400;
}

/**
 * Reads the content that a function gets: only what Content-Length announces, so that a chunked body is lost.
 * Throws when it is larger than the limit, without reading it, or when the client goes away.
 */
export async function readContent(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const length = Number(message.headers['content-length'] ?? 0);
  if (length === 0) {
    return undefined;
  }
  const limit = Number(process.env['FUNCTIONS_REQUEST_BODY_SIZE_LIMIT']) || defaultMaxBodyBytes;
  if (length > limit) {
    throw new Error(`Request body too large. The max request body size is ${limit} bytes.`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Composes the request that a function sees: `params` are its route values only. */
export function toRpcRequest(
  { method, host, target, fields }: ReceivedRequest,
  values: RouteValues,
  content: Uint8Array | undefined,
): RpcHttpRequest {
  return {
    url: toRequestUrl(host, target),
    method,
    nullableHeaders: toMapping(fields),
    nullableParams: toMapping(values),
    nullableQuery: parseQuery(target.query),
    ...(content && { body: { bytes: content } }),
  };
}

/** Undefined when a value is not UTF-8. */
function readFields(rawHeaders: readonly string[]): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = decodeFieldValue(rawHeaders[at + 1] ?? '');
    if (value === undefined) {
      return undefined;
    }
    const earlier = fields.get(name);
    fields.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return fields;
}

/** Node reads field values as Latin-1, Kestrel as UTF-8. */
function decodeFieldValue(value: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return undefined;
  }
}

function isValidHost(host: string): boolean {
  return /^(?:(?:\[[0-9a-f:.]{3,}\]|[a-z0-9!$&'()\-._~]+)(?::\d+)?)?$/i.test(host);
}

function toMapping(values: ReadonlyMap<string, string>): RpcMapping {
  return Object.fromEntries([...values].map(([name, value]) => [name, { value }]));
}
