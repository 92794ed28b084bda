/** The record of one request: who did what to which resource, with what outcome. One JSON object, names from this list alone. */
import { type Outcome, Problem, Reason } from '../http/problem.ts';

/** Every name that may stand in a record. Never a body, a token, a secret or a caller's free text. */
interface ExchangeRecord {
  /** Raised when a name changes its meaning. */
  schemaVersion: number;
  /** When the request came: ISO 8601, UTC. */
  time: string;
  requestId: string;
  operation: string;
  method: string;
  status: number;
  durationMs: number;
  clientRequestId?: string;
  tenant?: string;
  subject?: string;
  client?: string;
  resource?: string;
  /** `hit`, `miss` … as in Cache-Status. */
  cache?: string;
  upstreamTries?: number;
  upstreamStatus?: number;
  upstreamRequestId?: string;
  problem?: string;
  /** Why, in our own words or by an error's name and code. */
  reason?: string;
  outcome?: string;
}

const SCHEMA_VERSION = 1;

export type Log = (record: Readonly<Record<string, unknown>>) => void;

/** Collects a record while the request goes its way. */
export interface Exchange {
  readonly requestId: string;
  note(part: { readonly [Name in keyof ExchangeRecord]?: ExchangeRecord[Name] | undefined }): void;
  /** Writes the record, once. */
  end(status: number, problem?: Problem, outcome?: Outcome): void;
}

/** Starts the record of a request. */
export function startExchange(
  about: { readonly requestId: string; readonly operation: string; readonly method: string },
  log: Log,
): Exchange {
  const startedAt = performance.now();
  const time = new Date().toISOString();
  let isOpen = true;
  const noted: Partial<ExchangeRecord> = {};
  return {
    requestId: about.requestId,
    note: (part) => void Object.assign(noted, part),
    end(status, problem, outcome) {
      if (!isOpen) return;
      isOpen = false;
      const record: ExchangeRecord = {
        schemaVersion: SCHEMA_VERSION,
        time,
        ...about,
        ...noted,
        status,
        durationMs: Math.round(performance.now() - startedAt),
      };
      if (problem) {
        record.problem = problem.type;
        const reason = describeCause(problem.cause);
        if (reason) record.reason = reason;
        if (outcome) record.outcome = outcome;
      }
      try {
        log({ ...record });
      } catch {
        // A log that fails costs the record, never the answer.
      }
    },
  };
}

/**
 * Answers a cause in words that bear nothing foreign: our own text, or an error's name and code.
 * An error's message may quote a token, a body or a host; so may its properties (reliability 0, 10).
 */
export function describeCause(cause: unknown): string | undefined {
  if (typeof cause === 'string') return cause;
  if (cause instanceof Problem) return cause.type;
  if (cause instanceof Reason) return cause.message;
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
  const deeper = cause.cause === undefined ? undefined : describeCause(cause.cause);
  return `${cause.name}${code}${deeper ? ` < ${deeper}` : ''}`.slice(0, 256);
}
