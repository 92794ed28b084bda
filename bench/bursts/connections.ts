/** Sends many requests at the same time over connections that are already open, and does no other work until all have responses. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface BurstResponse {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  /** The body as sent, chunk sizes included. */
  readonly text: string;
  readonly elapsedMs: number;
}

export interface Connections {
  /** Sends each request on its own connection; resolves when all have their response. */
  send(requests: readonly string[]): Promise<readonly BurstResponse[]>;
  close(): void;
}

/** The backlog of a listener is limited. */
const CONNECTS_AT_ONCE = 100;

export async function openConnections(port: number, count: number): Promise<Connections> {
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    // The close event reports it.
    sockets.push(socket.on('error', () => {}));
  };
  while (sockets.length < count) {
    await Promise.all(Array.from({ length: Math.min(CONNECTS_AT_ONCE, count - sockets.length) }, open));
  }
  return {
    send: (requests) => Promise.all(requests.map((request, index) => exchange(sockets[index] as Socket, request))),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function exchange(socket: Socket, request: string): Promise<BurstResponse> {
  const chunks: Buffer[] = [];
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      socket.off('data', read).off('close', fail);
      settle();
    };
    const fail = () => finish(() => reject(new Error('The connection closed before the response was complete.')));
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      const response = Buffer.concat(chunks).toString('latin1');
      if (!isComplete(response)) return;
      const elapsedMs = performance.now() - startedAt;
      finish(() => resolve({ ...splitResponse(response), elapsedMs }));
    };
    socket.on('data', read).once('close', fail);
    socket.write(request);
  });
}

/** By Content-Length, or by the last chunk if there is none. */
function isComplete(response: string): boolean {
  const headEnd = response.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response.slice(0, headEnd))?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= headEnd + 4 + Number(length);
}

function splitResponse(response: string): Omit<BurstResponse, 'elapsedMs'> {
  const headEnd = response.indexOf('\r\n\r\n');
  return {
    status: Number(response.slice(9, 12)),
    head: response.slice(0, headEnd),
    text: response.slice(headEnd + 4),
  };
}
