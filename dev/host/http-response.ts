/**
 * Writes the response of a function as the host and Kestrel do: chunked, unless the function sets Content-Length
 * itself.
 * Source: azure-functions-host RawScriptResult.cs.
 */
import type { ServerResponse } from 'node:http';
import type { RpcHttpResponse } from './rpc.ts';
import { unsupported } from './unsupported.ts';

/**
 * Writes a function's response; 204 if it returned none. Throws, before anything is sent, on a header that Kestrel
 * refuses.
 */
export function writeResponse(response: ServerResponse, returned: RpcHttpResponse | undefined): void {
  if (!returned) {
    writeStatus(response, 204);
    return;
  }
  if (returned.cookies.length > 0) throw unsupported('Response', 'cookies');
  const headers = Object.entries(returned.headers);
  if (headers.some(([, value]) => /[^\t\x20-\x7e]/.test(value))) {
    throw new Error('Invalid non-ASCII or control character in header.');
  }
  for (const [name, value] of headers) response.setHeader(name, name === 'vary' ? appendVary(response, value) : value);
  writeBody(response, Number(returned.statusCode), returned.body?.bytes);
}

/** Writes the body chunked, an empty one too, and of a response to HEAD the header only. */
function writeBody(response: ServerResponse, status: number, body?: Uint8Array): void {
  response.statusCode = status;
  const hasBody = status !== 204 && status !== 304 && response.req.httpVersion !== '1.0';
  if (hasBody && !response.hasHeader('content-length')) response.setHeader('Transfer-Encoding', 'chunked');
  if (body && body.byteLength > 0) response.write(body);
  response.end();
}

/** CORS adds to the function's own Vary. */
function appendVary(response: ServerResponse, value: string): string {
  const byCors = response.getHeader('vary');
  return byCors === undefined ? value : `${value}, ${byCors}`;
}

/** Writes a response without a body. */
export function writeStatus(response: ServerResponse, status: number): void {
  writeBody(response, status);
}

/** Writes a text of the host's own. */
export function writeText(response: ServerResponse, status: number, type: string, text: string): void {
  response.setHeader('Content-Type', type);
  writeBody(response, status, Buffer.from(text));
}
