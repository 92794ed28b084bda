/** Forwards one connection of the chaos proxy to its target, with a fault. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Times are milliseconds, sizes bytes. Faults of the response apply to everything that the target sends on one connection. */
export type ConnectionFault =
  /** Delays the response by `ms`, and by up to `jitterMs` more at random. */
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs?: number }
  /** Refuses connections. */
  | { readonly kind: 'down' }
  /** Drops connection attempts, so that they time out. */
  | { readonly kind: 'unreachable' }
  /** Accepts the connection, reads the request and sends nothing. */
  | { readonly kind: 'black-hole' }
  /** Sends the response in pieces of `bytes`, every `ms`. */
  | { readonly kind: 'slice'; readonly bytes: number; readonly ms: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** Closes the connection after `bytes` of the request or the response. */
  | { readonly kind: 'cut'; readonly of: 'request' | 'response'; readonly bytes: number; readonly by: 'RST' | 'FIN' }
  /** Delays the end of the connection. */
  | { readonly kind: 'slow-close'; readonly ms: number }
  /** Changes the `Date` of responses by so many seconds; ahead if positive. */
  | { readonly kind: 'misdate'; readonly seconds: number }
  /** Sends this text instead of the target's response, then closes the connection. */
  | { readonly kind: 'response'; readonly text: string };

export interface FaultTarget {
  readonly port: number;
  readonly fault: ConnectionFault | undefined;
  /** Every open socket of the proxy. */
  readonly open: Set<Socket>;
}

/** Forwards both directions between the client and the target. */
export function connectThrough(client: Socket, { port, fault, open }: FaultTarget): void {
  track(client, open);
  if (fault?.kind === 'black-hole') {
    client.resume();
    return;
  }
  if (fault?.kind === 'response') {
    // HTTP clients ignore a response that arrives before the request.
    client.once('data', () => client.resume().end(fault.text));
    return;
  }
  const target = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  track(target, open);
  const cut = fault?.kind === 'cut' ? cutAfter(fault.bytes, fault.by, client, target) : undefined;
  const isRequestCut = fault?.kind === 'cut' && fault.of === 'request';
  pipe(client, target, isRequestCut && cut ? cut : write);
  pipe(target, client, !isRequestCut && cut ? cut : delayedWrite(fault));
  client.once('close', () => target.destroy());
  target.once('close', () => setTimeout(() => client.destroySoon(), fault?.kind === 'slow-close' ? fault.ms : 0));
}

export function closeSocket(socket: Socket, by: 'RST' | 'FIN'): void {
  if (by === 'RST') socket.resetAndDestroy();
  else socket.destroySoon();
}

/** Forwards a chunk; returns false if nothing more can be forwarded. */
type Forward = (chunk: Buffer, to: Socket) => Promise<boolean>;

async function write(chunk: Buffer, to: Socket): Promise<boolean> {
  if (to.destroyed) return false;
  if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => {});
  return !to.destroyed;
}

/** Forwards all chunks in order, then the end of the stream. */
function pipe(from: Socket, to: Socket, forward: Forward): void {
  const run = async () => {
    for await (const chunk of from) if (!(await forward(chunk, to))) return;
    to.end();
  };
  run().catch(() => to.resetAndDestroy());
}

function delayedWrite(fault: ConnectionFault | undefined): Forward {
  switch (fault?.kind) {
    case 'latency':
      return async (chunk, to) => {
        await sleep(fault.ms + Math.random() * (fault.jitterMs ?? 0));
        return write(chunk, to);
      };
    case 'slice':
      return (chunk, to) => writePieces(chunk, to, fault.bytes, fault.ms);
    case 'bandwidth':
      return (chunk, to) => writePieces(chunk, to, Math.ceil(fault.bytesPerSecond / 100), 10);
    case 'misdate':
      return (chunk, to) => write(misdate(chunk, fault.seconds), to);
    default:
      return write;
  }
}

/** Every HTTP date has the same length, so that the message's other parts stay where they are. */
function misdate(chunk: Buffer, seconds: number): Buffer {
  const text = chunk.toString('latin1').replace(/^(date: )([^\r]{29})\r$/im, (_line, name: string, date: string) => {
    return `${name}${new Date(Date.parse(date) + seconds * 1_000).toUTCString()}\r`;
  });
  return Buffer.from(text, 'latin1');
}

async function writePieces(chunk: Buffer, to: Socket, bytes: number, ms: number): Promise<boolean> {
  for (let at = 0; at < chunk.length; at += bytes) {
    if (!(await write(chunk.subarray(at, at + bytes), to))) return false;
    await sleep(ms);
  }
  return true;
}

function cutAfter(bytes: number, by: 'RST' | 'FIN', client: Socket, target: Socket): Forward {
  let left = bytes;
  return async (chunk, to) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (part.length > 0) await write(part, to);
    if (left > 0) return !to.destroyed;
    // A reset discards data that the other side has not read yet.
    await sleep(5);
    closeSocket(client, by);
    target.destroy();
    return false;
  };
}

function track(socket: Socket, open: Set<Socket>): void {
  open.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
}
