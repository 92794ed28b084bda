/**
 * The stand-in Functions host: loads an app through the real `@azure/functions` and serves it on loopback, in RPC mode.
 * It keeps the real host's rules and softens none. Not here: streaming, keys, throttling, functionTimeout, retries, other triggers'
 * listeners. Source: azure-functions-nodejs-worker startApp.ts; azure-functions-host ScriptHost.cs.
 */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen, type RunningServer } from '../server.ts';
import { answerRequest } from './answer-request.ts';
import { type App, beginApp, endApp, getProgrammingModel, runHooks } from './core.ts';
import type { CorsPolicy } from './cors.ts';
import { type LoadedFunction, loadFunctions } from './function-table.ts';
import { readHostJson } from './host-json.ts';
import { type Host, invokeAndReport, track } from './host-state.ts';
import { createTimer } from './timer.ts';

const defaultRequestTimeoutMs = 30_000;
const drainTimeoutMs = 10_000;
/** Kestrel's MaxRequestHeadersTotalSize and MaxRequestLineSize. */
const maxHeadBytes = 40 * 1024;

export interface HostOptions {
  /** Folder of host.json. */
  readonly rootDir: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Imports or calls the app so that it registers its functions; must not have run before in this process (see core.ts). */
  readonly load: () => Promise<unknown>;
  /** Takes each line that the app logs through its context; stdout by default. */
  readonly log?: (line: string) => void;
  /** Takes the host's own remarks; stderr by default. */
  readonly report?: (line: string) => void;
  /** False leaves timers to `POST /admin/functions/{name}`. */
  readonly runTimers?: boolean;
  readonly cors?: CorsPolicy;
  /** Time to receive a whole request, after which it is answered 408. */
  readonly requestTimeoutMs?: number;
}

export interface RunningHost extends RunningServer {
  /** What is loaded, in the order in which routes are tried. */
  readonly functions: readonly LoadedFunction[];
  /** Lets what is in flight end (10 s at most), runs the app's appTerminate hooks, frees the port and the process. */
  close(): Promise<void>;
}

/**
 * Starts a host for one app; one at a time in a process.
 * Throws what stops the real host too: the app's own start, a route template that does not parse, host.json, the port.
 */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const app = beginApp({
    log: options.log ?? ((line) => process.stdout.write(`${line}\n`)),
    report: options.report ?? ((line) => process.stderr.write(`${line}\n`)),
  });
  try {
    const http = await readHostJson(options.rootDir);
    await loadApp(app, options);
    const functions = loadFunctions(app.functions.values(), http.routePrefix, app.report);
    const timed = functions.filter(({ kind }) => kind === 'timer');
    return await serve(options, {
      ...http,
      app,
      rootDir: options.rootDir,
      cors: options.cors,
      functions,
      timers: new Map(timed.map((hosted) => [hosted, createTimer(hosted.trigger)])),
      inFlight: new Set(),
      isClosing: false,
    });
  } catch (error) {
    endApp();
    throw error;
  }
}

/** The worker's start: entry file, appStart hooks, then no more registrations. */
async function loadApp(app: App, { load, rootDir }: HostOptions): Promise<void> {
  await load();
  await runHooks(app, 'appStart', { ...app.hookData, functionAppDirectory: rootDir });
  if (app.functions.size === 0) {
    throw new Error(
      'No job functions found. Either the app registers none, or it was loaded, or used @azure/functions, before this host began.',
    );
  }
  app.locked = true;
  const capabilities = await getProgrammingModel()?.getCapabilities?.({
    RawHttpBodyBytes: 'true',
    RpcHttpBodyOnly: 'true',
  });
  if (capabilities?.['HttpUri'] !== undefined) {
    throw new Error('The app enables HTTP streams (enableHttpStream): this host serves apps without them only.');
  }
}

async function serve(options: HostOptions, host: Host): Promise<RunningHost> {
  const requestTimeoutMs = options.requestTimeoutMs ?? defaultRequestTimeoutMs;
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1000),
      maxHeaderSize: maxHeadBytes,
    },
    (message, response) => {
      const isSent = new Promise((resolve) => response.once('close', resolve));
      void track(host, answerRequest(host, message, response));
      void track(host, isSent);
    },
  );
  const running = await listen(server, options.port);
  for (const [hosted, timer] of options.runTimers === false ? [] : host.timers) {
    timer.start((input) => track(host, invokeAndReport(host, hosted, input)));
  }
  const { url, port } = running;
  return { url, port, functions: host.functions, close: () => closeHost(host, running) };
}

async function closeHost(host: Host, running: RunningServer): Promise<void> {
  host.isClosing = true;
  for (const timer of host.timers.values()) {
    timer.stop();
  }
  await Promise.race([Promise.allSettled(host.inFlight), delay(drainTimeoutMs, undefined, { ref: false })]);
  try {
    await runHooks(host.app, 'appTerminate', { ...host.app.hookData });
  } finally {
    endApp();
    await running.close();
  }
}
