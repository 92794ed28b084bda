import type { Server } from 'node:http';
import type { AddressInfo, Server as AnyServer } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** A server of the local stack, listening on loopback. */
export interface RunningServer {
  /** Origin without a trailing slash, e.g. `http://127.0.0.1:7083`. */
  readonly url: string;
  readonly port: number;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes a free one. Throws the system's error (EADDRINUSE …), which has the port. */
export async function listen(
  server: AnyServer,
  requested: number,
  closeConnections = () => (server as Server).closeAllConnections(),
): Promise<RunningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(requested, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${server instanceof TlsServer ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        closeConnections();
      }),
  };
}

/** True for a URL of a loopback address. Source: RFC 8252 7.3, 8.3. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Decides which origins may call the local stack and receive sign-ins: those of this machine, and these. */
export function allowOrigins(others: readonly string[] = []): (url: string) => boolean {
  return (url) => isLoopback(url) || (URL.canParse(url) && others.includes(new URL(url).origin));
}
