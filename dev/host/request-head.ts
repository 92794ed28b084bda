/**
 * Checks the head of a connection's first request before Node's parser gets it, which refuses what Kestrel accepts. Later requests of
 * the connection are read by Node only. Seen under the real host.
 */
import { METHODS, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Kestrel's MaxRequestLineSize and MaxRequestHeadersTotalSize. */
export const maxRequestLineBytes = 8 * 1024;
export const maxHeadBytes = 40 * 1024;
/** Kestrel's RequestHeadersTimeout. */
export const headTimeoutMs = 30_000;
/** Stands for every method that Node does not know: no function has it. */
const UNKNOWN_METHOD = 'UNBIND';

/** Lets the server accept connections once their first head is checked; returns a function that ends those that wait for it. */
export function checkHeads(server: Server): () => void {
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[];
  const waiting = new Set<Socket>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
    void readHead(socket).then((head) => {
      waiting.delete(socket);
      if (typeof head === 'number') return refuse(socket, head);
      socket.unshift(head);
      accept?.call(server, socket);
      process.nextTick(() => socket.resume());
    });
  });
  return () => {
    for (const socket of waiting) socket.destroy();
  };
}

/** Responds as Kestrel does before any function is found, and closes the connection. */
export function refuse(socket: Socket, status: number): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Length: 0',
    'Connection: close',
    'Server: Kestrel',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}

/** Returns what has arrived, with a head that Node accepts, or the status of a refusal. */
function readHead(socket: Socket): Promise<Buffer | number> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => settle(408), headTimeoutMs);
    const settle = (result: Buffer | number) => {
      clearTimeout(timer);
      socket.off('data', receive).off('end', end).off('error', end).pause();
      resolve(result);
    };
    const receive = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const result = checkHead(received);
      if (result !== undefined) settle(result);
    };
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
    };
    socket.on('data', receive).once('end', end).on('error', end);
  });
}

/** Returns undefined if more must arrive. */
function checkHead(received: Buffer): Buffer | number | undefined {
  const text = received.toString('latin1');
  const lineEnd = text.indexOf('\n');
  if (lineEnd < 0) return text.length > maxRequestLineBytes ? 414 : undefined;
  if (lineEnd >= maxRequestLineBytes) return 414;
  const line = checkLine(text.slice(0, lineEnd));
  if (typeof line === 'number') return line;
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0 && text.length <= maxHeadBytes) return undefined;
  const fields = headEnd < 0 ? text.slice(lineEnd) : text.slice(lineEnd, headEnd + 2);
  // Of both Kestrel takes the encoding.
  const isChunked = /^transfer-encoding:/im.test(fields);
  const kept = isChunked ? fields.replace(/\ncontent-length:[^\n]*/gi, '') : fields;
  return Buffer.from(line + kept + text.slice(lineEnd + fields.length), 'latin1');
}

/** Returns the request line with a method that Node knows, or the status of a refusal. */
function checkLine(line: string): string | number {
  const [, method, target = '', version] = /^([!#$%&'*+.^`|~\w-]+) (\S+) HTTP\/(\d\.\d)\r?$/.exec(line) ?? [];
  if (method === undefined) return 400;
  if (version !== '1.1' && version !== '1.0') return 505;
  const name = method.toUpperCase();
  const isPath = /^(?:\/|https?:\/\/)/i.test(target) || (name === 'OPTIONS' && target === '*');
  if (!isPath && name !== 'CONNECT') return 405;
  return `${METHODS.includes(name) ? name : UNKNOWN_METHOD}${line.slice(method.length)}`;
}
