/** Tells an operator of what only an operator can mend, once a minute for each cause. Source: reliability F22, F34, F48. */
import type { Problem, ProblemType } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { createMoments } from '../time/moments.ts';
import { describeCause, type Log } from './exchange.ts';

/** Tells of a failed request, where its cause is not the caller's. */
export type Alert = (problem: Problem, upstream: string) => void;

const CAUSES: ReadonlySet<ProblemType> = new Set([
  'auth_unavailable',
  'identity_unavailable',
  'internal_error',
  'upstream_auth',
]);
const INTERVAL_MS = 60_000;
const MAX_CAUSES = 100;

export function createAlert(report: Log, clock: Clock): Alert {
  const told = createMoments<string>(clock, MAX_CAUSES);
  return (problem, upstream) => {
    const cause = `${problem.type} ${upstream}`;
    if (!CAUSES.has(problem.type) || told.isWithin(cause, INTERVAL_MS)) return;
    told.mark(cause);
    const reason = describeCause(problem.cause);
    report({ alert: problem.type, upstream, ...(reason ? { reason } : {}) });
  };
}
