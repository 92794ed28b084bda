/** TLS in front of a server that speaks plain HTTP: what comes is passed on as it stands. */
import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { RunningServer } from './server.ts';

export interface TlsFrontOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Of the server behind, on 127.0.0.1. */
  readonly target: number;
  /** In PEM, as the key. */
  readonly certificate: string;
  readonly key: string;
}

/** Listens on 127.0.0.1. Throws the system's error when the port is taken. */
export async function startTlsFront({ port, target, certificate, key }: TlsFrontOptions): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ cert: certificate, key }, (incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      // Whichever side goes away, the other has nobody to speak to.
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('error', () => socket.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  return {
    url: `https://127.0.0.1:${taken}`,
    port: taken,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets) socket.destroy();
      }),
  };
}
