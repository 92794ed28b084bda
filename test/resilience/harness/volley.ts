/** Many callers at once: connections that are open already, one request on each, and no work done for an answer before all are there. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Shot {
  readonly status: number;
  /** What was sent back, without the fields. */
  readonly text: string;
  readonly fields: string;
  readonly elapsedMs: number;
}

export interface Lines {
  /** Sends each request on a connection of its own, all at once; answers when all are answered. */
  fire(requests: readonly string[]): Promise<readonly Shot[]>;
  close(): void;
}

/** A listener takes no more connections at once. */
const CONNECTS_AT_ONCE = 100;

export async function openLines(port: number, count: number): Promise<Lines> {
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    // Told by its close.
    sockets.push(socket.on('error', () => {}));
  };
  while (sockets.length < count) {
    await Promise.all(Array.from({ length: Math.min(CONNECTS_AT_ONCE, count - sockets.length) }, open));
  }
  return {
    fire: (requests) => Promise.all(requests.map((request, n) => exchange(sockets[n] as Socket, request))),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function exchange(socket: Socket, request: string): Promise<Shot> {
  const chunks: Buffer[] = [];
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      socket.off('data', read).off('close', fail);
      settle();
    };
    const fail = () => end(() => reject(new Error('The connection ended before the answer.')));
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      const answer = Buffer.concat(chunks).toString('latin1');
      if (!isWhole(answer)) return;
      const elapsedMs = performance.now() - startedAt;
      end(() => resolve({ ...toParts(answer), elapsedMs }));
    };
    socket.on('data', read).once('close', fail);
    socket.write(request);
  });
}

/** By its length, or by the last chunk where it has none. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, headEnd))?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= headEnd + 4 + Number(length);
}

function toParts(answer: string): Omit<Shot, 'elapsedMs'> {
  const headEnd = answer.indexOf('\r\n\r\n');
  return { status: Number(answer.slice(9, 12)), fields: answer.slice(0, headEnd), text: answer.slice(headEnd + 4) };
}
