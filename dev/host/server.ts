/**
 * The built-in Functions host: loads an app with the real `@azure/functions` and serves it on loopback. It supports
 * what this app registers (HTTP functions, appTerminate) by the rules of the real host, and
 * refuses everything else at startup. It does not throttle and does not enforce functionTimeout.
 * Source: azure-functions-nodejs-worker startApp.ts, terminateWorker.ts; azure-functions-host ScriptHost.cs.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen, type RunningServer } from '../server.ts';
import { readHostJson } from './app-files.ts';
import { type App, beginApp, endApp, getProgrammingModel, runTerminateHooks } from './core.ts';
import type { CorsPolicy } from './cors.ts';
import { type LoadedFunction, loadFunctions } from './function-table.ts';
import { defaultGraceMs } from './http-request.ts';
import { type Host, track } from './invocations.ts';
import { checkHeads, headTimeoutMs, maxHeadBytes, refuse } from './request-head.ts';
import { serveRequest } from './serve-request.ts';
import { unsupported } from './unsupported.ts';

const defaultResetMs = 30_000;
const hooksTimeoutMs = 5_000;

/** What earlier builds of Frontdesk register, and this host does not run. */
const EARLIER_TRIGGERS: readonly string[] = ['timerTrigger', 'warmupTrigger'];

export interface HostOptions {
  /** Folder of host.json. */
  readonly rootDir: string;
  /** 0 takes a free port. */
  readonly port: number;
  /**
   * Imports or calls the app so that it registers its functions; must not have run before in this process (see
   * core.ts).
   */
  readonly load: () => Promise<unknown>;
  /** Takes each line that the app logs through its context; stdout by default. */
  readonly log?: (line: string) => void;
  /** Takes the host's own messages; stderr by default. */
  readonly report?: (line: string) => void;
  readonly cors?: CorsPolicy;
  /** Whether the app may be an earlier build, with which today's is compared: its other triggers do not run. */
  readonly mayBeEarlier?: boolean;
  /** How long a body may arrive slower than 240 bytes a second; then the response is an empty 500. */
  readonly bodyGraceMs?: number;
  /** How long after `close` was called the connections of requests in progress are reset. */
  readonly resetMs?: number;
}

export interface RunningHost extends RunningServer {
  /** The functions in the order in which their routes are tried. */
  readonly functions: readonly LoadedFunction[];
  /**
   * Ends as the real host does at SIGTERM: the listener and idle connections close at once; requests in progress are
   * served, until after 30 seconds their connections are reset; once every invocation has ended, the appTerminate hooks
   * run for five seconds at most, and what they log is lost.
   */
  close(): Promise<void>;
}

/**
 * Starts a host for one app; one at a time in a process. Throws what the app throws, the system's error for a taken
 * port, and one Error that names the first thing in the app or in host.json that is invalid or not supported.
 */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const levels = await readHostJson(options.rootDir);
  const log = options.log ?? ((line) => process.stdout.write(`${line}\n`));
  const report = options.report ?? ((line) => process.stderr.write(`${line}\n`));
  const app = beginApp({ log, report }, levels);
  try {
    await loadApp(app, options);
    const functions = loadFunctions(app.functions.values(), options.mayBeEarlier ? EARLIER_TRIGGERS : []);
    const { cors, bodyGraceMs = defaultGraceMs } = options;
    return await serve(options, { app, cors, functions, bodyGraceMs, inFlight: new Set(), unsent: new Set() });
  } catch (error) {
    endApp();
    throw error;
  }
}

/** Loads the entry file, then locks the registrations. */
async function loadApp(app: App, { load }: HostOptions): Promise<void> {
  await load();
  if (app.functions.size === 0) {
    throw new Error(
      'No job functions found. The app registers none, or used @azure/functions before this host started.',
    );
  }
  app.isLocked = true;
  const defaults = { RawHttpBodyBytes: 'true', RpcHttpBodyOnly: 'true' };
  const capabilities = await getProgrammingModel()?.getCapabilities?.(defaults);
  if (capabilities?.['HttpUri'] !== undefined) throw unsupported('app.setup', 'HTTP streams (enableHttpStream)');
}

async function serve(options: HostOptions, host: Host): Promise<RunningHost> {
  const server = createHttpServer(host);
  const endWaiting = checkHeads(server);
  const { url, port } = await listen(server, options.port);
  const resetMs = options.resetMs ?? defaultResetMs;
  const close = () => {
    endWaiting();
    return closeHost(host, server, resetMs);
  };
  return { url, port, functions: host.functions, close };
}

function createHttpServer(host: Host): Server {
  const limits = { requestTimeout: 0, headersTimeout: headTimeoutMs, maxHeaderSize: maxHeadBytes };
  const receive = (message: IncomingMessage, response: ServerResponse) => {
    host.unsent.add(response);
    const isSent = new Promise<void>((resolve) =>
      response.once('close', () => {
        host.unsent.delete(response);
        resolve();
      }),
    );
    void track(host, serveRequest(host, message, response));
    void track(host, isSent);
  };
  return createServer(limits, receive)
    .on('checkExpectation', receive)
    .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // The host does not read a chunked body, and so does not notice that it is broken.
      if ([...host.unsent].some((response) => response.socket === socket)) return;
      refuse(socket, STATUS_BY_CODE[error.code ?? ''] ?? 400);
    });
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

async function closeHost(host: Host, server: Server, resetMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  for (const response of host.unsent) if (!response.headersSent) response.setHeader('Connection', 'close');
  const reset = setTimeout(() => server.closeAllConnections(), resetMs);
  while (host.inFlight.size > 0) await Promise.allSettled(host.inFlight);
  clearTimeout(reset);
  try {
    await runTerminateHooks(host.app, hooksTimeoutMs);
  } finally {
    endApp();
    server.closeAllConnections();
    await closed;
  }
}
