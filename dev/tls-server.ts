/** Terminates TLS for a plain HTTP server; the bytes are forwarded unchanged. */
import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { RunningServer } from './server.ts';

export interface TlsServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** Port of the plain HTTP server on 127.0.0.1. */
  readonly target: number;
  /** PEM, like the key. */
  readonly certificate: string;
  readonly key: string;
}

/** Listens on 127.0.0.1. Throws the system's error if the port is in use. */
export async function startTlsServer({ port, target, certificate, key }: TlsServerOptions): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ cert: certificate, key }, (incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
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
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `https://127.0.0.1:${actualPort}`,
    port: actualPort,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets) socket.destroy();
      }),
  };
}
