/** HTTP to one origin over a pool of connections, bounded in time and in size. Owner of undici. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, errors, Pool } from 'undici';

interface HttpCall {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly content?: string | undefined;
  /** Of the machine's milliseconds: for connecting, waiting and reading together. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; a repeated field joined by a comma. */
  readonly fields: Readonly<Record<string, string>>;
  /** May be a view on more than itself, all that the connection read at once: who keeps it copies it. */
  readonly content: Buffer;
}

export interface HttpClient {
  /** Sends once and reads the whole answer; rejects with whatever the connection says, or with TimeUp. Redirects are answers, never followed. */
  send(call: HttpCall): Promise<HttpAnswer>;
  /** Ends the connections after what is under way. */
  close(): Promise<void>;
}

/** No answer came in time. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

const MAX_FIELD_BYTES = 16 * 1024;
/** Below what the servers keep a connection for, so that no request is sent into a closing one. */
const KEEP_ALIVE_MS = 4_000;

/** Opens the client without connecting; `connectTimeoutMs` is of the machine's milliseconds. */
export function openHttpClient(
  origin: string,
  { maxAnswerBytes, connectTimeoutMs }: { readonly maxAnswerBytes: number; readonly connectTimeoutMs: number },
): HttpClient {
  const pool = new Pool(origin, {
    connect: connectWithin(connectTimeoutMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: maxAnswerBytes,
    maxHeaderSize: MAX_FIELD_BYTES,
    // Our own timer ends a call; the pool's are coarse, and an answer that drips outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    send: ({ method, path, fields, content, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const exchange = new Exchange(resolve, reject, timeoutMs);
        const body = content ?? null;
        pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers: fields, body }, exchange);
      }),
    close: () => pool.close(),
  };
}

/** Collects one answer as undici reads it: no stream, no signal, and one timer for connecting, waiting and reading. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #isOver = false;

  constructor(resolve: (answer: HttpAnswer) => void, reject: (error: Error) => void, timerMs: number) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#giveUp(new TimeUp()), timerMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // While it waited for its connection nobody could tell it.
    if (this.#isOver) controller.abort(new TimeUp());
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
    const content = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, fields: joinFields(this.#headers), content });
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
function connectWithin(ms: number): buildConnector.connector {
  const connect = buildConnector({ timeout: 0 }) as unknown as (
    ...call: Parameters<buildConnector.connector>
  ) => Socket;
  return (options, callback) => {
    const socket = connect(options, (...result) => {
      clearTimeout(timer);
      callback(...result);
    });
    const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), ms);
  };
}

/** Most answers repeat no field. */
function joinFields(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'object') headers[name] = value.join(', ');
  }
  return headers as Record<string, string>;
}
