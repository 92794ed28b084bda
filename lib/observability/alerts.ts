/** Tells an operator of what only an operator can mend, once a minute for each cause. Source: reliability F22, F34, F48. */
import { describeCause, type Problem, type ProblemType } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { createCooldowns } from '../time/cooldowns.ts';
import type { Log } from './request-record.ts';

/** `subject` is what is failing: an upstream's name, the table. */
export type Alert = (alert: string, subject: string, cause: unknown) => void;

const INTERVAL_MS = 60_000;
const MAX_ALERTS = 100;

export function createAlert(report: Log, clock: Clock): Alert {
  const told = createCooldowns<string>(clock, MAX_ALERTS);
  return (alert, subject, cause) => {
    const key = `${alert} ${subject}`;
    if (told.isActive(key, INTERVAL_MS)) return;
    told.mark(key);
    const reason = describeCause(cause);
    report({ alert, subject, ...(reason ? { reason } : {}) });
  };
}

const OPERATORS_CONCERN: ReadonlySet<ProblemType> = new Set([
  'auth_unavailable',
  'identity_unavailable',
  'internal_error',
  'upstream_auth',
]);

/** Tells of a failed request where its cause is not the caller's. */
export function alertProblem(alert: Alert, problem: Problem, upstream: string): void {
  if (OPERATORS_CONCERN.has(problem.type)) alert(problem.type, upstream, problem.cause);
}
