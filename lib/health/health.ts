/** Liveness and readiness of this instance. Responses hold one word; a reason goes to the log, as an alert. */

import type { SigningKeys } from '../auth/jwks.ts';
import type { CacheKey } from '../cache/key.ts';
import type { Store } from '../cache/table-store.ts';
import type { ResponseMessage } from '../http/message.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Alert } from '../observability/alerts.ts';
import type { PolicySource } from '../policy/policy-source.ts';
import { type Clock, withTimeout } from '../time/clock.ts';
import type { TokenCache } from '../upstream/token-cache.ts';
import type { Upstreams } from '../upstream/upstream.ts';

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

export function createHealth(checks: readonly HealthCheck[], clock: Clock, alert: Alert) {
  const cached = checks.map((check) => cacheResult(check, clock, alert));
  return {
    /** Returns 200: the process serves. */
    respondAlive: () => respond(true, 'ok'),
    /** Returns 200 when every required check passes. */
    async respondReady(): Promise<ResponseMessage> {
      const results = await Promise.all(cached.map((check) => check()));
      const isReady = results.every(Boolean);
      return respond(isReady, isReady ? 'ready' : 'not-ready');
    },
  };
}

function respond(isGood: boolean, status: string): ResponseMessage {
  const headers = isGood ? HEADERS : { ...HEADERS, 'retry-after': formatRetryAfter(INTERVAL_MS) };
  return { status: isGood ? 200 : 503, headers, body: JSON.stringify({ status }) };
}

/** Returns a function that returns whether the check passes, or need not; it runs at most once per interval. */
function cacheResult({ name, run, isRequired }: HealthCheck, clock: Clock, alert: Alert): () => Promise<boolean> {
  let result: Promise<boolean> | undefined;
  let startedAt = 0;
  const createError = () => new SafeError('The check timed out.');
  const fail = (cause: unknown) => {
    alert('check_failed', name, cause instanceof Problem ? (cause.cause ?? cause) : cause);
    return !isRequired;
  };
  return () => {
    const now = clock.monotonicNow();
    if (result !== undefined && now - startedAt < INTERVAL_MS) return result;
    startedAt = now;
    result = withTimeout(clock, run(), DEADLINE_MS, createError).then(() => true, fail);
    return result;
  };
}

interface ProbedParts {
  readonly keys: SigningKeys;
  readonly policy: PolicySource;
  readonly tokens: TokenCache;
  readonly store: Store;
  readonly upstreams: Upstreams;
}

const NO_ROW = '0'.repeat(64) as CacheKey;
const TOKEN_WAIT_MS = 3_000;

/** Returns readiness over the parts without which nothing is served. */
export function createProbes({ keys, policy, tokens, store, upstreams }: ProbedParts, clock: Clock, alert: Alert) {
  const readRow = () => store.read(NO_ROW);
  const { key, scope } = upstreams.arm;
  const readPolicy = async () => {
    await policy.refresh();
    policy.current();
  };
  const checks = [
    { name: 'keys', run: () => keys.load(), isRequired: true },
    { name: 'policy', run: readPolicy, isRequired: true },
    {
      name: 'identity',
      run: async () => key ?? tokens.get(scope, { remainingMs: () => TOKEN_WAIT_MS }),
      isRequired: true,
    },
    // Requests are served without the cache (invariant I10). Repeated once: the first call of a new instance also opens the connection.
    { name: 'table', run: () => readRow().catch(readRow), isRequired: false },
  ];
  return createHealth(checks, clock, alert);
}
