/**
 * Liveness, readiness and the warm-up of this instance. Responses hold one word; a reason goes to the log, as an alert.
 */

import type { SigningKeys } from '../auth/jwks.ts';
import type { CacheKey } from '../cache/key.ts';
import type { Store } from '../cache/store.ts';
import type { ResponseMessage } from '../http/message.ts';
import { describeCause, Problem, SafeError } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Alert } from '../observability/alerts.ts';
import type { Log } from '../observability/request-record.ts';
import type { PolicySource } from '../policy/policy-source.ts';
import { type Clock, withTimeout } from '../time/clock.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import type { TokenCache } from '../upstream/token-cache.ts';
import { mapUpstreams, type Upstream, type UpstreamName, type Upstreams } from '../upstream/upstreams.ts';

export interface Health {
  /** Returns 200 while the process serves, 503 after `drain`. */
  respondAlive(): ResponseMessage;
  /** Returns 200 when every required check passes. */
  respondReady(): Promise<ResponseMessage>;
  /** From now on the instance is neither alive nor ready: it is shutting down. */
  drain(): void;
}

export interface HealthCheck {
  readonly name: string;
  /** Rejects when the check fails. */
  readonly run: () => Promise<unknown>;
  /** False: a failure raises an alert and does not affect readiness. */
  readonly isRequired: boolean;
}

/** A result is reused for this long, however often probes come. */
const INTERVAL_MS = 10_000;
const DEADLINE_MS = 2_000;

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const;

export function createHealth(checks: readonly HealthCheck[], clock: Clock, alert: Alert): Health {
  const cached = checks.map((check) => ({ ...check, passes: cacheResult(check, clock, alert) }));
  let isDraining = false;
  return {
    respondAlive: () => respond(!isDraining, isDraining ? 'draining' : 'ok'),
    async respondReady() {
      const results = await Promise.all(cached.map(async (check) => (await check.passes()) || !check.isRequired));
      const isReady = !isDraining && results.every(Boolean);
      return respond(isReady, isReady ? 'ready' : 'not-ready');
    },
    drain() {
      isDraining = true;
    },
  };
}

function respond(isGood: boolean, status: string): ResponseMessage {
  const headers = isGood ? HEADERS : { ...HEADERS, 'retry-after': formatRetryAfter(INTERVAL_MS) };
  return { status: isGood ? 200 : 503, headers, body: JSON.stringify({ status }) };
}

/** Runs a check at most once per interval. */
function cacheResult({ name, run }: HealthCheck, clock: Clock, alert: Alert): () => Promise<boolean> {
  let result: Promise<boolean> | undefined;
  let startedAt = 0;
  const fail = (cause: unknown) => {
    alert('check_failed', name, cause instanceof Problem ? (cause.cause ?? cause) : cause);
    return false;
  };
  return () => {
    const now = clock.monotonicNow();
    if (result !== undefined && now - startedAt < INTERVAL_MS) return result;
    startedAt = now;
    result = withTimeout(clock, run(), DEADLINE_MS, timedOut).then(() => true, fail);
    return result;
  };
}

function timedOut(): Problem {
  return new Problem('internal_error', { cause: 'The check timed out.' });
}

/** What is loaded, by the name in the log. */
export type WarmUpTasks = Readonly<Record<string, () => Promise<unknown>>>;

export type WarmUp = (log: Log) => Promise<void>;

/** The platform holds requests back during the warm-up. */
const WARM_UP_MS = 5_000;

/** Returns a warm-up that logs one record: `ok` or the reason for each task. */
export function createWarmUp(tasks: WarmUpTasks, clock: Clock): WarmUp {
  return async (log) => {
    const startedAt = performance.now();
    const results = await Promise.all(
      Object.entries(tasks).map(async ([name, task]) => [name, await attempt(task, clock)] as const),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    log({ operation: 'warmup', ...Object.fromEntries(results), durationMs });
  };
}

async function attempt(task: () => Promise<unknown>, clock: Clock): Promise<string> {
  try {
    await withTimeout(clock, task(), WARM_UP_MS, () => new SafeError('late'));
    return 'ok';
  } catch (cause) {
    return describeCause(cause) ?? 'failed';
  }
}

export interface ProbedParts {
  readonly keys: SigningKeys;
  readonly policy: PolicySource;
  readonly tokens: TokenCache;
  readonly store: Store;
  readonly upstreams: Upstreams;
  readonly clients: Readonly<Record<UpstreamName, UpstreamClient>>;
}

const NO_ROW = '0'.repeat(64) as CacheKey;
const TOKEN_WAIT_MS = 3_000;

/** Returns readiness and warm-up over the same probes. */
export function createProbes(parts: ProbedParts, clock: Clock, alert: Alert): { health: Health; warmUp: WarmUp } {
  const { keys, policy, tokens, store, upstreams, clients } = parts;
  const readRow = () => store.read(NO_ROW);
  // Repeated once: the first call of a new instance also opens the connection.
  const readTable = () => readRow().catch(readRow);
  const getToken = async ({ scope, key }: Upstream) => key ?? tokens.get(scope, { remainingMs: () => TOKEN_WAIT_MS });
  const readPolicy = async () => {
    await policy.refresh();
    policy.current();
  };
  const checks = [
    { name: 'keys', run: () => keys.load(), isRequired: true },
    { name: 'policy', run: readPolicy, isRequired: true },
    { name: 'identity', run: () => getToken(upstreams.arm), isRequired: true },
    // Requests are served without the cache (invariant I10).
    { name: 'table', run: readTable, isRequired: false },
  ];
  const identity = () => Promise.all(Object.values(upstreams).map(getToken));
  const connections = mapUpstreams((name) => () => clients[name].connect());
  return {
    health: createHealth(checks, clock, alert),
    warmUp: createWarmUp(
      { keys: () => keys.load(), policy: readPolicy, identity, table: readTable, ...connections },
      clock,
    ),
  };
}
