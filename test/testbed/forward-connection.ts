/** Forwards one connection of the chaos proxy to its target, with a fault, or lets none be made. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Sizes are bytes. Faults of the response apply to everything that the target sends on one connection. */
export type ConnectionFault =
  /** Refuses connections. */
  | { readonly kind: 'down' }
  /** Drops connection attempts, so that they time out. */
  | { readonly kind: 'unreachable' }
  /** Accepts the connection, reads the request and sends nothing. */
  | { readonly kind: 'black-hole' }
  /** Closes the connection after `bytes` of the request or the response. */
  | { readonly kind: 'cut'; readonly of: 'request' | 'response'; readonly bytes: number; readonly by: 'RST' | 'FIN' }
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
  pipe(target, client, !isRequestCut && cut ? cut : write);
  client.once('close', () => target.destroy());
  target.once('close', () => setImmediate(() => client.destroySoon()));
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

/** Connections that the system completes for a listener of backlog 1 that never accepts them. */
const BACKLOG_CONNECTIONS = 2;

/** Listens in a blocked thread, which never accepts: the system drops every attempt once the backlog is full. Returns a release function. */
export async function blockConnects(port: number): Promise<() => Promise<void>> {
  const released = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData: { port, released } } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ port, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage('listening');
      Atomics.wait(released, 0, 0);
      server.close();
    });`,
    { eval: true, workerData: { port, released } },
  );
  await once(worker, 'message');
  const fillers = Array.from({ length: BACKLOG_CONNECTIONS }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(fillers.map((filler) => once(filler, 'connect')));
  return async () => {
    const exited = once(worker, 'exit');
    for (const filler of fillers) filler.destroy();
    Atomics.store(released, 0, 1);
    Atomics.notify(released, 0);
    await exited;
  };
}
