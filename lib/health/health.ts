/** Whether this instance serves, and whether it can answer requests. Told in one word: why not is for the log. */
import type { ResponseMessage } from '../http/message.ts';
import { Problem } from '../http/problem.ts';
import type { Alert } from '../observability/alerts.ts';
import type { Clock } from '../time/clock.ts';
import { withTimeout } from '../time/deadline.ts';

export interface Health {
  /** 200 while the process serves, 503 from `drain` on. */
  respondAlive(): ResponseMessage;
  /** 200 when all that a request cannot do without is there. */
  respondReady(): Promise<ResponseMessage>;
  /** The instance is about to end. */
  drain(): void;
}

export interface HealthCheck {
  readonly name: string;
  /** Rejects when it fails. */
  readonly run: () => Promise<unknown>;
  /** False for what requests go on without: its failure is told and decides nothing. */
  readonly isNeeded: boolean;
}

/** However often anyone asks, so often is a check made. */
const INTERVAL_MS = 10_000;
const DEADLINE_MS = 2_000;

const FIELDS = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const;

export function createHealth(checks: readonly HealthCheck[], clock: Clock, alert: Alert): Health {
  const kept = checks.map((check) => ({ isNeeded: check.isNeeded, isGood: keepResult(check, clock, alert) }));
  let isDraining = false;
  return {
    respondAlive: () => answer(!isDraining, isDraining ? 'draining' : 'ok'),
    async respondReady() {
      const results = await Promise.all(kept.map(async ({ isGood, isNeeded }) => (await isGood()) || !isNeeded));
      const isReady = !isDraining && results.every(Boolean);
      return answer(isReady, isReady ? 'ready' : 'not-ready');
    },
    drain() {
      isDraining = true;
    },
  };
}

function answer(isGood: boolean, status: string): ResponseMessage {
  return { status: isGood ? 200 : 503, headers: FIELDS, body: JSON.stringify({ status }) };
}

/** Answers whether the check passes: one check at a time, and its result is good for ten seconds. */
function keepResult({ name, run }: HealthCheck, clock: Clock, alert: Alert): () => Promise<boolean> {
  let result: Promise<boolean> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (result === undefined || clock.now() - askedAt >= INTERVAL_MS) {
      askedAt = clock.now();
      result = check();
    }
    return result;
  };

  async function check(): Promise<boolean> {
    try {
      await withTimeout(
        clock,
        run(),
        DEADLINE_MS,
        () => new Problem('internal_error', { cause: 'No answer in time.' }),
      );
      return true;
    } catch (cause) {
      alert('check_failed', name, cause instanceof Problem ? (cause.cause ?? cause) : cause);
      return false;
    }
  }
}
