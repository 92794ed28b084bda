/** Table storage of the local stack: Azurite in this process, in memory; blobs and queues beside it where the real host runs. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from './server.ts';

export interface TablesOptions {
  readonly port: number;
  /** The real host keeps a timer's lock in blobs; the stand-in needs neither service. */
  readonly withBlobAndQueue?: { readonly blobPort: number; readonly queuePort: number };
  /**
   * Takes bearer tokens too, over https: the client libraries send none over http.
   * Files in PEM. Azurite checks the claims only: an issuer of `https://sts.windows.net/`, audience `https://storage.azure.com`.
   */
  readonly oauth?: { readonly certificateFile: string; readonly keyFile: string };
}

export interface RunningTables extends RunningServer {
  /** Names every service that runs. */
  readonly connectionString: string;
}

const require = createRequire(import.meta.url);

/** Azurite's own account and key, published in its documentation. */
const account = 'devstoreaccount1';
const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Starts the emulator; port 0 takes a free one. Throws the system's error when a port is taken. */
export async function startTables({ port, withBlobAndQueue, oauth }: TablesOptions): Promise<RunningTables> {
  const protocol = oauth ? 'https' : 'http';
  const starts = [startService('Table', port, oauth)];
  if (withBlobAndQueue) {
    starts.push(startService('Blob', withBlobAndQueue.blobPort, oauth));
    starts.push(startService('Queue', withBlobAndQueue.queuePort, oauth));
  }
  const started = await Promise.allSettled(starts);
  const services = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const close = async () => {
    await Promise.all(services.map((service) => service.close()));
  };
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  const endpoints = services.map(
    (service) => `${service.name}Endpoint=${protocol}://127.0.0.1:${service.port}/${account};`,
  );
  const taken = services[0]?.port ?? port;
  return {
    url: `${protocol}://127.0.0.1:${taken}`,
    port: taken,
    connectionString: `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${accountKey};${endpoints.join('')}`,
    close,
  };
}

type ServiceName = 'Table' | 'Blob' | 'Queue';

/** What is used of Azurite's own server classes, which come without types. */
interface AzuriteServer {
  readonly httpServer: Server;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface AzuriteModule {
  readonly default: new (configuration: object) => AzuriteServer;
}

interface RunningService {
  readonly name: ServiceName;
  readonly port: number;
  close(): Promise<void>;
}

async function startService(name: ServiceName, port: number, oauth: TablesOptions['oauth']): Promise<RunningService> {
  const server = createService(name, port, oauth);
  await server.start();
  return {
    name,
    port: (server.httpServer.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server.httpServer, 'close');
      await server.close();
      // Azurite stops to listen in an immediate of its own and leaves open connections to their clients.
      setImmediate(() => server.httpServer.closeAllConnections());
      await closed;
    },
  };
}

/** Azurite exports no way to start it; this is what its own command does, less files, logs and telemetry. */
function createService(name: ServiceName, port: number, oauth: TablesOptions['oauth']): AzuriteServer {
  const folder = `azurite/dist/src/${name.toLowerCase()}`;
  const { default: Configuration } = require(`${folder}/${name}Configuration.js`) as { default: new () => object };
  const { default: AzuriteService } = require(`${folder}/${name}Server.js`) as AzuriteModule;
  const configuration = Object.assign(new Configuration(), {
    host: '127.0.0.1',
    port,
    isMemoryPersistence: true,
    enableAccessLog: false,
    // The real host's storage client is newer than this version of Azurite.
    skipApiVersionCheck: true,
    ...(oauth && { cert: oauth.certificateFile, key: oauth.keyFile, oauth: 'basic' }),
  });
  return new AzuriteService(configuration);
}
