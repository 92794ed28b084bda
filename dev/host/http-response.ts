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
  response.statusCode = Number(returned.statusCode);
  // A separate write, so that Node does not add Content-Length.
  if (returned.body && returned.body.bytes.byteLength > 0) response.write(returned.body.bytes);
  response.end();
}

/** CORS adds to the function's own Vary. */
function appendVary(response: ServerResponse, value: string): string {
  const byCors = response.getHeader('vary');
  return byCors === undefined ? value : `${value}, ${byCors}`;
}

/** Writes a response without a body. */
export function writeStatus(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}

/** Writes a text of the host's own. */
export function writeText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(text);
}
