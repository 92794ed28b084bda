/** One upstream's connections: a pool, bounded in time to connect and in size of what comes back. */
import { type Dispatcher, Pool } from 'undici';
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
    connect: { timeout: clock.toTimerMs(CONNECT_TIMEOUT_MS) },
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: upstream.maxAnswerBytes,
    maxHeaderSize: MAX_FIELD_BYTES,
    // The signal ends a call; the pool's own timers are coarse, and one that drips outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async send(request, credential, signal) {
      const answer = await pool.request({
        method: request.method as Dispatcher.HttpMethod,
        path: upstream.basePath + request.target,
        headers: { ...request.fields, ...credential },
        body: request.content ?? null,
        signal,
      });
      const content = Buffer.from(await answer.body.arrayBuffer());
      return { status: answer.statusCode, fields: joinFields(answer.headers), content };
    },
    close: () => pool.close(),
  };
}

function joinFields(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return fields;
}
