/**
 * Converts an HTTP request to the message that the worker passes to `@azure/functions`.
 * Source: azure-functions-host GrpcMessageConversionExtensions.cs (ToRpcHttp);
 * Kestrel for header encoding, Host and line limits.
 */
import type { IncomingMessage } from 'node:http';
import { maxRequestLineBytes } from './request-head.ts';
import { parseQuery, parseRequestTarget, type RequestTarget, toRequestUrl } from './request-target.ts';
import type { RouteValues } from './route.ts';
import type { RpcHttpRequest, RpcMapping } from './rpc.ts';

/** Kestrel's MaxRequestHeaderCount. */
const maxHeaders = 100;
/** The host's default (ScriptConstants.DefaultMaxRequestBodySize); FUNCTIONS_REQUEST_BODY_SIZE_LIMIT overrides it. */
const defaultMaxBodyBytes = 104_857_600;

/** Kestrel's MinRequestBodyDataRate. */
const minBytesPerSecond = 240;
export const defaultGraceMs = 5_000;

export interface ReceivedRequest {
  readonly method: string;
  readonly host: string;
  readonly target: RequestTarget;
  /** By lower-case name; repeated headers are joined with ','. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Parses the request line and the headers; returns a status if Kestrel would refuse the request. */
export function receiveRequest(message: IncomingMessage): ReceivedRequest | 400 | 414 | 431 {
  const { method = '', url = '' } = message;
  // Of a later request of the connection.
  if (`${method} ${url} HTTP/1.1\r\n`.length > maxRequestLineBytes) return 414;
  if (message.rawHeaders.length / 2 > maxHeaders) return 431;
  const headers = readHeaders(message.rawHeaders);
  const host = headers?.get('host') ?? '';
  const target = parseRequestTarget(url, host);
  return headers && target && isValidHost(host) ? { method, host, target, headers } : 400;
}

/**
 * Reads the body for a function. Undefined without Content-Length: the host loses a chunked body.
 * Throws if the body is larger than the limit, without reading it; if it arrives too slowly after `graceMs`; or if the client
 * disconnects.
 */
export async function readBody(message: IncomingMessage, graceMs: number): Promise<Uint8Array | undefined> {
  const length = Number(message.headers['content-length'] ?? 0);
  if (length === 0) return undefined;
  const limit = Number(process.env['FUNCTIONS_REQUEST_BODY_SIZE_LIMIT']) || defaultMaxBodyBytes;
  if (length > limit) {
    throw new Error(`Request body too large. The max request body size is ${limit} bytes.`);
  }
  const body = Buffer.allocUnsafe(length);
  const startedAt = performance.now();
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > graceMs && received < (minBytesPerSecond * elapsedMs) / 1000)
        end(new Error('Reading the request body timed out due to data arriving too slowly.'));
    }, graceMs / 5);
    const end = (error?: Error) => {
      clearInterval(timer);
      if (error) reject(error);
      else resolve();
    };
    message.on('data', (chunk: Buffer) => {
      received += chunk.copy(body, received);
    });
    message.once('end', () => end()).once('error', end);
  });
  return body;
}

/** Composes the request for a function. */
export function toRpcRequest(
  { method, host, target, headers }: ReceivedRequest,
  params: RouteValues,
  body: Uint8Array | undefined,
): RpcHttpRequest {
  return {
    url: toRequestUrl(host, target),
    method,
    nullableHeaders: toMapping(headers),
    nullableParams: toMapping(params),
    nullableQuery: parseQuery(target.query),
    ...(body && { body: { bytes: body } }),
  };
}

/** Returns undefined if a value is not UTF-8. */
function readHeaders(rawHeaders: readonly string[]): Map<string, string> | undefined {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = decodeHeaderValue(rawHeaders[at + 1] ?? '');
    if (value === undefined) return undefined;
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return headers;
}

/** Node reads header values as Latin-1, Kestrel as UTF-8. */
function decodeHeaderValue(value: string): string | undefined {
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
