/** A TCP proxy that spoils connections: it stands between Frontdesk and an emulated edge, and knows nothing of HTTP. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Times are milliseconds, sizes bytes. What is told of an answer holds for all that one connection brings back. */
export type Toxic =
  /** What comes back comes later, and later still by chance. */
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs?: number }
  /** Nothing listens. */
  | { readonly kind: 'down' }
  /** Nothing answers to a connection attempt. */
  | { readonly kind: 'unreachable' }
  /** Takes the connection and all that is sent, and says nothing. */
  | { readonly kind: 'black-hole' }
  /** What comes back comes in small pieces. */
  | { readonly kind: 'slice'; readonly bytes: number; readonly ms: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  /** Ends the connection after that much of the request or of the answer. */
  | { readonly kind: 'cut'; readonly of: 'request' | 'answer'; readonly bytes: number; readonly by: 'RST' | 'FIN' }
  /** The end of a connection comes later. */
  | { readonly kind: 'slow-close'; readonly ms: number }
  /** Sends these bytes in place of what the target would say, and ends the connection. */
  | { readonly kind: 'reply'; readonly text: string };

export interface ChaosProxy {
  readonly port: number;
  /** Where connections lead; they are refused until it is told. */
  target(port: number): void;
  /** What new connections meet; those that are open are reset, so that none outlives its toxic. */
  strike(toxic: Toxic | undefined): Promise<void>;
  /** What each new connection meets, decided one by one; those that are open go on. */
  strikeEach(choose: () => Toxic | undefined): void;
  /** Ends the open connections, as a server does with those that were idle too long. */
  endOpen(by: 'RST' | 'FIN'): Promise<void>;
  /** Whether connections meet anything but the target. */
  readonly isStruck: boolean;
  /** How many connections were taken since the start. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of loopback. */
export async function startChaosProxy(): Promise<ChaosProxy> {
  const open = new Set<Socket>();
  let choose: (() => Toxic | undefined) | undefined;
  let targetPort: number | undefined;
  let connections = 0;
  let restore = async () => {};

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    connections++;
    if (targetPort === undefined) client.resetAndDestroy();
    else join(client, targetPort, choose?.(), open);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function strike(toxic: Toxic | undefined): Promise<void> {
    choose = toxic && (() => toxic);
    for (const socket of open) socket.resetAndDestroy();
    await restore();
    restore = async () => {};
    if (toxic?.kind === 'down' || toxic?.kind === 'unreachable') {
      const closed = once(server, 'close');
      server.close();
      await closed;
      const release = toxic.kind === 'down' ? async () => {} : await swallowConnects(port);
      restore = async () => {
        await release();
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      };
    }
  }

  return {
    port,
    target(of) {
      targetPort = of;
    },
    strike,
    strikeEach(of) {
      choose = of;
    },
    async endOpen(by) {
      const clients = [...open].filter(({ localPort }) => localPort === port);
      const closed = clients.map((client) => once(client, 'close'));
      for (const client of clients) end(client, by);
      await Promise.all(closed);
    },
    get isStruck() {
      return choose !== undefined;
    },
    get connections() {
      return connections;
    },
    async close() {
      await strike(undefined);
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** Joins a client to the target, spoiled by the toxic. */
function join(client: Socket, targetPort: number, toxic: Toxic | undefined, open: Set<Socket>): void {
  keep(client, open);
  if (toxic?.kind === 'black-hole') return void client.resume();
  if (toxic?.kind === 'reply') {
    // Once the request has begun to come: an answer before it is none.
    client.once('data', () => client.resume().end(toxic.text));
    return;
  }
  const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  keep(target, open);
  const cut = toxic?.kind === 'cut' ? toxic : undefined;
  pass(client, target, cut?.of === 'request' ? cutAfter(cut.bytes, cut.by, client, target) : through);
  pass(target, client, cut?.of === 'answer' ? cutAfter(cut.bytes, cut.by, client, target) : spoil(toxic));
  client.once('close', () => target.destroy());
  target.once('close', () => setTimeout(() => client.destroySoon(), toxic?.kind === 'slow-close' ? toxic.ms : 0));
}

/** Hands a chunk on, in its own time; answers false where there is nothing more to hand on. */
type Hand = (chunk: Buffer, to: Socket) => Promise<boolean>;

const through: Hand = async (chunk, to) => write(to, chunk);

async function write(to: Socket, chunk: Buffer): Promise<boolean> {
  if (to.destroyed) return false;
  if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => {});
  return !to.destroyed;
}

/** Passes all on in order, and then the end. */
function pass(from: Socket, to: Socket, hand: Hand): void {
  const go = async () => {
    for await (const chunk of from) if (!(await hand(chunk, to))) return;
    to.end();
  };
  go().catch(() => to.resetAndDestroy());
}

function spoil(toxic: Toxic | undefined): Hand {
  switch (toxic?.kind) {
    case 'latency':
      return async (chunk, to) => {
        await sleep(toxic.ms + Math.random() * (toxic.jitterMs ?? 0));
        return write(to, chunk);
      };
    case 'slice':
      return (chunk, to) => writePieces(chunk, to, toxic.bytes, toxic.ms);
    case 'bandwidth':
      return (chunk, to) => writePieces(chunk, to, Math.ceil(toxic.bytesPerSecond / 100), 10);
    default:
      return through;
  }
}

async function writePieces(chunk: Buffer, to: Socket, bytes: number, ms: number): Promise<boolean> {
  for (let at = 0; at < chunk.length; at += bytes) {
    if (!(await write(to, chunk.subarray(at, at + bytes)))) return false;
    await sleep(ms);
  }
  return true;
}

function cutAfter(bytes: number, by: 'RST' | 'FIN', client: Socket, target: Socket): Hand {
  let left = bytes;
  return async (chunk, to) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (part.length > 0) await write(to, part);
    if (left > 0) return !to.destroyed;
    // A reset overtakes what was sent and not read yet.
    await sleep(5);
    end(client, by);
    target.destroy();
    return false;
  };
}

function end(socket: Socket, by: 'RST' | 'FIN'): void {
  if (by === 'RST') socket.resetAndDestroy();
  else socket.destroySoon();
}

function keep(socket: Socket, open: Set<Socket>): void {
  open.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
}

/** How many connections the system completes for a listener of backlog 1 that never takes them. */
const BACKLOG_CONNECTIONS = 2;

/** Listens and never takes a connection, so that the system drops every further attempt; answers the end of it. */
async function swallowConnects(port: number): Promise<() => Promise<void>> {
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
  const fillers = Array.from({ length: BACKLOG_CONNECTIONS }, () => connect(port, '127.0.0.1'));
  await Promise.all(
    fillers.map((filler) =>
      once(
        filler.on('error', () => {}),
        'connect',
      ),
    ),
  );
  return async () => {
    const exited = once(worker, 'exit');
    for (const filler of fillers) filler.destroy();
    Atomics.store(released, 0, 1);
    Atomics.notify(released, 0);
    await exited;
  };
}
