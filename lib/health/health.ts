/** Liveness and readiness of this instance. Responses hold one word, and liveness the version; a reason goes to the log, as an alert. */
import type { ResponseMessage } from '../http/message.ts';
import { Problem } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import { VERSION } from '../http/version.ts';
import type { Alert } from '../observability/alerts.ts';
import type { Clock } from '../time/clock.ts';
import { withTimeout } from '../time/deadline.ts';

export interface Health {
  /** Returns 200 while the process serves, 503 after `drain`; with the version that runs. */
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
  const required = checks.map((check) => {
    const cached = new CachedCheck(check, clock, alert);
    return async () => (await cached.passes()) || !check.isRequired;
  });
  let isDraining = false;
  return {
    respondAlive: () => respond(!isDraining, { status: isDraining ? 'draining' : 'ok', version: VERSION }),
    async respondReady() {
      const results = await Promise.all(required.map((passes) => passes()));
      const isReady = !isDraining && results.every(Boolean);
      return respond(isReady, { status: isReady ? 'ready' : 'not-ready' });
    },
    drain() {
      isDraining = true;
    },
  };
}

function respond(isGood: boolean, body: { readonly status: string; readonly version?: string }): ResponseMessage {
  const headers = isGood ? HEADERS : { ...HEADERS, 'retry-after': formatRetryAfter(INTERVAL_MS) };
  return { status: isGood ? 200 : 503, headers, body: JSON.stringify(body) };
}

/** Runs a check at most once per interval. */
class CachedCheck {
  readonly #check: HealthCheck;
  readonly #clock: Clock;
  readonly #alert: Alert;
  #result: Promise<boolean> | undefined;
  #startedAt = 0;

  constructor(check: HealthCheck, clock: Clock, alert: Alert) {
    this.#check = check;
    this.#clock = clock;
    this.#alert = alert;
  }

  passes(): Promise<boolean> {
    const now = this.#clock.monotonicNow();
    if (this.#result === undefined || now - this.#startedAt >= INTERVAL_MS) {
      this.#startedAt = now;
      this.#result = this.#run();
    }
    return this.#result;
  }

  async #run(): Promise<boolean> {
    const { name, run } = this.#check;
    try {
      await withTimeout(this.#clock, run(), DEADLINE_MS, timedOut);
      return true;
    } catch (cause) {
      this.#alert('check_failed', name, cause instanceof Problem ? (cause.cause ?? cause) : cause);
      return false;
    }
  }
}

function timedOut(): Problem {
  return new Problem('internal_error', { cause: 'The check timed out.' });
}
