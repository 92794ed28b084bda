/** Sends requests over connections that a test reads, or closes, itself. */
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly token: string;
  readonly method: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Returns the open connection. */
export function sendRaw(port: number, { token, method, path, body }: RawRequest): Socket {
  const text = body === undefined ? '' : JSON.stringify(body);
  const contentHeaders = text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : [];
  const lines = [`${method} ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, ...contentHeaders];
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  return socket;
}
