/** One upstream's connections: a pool, bounded in time to connect and in size of what comes back. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, errors, Pool } from 'undici';
import type { Clock } from '../time/clock.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { Upstream } from './registry.ts';

export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case; a repeated field joined by a comma. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

export interface Transport {
  /**
   * Sends once and reads the whole answer; rejects with whatever the connection says, or with TimeUp after that many
   * milliseconds. Redirects are answers, never followed.
   */
  send(
    request: UpstreamRequest,
    credential: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

/** No answer came in time. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

const CONNECT_TIMEOUT_MS = 1_000;
const MAX_FIELD_BYTES = 16 * 1024;
/** Below what the upstreams keep a connection for, so that no request is sent into a closing one. */
const KEEP_ALIVE_MS = 4_000;

export function openTransport(upstream: Upstream, clock: Clock): Transport {
  const pool = new Pool(upstream.origin, {
    connect: connectWithin(clock.toTimerMs(CONNECT_TIMEOUT_MS)),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: upstream.maxAnswerBytes,
    maxHeaderSize: MAX_FIELD_BYTES,
    // Our own timer ends a call; the pool's are coarse, and an answer that drips outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    send: (request, credential, timeoutMs) =>
      new Promise((resolve, reject) => {
        const exchange = new Exchange(resolve, reject, clock.toTimerMs(timeoutMs));
        const options = {
          method: request.method as Dispatcher.HttpMethod,
          path: upstream.basePath + request.target,
          headers: { ...request.fields, ...credential },
          body: request.content ?? null,
        };
        pool.dispatch(options, exchange);
      }),
    close: () => pool.close(),
  };
}

/** Collects one answer as undici reads it: no stream, no signal, and one timer for connecting, waiting and reading. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #isOver = false;

  constructor(resolve: (answer: UpstreamAnswer) => void, reject: (error: Error) => void, timerMs: number) {
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
    // Copied: a chunk is a view on all that the connection read with it.
    const content = Buffer.concat(this.#chunks);
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

function joinFields(headers: IncomingHttpHeaders): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) fields[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return fields;
}
