/** Why something failed, as records and alerts may say it. */
import { Problem, SafeError } from '../http/problem.ts';

/**
 * Answers a cause in words that bear nothing foreign: our own text, or an error's name and code.
 * An error's message may quote a token, a body or a host; so may its properties (reliability 0, 10).
 */
export function describeCause(cause: unknown): string | undefined {
  if (typeof cause === 'string') return cause;
  if (cause instanceof Problem) return cause.type;
  if (cause instanceof SafeError) return cause.message;
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const deeper = cause.cause === undefined ? undefined : describeCause(cause.cause);
  return `${cause.name}${code}${deeper ? ` < ${deeper}` : ''}`.slice(0, 256);
}
