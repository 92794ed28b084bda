/** Starts Azurite in this process and in memory: the table service, and the blob and queue services for Core Tools. */
/// <reference path="./azurite.d.ts" />
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from './server.ts';

export interface TablesOptions {
  readonly port: number;
  /** The time in the table service's `Date` headers, in epoch milliseconds; the system's by default. */
  readonly now?: () => number;
  /** Core Tools keep a timer's lock in blobs; the built-in host needs neither service. */
  readonly withBlobAndQueue?: { readonly blobPort: number; readonly queuePort: number };
}

export interface RunningTables extends RunningServer {
  /** The port of each service that runs. */
  readonly ports: { readonly tables: number; readonly blobs?: number; readonly queues?: number };
  /** Has an endpoint for each service that runs. */
  readonly connectionString: string;
}

/** Azurite's account and key, published in its documentation. */
const account = 'devstoreaccount1';
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

type ServiceName = 'Table' | 'Blob' | 'Queue';
const portNames = { Table: 'tables', Blob: 'blobs', Queue: 'queues' } as const;

/** Starts the emulator; port 0 takes a free one. Throws the system's error if a port is in use. */
export async function startTables({ port, now, withBlobAndQueue }: TablesOptions): Promise<RunningTables> {
  const requested: [ServiceName, number][] = [['Table', port]];
  if (withBlobAndQueue) requested.push(['Blob', withBlobAndQueue.blobPort], ['Queue', withBlobAndQueue.queuePort]);
  const services: RunningService[] = [];
  const close = async () => void (await Promise.all(services.map((service) => service.close())));
  try {
    for (const [name, requestedPort] of requested) services.push(await startService(name, requestedPort, now));
  } catch (error) {
    await close();
    throw error;
  }
  const ports = Object.fromEntries(
    services.map(({ name, port: taken }) => [portNames[name], taken]),
  ) as RunningTables['ports'];
  const endpoints = services.map((service) => `${service.name}Endpoint=http://127.0.0.1:${service.port}/${account};`);
  return {
    url: `http://127.0.0.1:${ports.tables}`,
    port: ports.tables,
    ports,
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey};${endpoints.join('')}`,
    close,
  };
}

/** The members used of Azurite's server classes, which have no types. */
interface AzuriteServer {
  readonly httpServer: Server;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Azurite exports no function to start it. Each path is a literal, which a bundler follows. */
const loaders: Readonly<Record<ServiceName, () => readonly Promise<unknown>[]>> = {
  Table: () => [
    import('azurite/dist/src/table/TableConfiguration.js'),
    import('azurite/dist/src/table/TableServer.js'),
  ],
  Blob: () => [import('azurite/dist/src/blob/BlobConfiguration.js'), import('azurite/dist/src/blob/BlobServer.js')],
  Queue: () => [
    import('azurite/dist/src/queue/QueueConfiguration.js'),
    import('azurite/dist/src/queue/QueueServer.js'),
  ],
};

interface RunningService {
  readonly name: ServiceName;
  readonly port: number;
  close(): Promise<void>;
}

/** Does what Azurite's command does, without files, logs and telemetry. */
async function startService(name: ServiceName, port: number, now: TablesOptions['now']): Promise<RunningService> {
  const [Configuration, AzuriteServer] = (await Promise.all(loaders[name]())).map(unwrap);
  const configuration = Object.assign(new Configuration(), {
    host: '127.0.0.1',
    port,
    isMemoryPersistence: true,
    enableAccessLog: false,
    // The storage client of Core Tools is newer than this version of Azurite.
    skipApiVersionCheck: true,
  });
  const server: AzuriteServer = new AzuriteServer(configuration);
  await server.start();
  const { httpServer } = server;
  if (name === 'Table') httpServer.prependListener('request', (_, response) => respondAsService(response, now));
  return {
    name,
    port: (httpServer.address() as AddressInfo).port,
    close: async () => {
      const closed = once(httpServer, 'close');
      await server.close();
      // Azurite stops listening in a later immediate and leaves open connections to their clients.
      setImmediate(() => httpServer.closeAllConnections());
      await closed;
    },
  };
}

/** Returns the class that a module exports: Node, tsx and bundlers wrap the default export of a CommonJS module differently. */
// biome-ignore lint/suspicious/noExplicitAny: Azurite has no types.
function unwrap(module: any): any {
  return typeof module === 'function' ? module : unwrap(module.default);
}

/** Azurite itself sends the system's time, and an error's code in a header too: the table service sends it in the body only. */
function respondAsService(response: ServerResponse, now = Date.now): void {
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    response.setHeader('date', new Date(now()).toUTCString());
    response.removeHeader('x-ms-error-code');
    return Reflect.apply(writeHead, response, head);
  };
}
