/** Alerts: one log line per minute and cause, for what an operator must see. Source: F20, F22, F34, F48. */
import { describeCause, type Problem, type ProblemType } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { Cooldowns } from '../time/cooldowns.ts';
import type { Log } from './request-record.ts';

/** `subject` is what fails: an upstream's name, the keys, the table; `scope` the subscription or company where it does. */
export type Alert = (alert: string, subject: string, cause: unknown, scope?: string) => void;

const INTERVAL_MS = 60_000;
const MAX_ALERTS = 1_000;
/** One refusal of the identity may concern one resource only, so the first within this time is not reported. */
const REPEAT_MS = 300_000;

export function createAlert(report: Log, clock: Clock): Alert {
  const reported = new Cooldowns<string>(clock, MAX_ALERTS);
  const refused = new Cooldowns<string>(clock, MAX_ALERTS);
  return (alert, subject, cause, scope) => {
    const isFirst = alert === 'upstream_auth' && !refused.isActive(subject, REPEAT_MS);
    if (alert === 'upstream_auth') refused.mark(subject);
    const key = `${alert} ${subject} ${scope}`;
    if (isFirst || reported.isActive(key, INTERVAL_MS)) return;
    reported.mark(key);
    const reason = describeCause(cause);
    report({ alert, subject, ...(scope && { scope }), ...(reason && { reason }) });
  };
}

const OPERATOR_PROBLEMS: ReadonlySet<ProblemType> = new Set([
  'auth_unavailable',
  'identity_unavailable',
  'internal_error',
  'upstream_auth',
  'upstream_setup',
]);

/** Requests that wait for the same response fail with the same problem. */
const alerted = new WeakSet<Problem>();

/** Reports a problem once, unless the caller can have caused it, for instance by a made-up key id. Only an upstream's problem has a scope. */
export function alertProblem(alert: Alert, problem: Problem, upstream: string, scope?: string): void {
  if (!OPERATOR_PROBLEMS.has(problem.type) || alerted.has(problem)) return;
  if (problem.type === 'auth_unavailable' && problem.cause === undefined) return;
  alerted.add(problem);
  const subject = problem.type === 'auth_unavailable' ? 'keys' : upstream;
  alert(problem.type, subject, problem.cause, problem.type.startsWith('upstream') ? scope : undefined);
}
