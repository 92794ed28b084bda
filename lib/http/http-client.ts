/** HTTP to one origin over a pool of connections, bounded in time and in size. Owner of undici. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, errors, Pool } from 'undici';
import type { Clock } from '../time/clock.ts';

interface HttpRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds: for connecting, waiting and reading together. */
  readonly timeoutMs: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a repeated field joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** May be a view on more than itself, all that the connection read at once: who keeps it copies it. */
  readonly body: Buffer;
}

export interface HttpClient {
  /** Sends once and reads the whole answer; rejects with whatever the connection says, or with TimeUp. Redirects are answers, never followed. */
  send(call: HttpRequest): Promise<HttpResponse>;
  /** Ends the connections after what is under way. */
  close(): Promise<void>;
}

interface HttpClientOptions {
  readonly clock: Clock;
  readonly maxResponseBytes: number;
  readonly connectTimeoutMs: number;
}

/** No response arrived in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeUp';
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Below what the servers keep a connection for, so that no request is sent into a closing one. */
const KEEP_ALIVE_MS = 4_000;

/** Opens the client without connecting. */
export function createHttpClient(
  origin: string,
  { clock, maxResponseBytes, connectTimeoutMs }: HttpClientOptions,
): HttpClient {
  const pool = new Pool(origin, {
    connect: connectWithin(clock, connectTimeoutMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: maxResponseBytes,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Our own timer ends a call; the pool's are coarse, and an answer that drips outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    send: ({ method, path, headers, body, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const pending = new PendingResponse(resolve, reject, (giveUp) => clock.setTimer(giveUp, timeoutMs));

        pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null }, pending);
      }),
    close: () => pool.close(),
  };
}

/** Collects one answer as undici reads it: no stream, no signal, and one timer for connecting, waiting and reading. */
class PendingResponse implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #isOver = false;

  constructor(
    resolve: (answer: HttpResponse) => void,
    reject: (error: Error) => void,
    startTimer: (giveUp: () => void) => NodeJS.Timeout,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = startTimer(() => this.#giveUp(new TimeoutError()));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // While it waited for its connection nobody could tell it.
    if (this.#isOver) controller.abort(new TimeoutError());
  }

  /** Comes for interim answers (1xx) too; the last one counts. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    const body = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: joinHeaders(this.#headers), body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end();
    this.#reject(error);
  }

  #giveUp(error: Error): void {
    this.#end();
    this.#reject(error);
    this.#controller?.abort(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

/** The pool's own connect time-out ticks in half seconds. */
function connectWithin(clock: Clock, ms: number): buildConnector.connector {
  const connect = buildConnector({ timeout: 0 }) as unknown as (
    ...call: Parameters<buildConnector.connector>
  ) => Socket;
  return (options, callback) => {
    const socket = connect(options, (...result) => {
      clearTimeout(timer);
      callback(...result);
    });
    const timer = clock.setTimer(() => socket.destroy(new errors.ConnectTimeoutError()), ms);
  };
}

/** Most answers repeat no field. */
function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'object') headers[name] = value.join(', ');
  }
  return headers as Record<string, string>;
}
