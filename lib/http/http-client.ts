/** HTTP to one origin over a connection pool, bounded in time and size. The only file that imports undici. */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import { promisify } from 'node:util';
import { buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import { type Clock, withTimeout } from '../time/clock.ts';
import { SingleFlight } from '../time/single-flight.ts';
import { isLoopback } from './path.ts';

interface HttpRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds for connecting, waiting and reading together. */
  readonly timeoutMs: number;
  /** Called before the first byte is sent: until then the server cannot have processed anything. */
  readonly onSend?: () => void;
  /** Whether a success whose body breaks or is too large is returned without it; otherwise it is an error. */
  readonly mayOmitBody?: boolean;
  readonly maxResponseBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** May be a slice of a larger buffer; copy it before keeping it. */
  readonly body: Buffer;
}

interface HttpClientOptions {
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  /** Of a proxy for origins that are not on this machine. */
  readonly proxyUrl?: string | undefined;
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Shorter than servers and balancers keep a connection, whatever they say, so that no request goes into one that is closing. The pool adds a second at most. */
const KEEP_ALIVE_MS = 3_000;
/** A name may move while connections live. */
const MAX_AGE_MS = 60_000;
/** How long the addresses of a name are used. */
const LOOKUP_KEPT_MS = 30_000;
/** A call that has an older address waits this long for a new one. */
const LOOKUP_WAIT_MS = 100;

const POOL_OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS,
  clientTtl: MAX_AGE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  // Our own timer ends a request: the pool's are coarse, and a body that drips never triggers them.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** It connects on the first request. */
export class HttpClient {
  readonly #origin: string;
  readonly #pool: Dispatcher;
  readonly #clock: Clock;

  constructor(origin: string, { clock, connectTimeoutMs, proxyUrl }: HttpClientOptions) {
    this.#origin = origin;
    this.#clock = clock;
    const isProxied = proxyUrl !== undefined && !isLoopback(new URL(origin).hostname);
    this.#pool = isProxied
      ? new ProxyAgent({ uri: proxyUrl, proxyTls: { timeout: connectTimeoutMs }, ...POOL_OPTIONS })
      : new Pool(origin, { connect: createConnector(clock, connectTimeoutMs), ...POOL_OPTIONS });
  }

  /** Sends once and reads the whole response; returns a redirect, follows none. @throws TimeoutError, or the connection's error. */
  send(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, headers, body, timeoutMs } = request;
    return new Promise((resolve, reject) => {
      const pending = new PendingResponse(resolve, reject, request);
      pending.timer = this.#clock.setTimer(() => pending.giveUp(), timeoutMs);
      const message = { method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null };
      this.#pool.dispatch({ origin: this.#origin, ...message }, pending);
    });
  }

  /** Closes the connections; requests in progress and later ones fail. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Collects a response while undici reads it; one timer covers connecting, waiting and reading. */
class PendingResponse implements Dispatcher.DispatchHandler {
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #request: HttpRequest;
  /** How many may still arrive. */
  #bytesLeft: number;
  #chunks: Buffer[] = [];
  timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #isOver = false;

  constructor(resolve: (response: HttpResponse) => void, reject: (error: Error) => void, request: HttpRequest) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#request = request;
    this.#bytesLeft = request.maxResponseBytes;
  }

  giveUp(): void {
    const error = new TimeoutError();
    this.onResponseError(undefined, error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It timed out while waiting for a connection.
    if (this.#isOver) controller.abort(new TimeoutError());
    else this.#request.onSend?.();
  }

  /** Called for interim responses (1xx) too; the last one counts. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytesLeft -= chunk.length;
    if (this.#bytesLeft < 0) controller.abort(new errors.ResponseExceededMaxSizeError());
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    const body = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: resolveRepeated(this.#headers), body });
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    const isSuccess = this.#status >= 200 && this.#status < 300;
    if (this.#request.mayOmitBody && isSuccess) {
      this.#chunks = [];
      this.onResponseEnd();
      return;
    }
    this.#end();
    this.#reject(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.timer);
  }
}

/** With a timer of our own: the pool's connect timeout has a resolution of half a second. */
function createConnector(clock: Clock, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: 0, lookup: createLookup(clock) }) as unknown as (
    ...args: Parameters<buildConnector.connector>
  ) => Socket;
  return (options, callback) => {
    let isConnecting = true;
    const socket = connect(options, (...result) => {
      isConnecting = false;
      clearTimeout(timer);
      callback(...result);
    });
    const giveUp = () => isConnecting && socket.destroy(new errors.ConnectTimeoutError());
    // After a stall of the process its timers run first: what has connected meanwhile is known a turn later.
    const timer = clock.setTimer(() => setImmediate(giveUp), timeoutMs);
  };
}

/** Headers of which every value is read; of any other that comes twice the first counts. */
const LISTS: ReadonlySet<string> = new Set(['connection', 'retry-after']);

/** In place: most responses repeat no header. */
function resolveRepeated(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'object') headers[name] = LISTS.has(name) ? value.join(', ') : value[0];
  }
  return headers as Record<string, string>;
}

/**
 * Returns a look-up that keeps a result for 30 s, and the last one while a new look-up hangs or fails. It makes one look-up at
 * a time: a name that hangs takes one thread of the process, not all.
 */
function createLookup(clock: Clock): LookupFunction {
  const flight = new SingleFlight<string, LookupAddress[]>();
  let last: LookupAddress[] | undefined;
  let [startedAt, endedAt] = [0, 0];

  const look = async (name: string, options: LookupOptions) => {
    startedAt = clock.monotonicNow();
    const found = (await promisify(dns.lookup)(name, { ...options, all: true })) as LookupAddress[];
    endedAt = clock.monotonicNow();
    last = found;
    return found;
  };
  const find = async (name: string, options: LookupOptions) => {
    const [known, now] = [last, clock.monotonicNow()];
    if (known && now - endedAt < LOOKUP_KEPT_MS) return known;
    const looking = flight.run(name, () => look(name, options));
    if (!known) return looking;
    return withTimeout(clock, looking, startedAt + LOOKUP_WAIT_MS - now, () => new Error()).catch(() => known);
  };
  return (name, options, callback) => {
    const end = (found: LookupAddress[]) =>
      options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family);
    find(name, options).then(end, (error) => callback(error, []));
  };
}
