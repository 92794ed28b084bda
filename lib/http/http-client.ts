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
  /** The proxy for origins that are not on this machine. */
  readonly proxyUrl?: string | undefined;
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Shorter than servers and balancers keep a connection, so that no request goes into one that is closing; their hints are ignored. The pool adds a second at most. */
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
    const { path, headers, body = null } = request;
    const [origin, method] = [this.#origin, request.method as Dispatcher.HttpMethod];
    return new Promise((resolve, reject) => {
      const handler = createHandler(request, this.#clock, resolve, reject);
      this.#pool.dispatch({ origin, method, path, headers, body }, handler);
    });
  }

  /** Closes the connections; requests in progress and later ones fail. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Returns what collects a response while undici reads it. One timer covers connecting, waiting and reading. */
function createHandler(
  { maxResponseBytes, mayOmitBody, onSend, timeoutMs }: HttpRequest,
  clock: Clock,
  resolve: (response: HttpResponse) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let bytesLeft = maxResponseBytes;
  let isOver = false;
  const chunks: Buffer[] = [];
  const end = (error?: Error) => {
    isOver = true;
    clearTimeout(timer);
    const isSuccess = status >= 200 && status < 300;
    if (error && !(mayOmitBody && isSuccess)) return reject(error);
    const received = error ? [] : chunks;
    const body = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
    resolve({ status, headers: resolveRepeated(headers), body });
  };
  const timer = clock.setTimer(() => {
    const error = new TimeoutError();
    end(error);
    controller?.abort(error);
  }, timeoutMs);
  return {
    onRequestStart(started) {
      controller = started;
      // It timed out while waiting for a connection.
      if (isOver) started.abort(new TimeoutError());
      else onSend?.();
    },
    // Called for interim responses (1xx) too; the last one counts.
    onResponseStart(_, latestStatus, latestHeaders) {
      status = latestStatus;
      headers = latestHeaders;
    },
    onResponseData(reading, chunk) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) reading.abort(new errors.ResponseExceededMaxSizeError());
      else chunks.push(chunk);
    },
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  };
}

/** Returns a connector with our own timer: undici's connect timeout has a resolution of half a second. */
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
    // After a stall of the process, timers run before sockets: a connection made meanwhile is seen a turn later.
    const timer = clock.setTimer(() => setImmediate(giveUp), timeoutMs);
  };
}

/** Headers of which every value is read; of any other that comes twice the first counts. */
const LISTS: ReadonlySet<string> = new Set(['connection', 'retry-after']);

/** Joins or drops repeated values, in place: most responses repeat no header. */
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
