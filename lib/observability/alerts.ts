/** Alerts: one log line per minute and cause, for what only an operator can fix. Source: F22, F34, F48. */
import { describeCause, type Problem, type ProblemType } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { createCooldowns } from '../time/cooldowns.ts';
import type { Log } from './request-record.ts';

/** `subject` is what fails: an upstream's name, the table. */
export type Alert = (alert: string, subject: string, cause: unknown) => void;

const INTERVAL_MS = 60_000;
const MAX_ALERTS = 100;

export function createAlert(report: Log, clock: Clock): Alert {
  const reported = createCooldowns<string>(clock, MAX_ALERTS);
  return (alert, subject, cause) => {
    const key = `${alert} ${subject}`;
    if (reported.isActive(key, INTERVAL_MS)) return;
    reported.mark(key);
    const reason = describeCause(cause);
    report({ alert, subject, ...(reason ? { reason } : {}) });
  };
}

const OPERATOR_PROBLEMS: ReadonlySet<ProblemType> = new Set([
  'auth_unavailable',
  'identity_unavailable',
  'internal_error',
  'upstream_auth',
]);

/** Alerts if the caller cannot have caused the problem. */
export function alertProblem(alert: Alert, problem: Problem, upstream: string): void {
  if (OPERATOR_PROBLEMS.has(problem.type)) alert(problem.type, upstream, problem.cause);
}
