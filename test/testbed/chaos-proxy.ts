/** A TCP proxy between Frontdesk and an emulator that injects faults into connections. It knows nothing of HTTP. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  blockConnects,
  type ConnectionFault,
  closeSocket,
  connectThrough,
  type FaultTarget,
} from './forward-connection.ts';

export type { ConnectionFault } from './forward-connection.ts';

/** Starts a proxy on a free port of loopback. It refuses connections until `forwardTo` is called. */
export async function startChaosProxy(): Promise<ChaosProxy> {
  const proxy = new ChaosProxy();
  await proxy.listen();
  return proxy;
}

export class ChaosProxy {
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  #targetPort: number | undefined;
  #fault: ConnectionFault | undefined;
  /** Set while the port is closed or blocked. */
  #reopen: (() => Promise<void>) | undefined;
  /** One fault after the other: one that takes time must not come after its end. */
  #applying: Promise<unknown> = Promise.resolve();
  #port = 0;
  #connectionCount = 0;

  constructor() {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
  }

  get port(): number {
    return this.#port;
  }

  /** Connections accepted since the start. */
  get connectionCount(): number {
    return this.#connectionCount;
  }

  get hasFault(): boolean {
    return this.#fault !== undefined || this.#reopen !== undefined;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  forwardTo(port: number): void {
    this.#targetPort = port;
  }

  /** Injects the fault into new connections, or none if undefined. Resets the open ones, so that none keeps an old fault. */
  injectFault(fault: ConnectionFault | undefined): Promise<void> {
    const applied = this.#applying.then(() => this.#apply(fault));
    this.#applying = applied.catch(() => {});
    return applied;
  }

  async #apply(fault: ConnectionFault | undefined): Promise<void> {
    this.#fault = fault;
    for (const socket of this.#open) socket.resetAndDestroy();
    await this.#reopen?.();
    this.#reopen = undefined;
    if (fault?.kind === 'down') await this.#closePort();
    else if (fault?.kind === 'unreachable') await this.#blockPort();
  }

  /** Closes the open connections, as a server closes idle ones. */
  async closeConnections(by: 'RST' | 'FIN'): Promise<void> {
    const clients = [...this.#open].filter(({ localPort }) => localPort === this.#port);
    const closed = clients.map((client) => once(client, 'close'));
    for (const client of clients) closeSocket(client, by);
    await Promise.all(closed);
  }

  async close(): Promise<void> {
    // Not by a reset: libuv refuses one during a shutdown, and Node 20 then keeps the handle for ever and spins in its exit.
    for (const socket of this.#open) socket.destroy();
    await this.injectFault(undefined);
    await this.#stopListening();
  }

  #accept(client: Socket): void {
    this.#connectionCount++;
    if (this.#targetPort === undefined) {
      client.resetAndDestroy();
      return;
    }
    const target: FaultTarget = { port: this.#targetPort, fault: this.#fault, open: this.#open };
    connectThrough(client, target);
  }

  async #closePort(): Promise<void> {
    await this.#stopListening();
    this.#reopen = () => this.listen();
  }

  async #blockPort(): Promise<void> {
    await this.#closePort();
    const release = await blockConnects(this.#port);
    this.#reopen = async () => {
      await release();
      await this.listen();
    };
  }

  async #stopListening(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }
}
