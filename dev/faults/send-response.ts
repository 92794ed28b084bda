/** Writes the response of an app to the socket. */
import type { ServerResponse } from 'node:http';

/** Sends the response and returns its status. */
export async function sendResponse(
  outgoing: ServerResponse,
  response: Response,
  repeated: Readonly<Record<string, readonly string[]>> = {},
): Promise<number> {
  outgoing.end(await sendHead(outgoing, response, repeated));
  return response.status;
}

/** Sends status and headers, and returns the body. Content-Length is that of the whole body, even if the caller sends less. */
export async function sendHead(
  outgoing: ServerResponse,
  response: Response,
  repeated: Readonly<Record<string, readonly string[]>> = {},
): Promise<Buffer> {
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  const length: [string, string][] = isNullBody(status) ? [] : [['content-length', String(body.length)]];
  const single = [...headers, ...length].filter(([name]) => !(name in repeated));
  const lines = Object.entries(repeated).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  outgoing.writeHead(status, [...single, ...lines].flat());
  return body;
}

/** Composes a response; a status without a body has none. */
export function compose(body: string | Buffer, { status, headers }: Pick<Response, 'status' | 'headers'>): Response {
  return new Response(isNullBody(status) ? null : new Uint8Array(Buffer.from(body)), { status, headers });
}

function isNullBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
