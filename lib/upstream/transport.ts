/** One upstream's connections: a pool, bounded in time to connect and in size of what comes back. */
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
  /** Sends once and reads the whole answer; rejects with whatever the connection says. Redirects are answers, never followed. */
  send(
    request: UpstreamRequest,
    credential: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer>;
  close(): Promise<void>;
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
    // The signal ends a call; the pool's own timers are coarse, and one that drips outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    // A request that waits for its connection is deaf to the signal.
    send: (request, credential, signal) => Promise.race([exchange(request, credential, signal), whenAborted(signal)]),
    close: () => pool.close(),
  };

  async function exchange(
    request: UpstreamRequest,
    credential: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const answer = await pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: upstream.basePath + request.target,
      headers: { ...request.fields, ...credential },
      body: request.content ?? null,
      signal,
    });
    const content = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, fields: joinFields(answer.headers), content };
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

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function joinFields(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return fields;
}
