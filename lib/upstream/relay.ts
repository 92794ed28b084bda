/** Carries a request to an upstream and brings the whole answer back: one pool an upstream, bounded in time and size. */
import { type Dispatcher, errors, Pool } from 'undici';
import type { Deadline } from '../http/deadline.ts';
import { Problem } from '../http/problem.ts';
import type { UpstreamName } from '../profile.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { TokenSource } from './credential.ts';
import type { Upstream, Upstreams } from './registry.ts';

export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case; a repeated field joined by a comma. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

export type Relay = (name: UpstreamName, request: UpstreamRequest, deadline: Deadline) => Promise<UpstreamAnswer>;

const CONNECT_TIMEOUT_MS = 1_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_FIELD_BYTES = 16 * 1024;
/** Below what the upstreams keep a connection for, so that a request is not sent into a closing one. */
const KEEP_ALIVE_MS = 4_000;

export interface Relays {
  readonly relay: Relay;
  close(): Promise<void>;
}

/** Answers the relay to all upstreams. It throws a Problem when there is no answer; any status is an answer. */
export function createRelay(upstreams: Upstreams, tokens: TokenSource): Relays {
  const pools = new Map(Object.values(upstreams).map((upstream) => [upstream.name, openPool(upstream)]));

  return {
    async relay(name, request, deadline) {
      const upstream = upstreams[name];
      const pool = pools.get(name) as Pool;
      if (upstream.key) return send(pool, upstream, request, { [upstream.key.field]: upstream.key.value }, deadline);
      const { token } = await tokens.get(upstream.scope, deadline);
      const answer = await send(pool, upstream, request, { authorization: `Bearer ${token}` }, deadline);
      if (answer.status !== 401) return answer;
      // A refused token means that nothing was processed: a fresh one may try again, once.
      tokens.forget(upstream.scope, token);
      const { token: fresh } = await tokens.get(upstream.scope, deadline);
      return send(pool, upstream, request, { authorization: `Bearer ${fresh}` }, deadline);
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

function openPool(upstream: Upstream): Pool {
  return new Pool(upstream.origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
    maxHeaderSize: MAX_FIELD_BYTES,
    // The deadline's signal ends a call; the pool's own timers are coarse.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

async function send(
  pool: Pool,
  upstream: Upstream,
  request: UpstreamRequest,
  credential: Record<string, string>,
  deadline: Deadline,
): Promise<UpstreamAnswer> {
  try {
    const answer = await pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: upstream.basePath + request.target,
      headers: { ...request.fields, ...credential },
      body: request.content ?? null,
      signal: deadline.signal,
    });
    const content = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, fields: joinFields(answer.headers), content };
  } catch (cause) {
    throw toProblem(cause, deadline, request.method !== 'GET');
  }
}

function joinFields(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return fields;
}

/** Connection failures are told apart from what came after the request was sent: then nobody knows whether it was processed. */
function toProblem(cause: unknown, deadline: Deadline, isWrite: boolean): Problem {
  const outcome = isWrite ? { outcome: hasSentNothing(cause) ? ('not-sent' as const) : ('unknown' as const) } : {};
  if (deadline.signal.aborted) return new Problem('upstream_timeout', { ...outcome, cause });
  if (cause instanceof errors.ResponseExceededMaxSizeError) {
    return new Problem('upstream_invalid_response', { ...outcome, cause });
  }
  return new Problem('upstream_unreachable', { ...outcome, cause });
}

const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the failure came before a byte of the request went out. */
function hasSentNothing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && BEFORE_SENDING.has(String(cause.code));
}
