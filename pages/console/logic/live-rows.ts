/** Requests as the live panel shows them: what Frontdesk recorded, and before that what this page saw itself. */
import { OPERATIONS } from '../operations.ts';

/** One request as this page saw it. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** ISO 8601. */
  readonly time: string;
  readonly durationMs?: number;
  /** Absent while there is no answer; 0 where none came. */
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cache?: string | undefined;
  /** The challenge of a refused token (RFC 6750 3). */
  readonly challenge?: string | undefined;
  readonly outcome?: string | undefined;
}

/** One request as Frontdesk recorded it. */
export interface RequestRecord {
  readonly sequence: number;
  readonly requestId: string;
  readonly operation: string;
  readonly time: string;
  readonly method?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly subject?: string;
  readonly client?: string;
  readonly tenant?: string;
  readonly resource?: string;
  readonly cache?: string;
  readonly upstreamTries?: number;
  readonly upstreamStatus?: number;
  readonly problem?: string;
  readonly reason?: string;
  readonly outcome?: string;
}

/** Somebody who can sign in at the local stack. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly objectId: string;
  readonly purpose: string;
  readonly roles: readonly string[];
}

export interface LiveRow {
  readonly key: string;
  readonly time: string;
  readonly method: string;
  readonly title: string;
  readonly resource: string;
  readonly caller: string;
  /** Absent while there is no answer. */
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly decision: Decision;
  readonly cache?: string | undefined;
  readonly upstreamTries?: number | undefined;
  readonly upstreamStatus?: number | undefined;
  readonly problem?: string | undefined;
  readonly reason?: string | undefined;
  readonly outcome?: string | undefined;
  readonly requestId?: string | undefined;
  /** Whether Frontdesk told of it: only then it is known what it cost upstream. */
  readonly isRecorded: boolean;
}

export type Decision = 'allowed' | 'no valid token' | 'role missing' | 'not granted' | 'limited' | 'undecided';

const DECISIONS: Readonly<Record<string, Decision>> = {
  unauthenticated: 'no valid token',
  invalid_token: 'no valid token',
  auth_unavailable: 'undecided',
  insufficient_scope: 'role missing',
  forbidden: 'not granted',
};

/** Answers the rows, the newest first; a request that was both seen and recorded is one row. */
export function toLiveRows(
  exchanges: readonly Exchange[],
  records: readonly RequestRecord[],
  people: readonly Person[],
  own: string,
): readonly LiveRow[] {
  const recorded = new Set(records.map(({ requestId }) => requestId));
  const rows = [
    ...exchanges
      .filter(({ requestId }) => !recorded.has(requestId ?? ''))
      .map((exchange) => fromExchange(exchange, own)),
    ...records.map((record) => fromRecord(record, people)),
  ];
  return rows.sort((one, other) => (one.time < other.time ? 1 : -1));
}

function fromExchange(exchange: Exchange, own: string): LiveRow {
  const { id, method, path, time, status, durationMs, cache, requestId, outcome, challenge } = exchange;
  const [resource = ''] = path.split('?');
  const operation = OPERATIONS.find((each) => each.method === method && isSamePlace(each.path, resource));
  return {
    key: requestId ?? `own-${id}`,
    ...{ time, method, status, durationMs, cache, requestId, outcome },
    title: operation?.title ?? resource,
    resource,
    caller: own,
    decision: toDecision(status, challenge),
    isRecorded: false,
  };
}

/** By the last words of a path that are no parameters. */
function isSamePlace(template: string, path: string): boolean {
  const words = template.match(/\/[A-Za-z:.]+(?=$|\/|\()/g) ?? [];
  return words.filter((word) => !word.includes('.')).every((word) => path.includes(word));
}

function toDecision(status: number | undefined, challenge: string | undefined): Decision {
  if (status === undefined || status === 0) return 'undecided';
  if (status === 401) return 'no valid token';
  if (status !== 403) return 'allowed';
  return challenge?.includes('insufficient_scope') ? 'role missing' : 'not granted';
}

function fromRecord(record: RequestRecord, people: readonly Person[]): LiveRow {
  const { requestId, time, status, durationMs, cache, upstreamTries, upstreamStatus, problem, reason, outcome } =
    record;
  const operation = OPERATIONS.find(({ names }) => names.includes(record.operation));
  const person = people.find(({ objectId }) => objectId === record.subject);
  return {
    key: requestId,
    ...{ requestId, time, status, durationMs, cache, upstreamTries, upstreamStatus, problem, reason, outcome },
    method: record.method ?? '',
    title: operation?.title ?? record.operation,
    resource: record.resource ?? '',
    caller: person?.name ?? record.subject?.slice(0, 8) ?? 'nobody',
    decision: isLimited(record) ? 'limited' : (DECISIONS[problem ?? ''] ?? 'allowed'),
    isRecorded: true,
  };
}

/** By Frontdesk's own limits, the caller's or the upstream's: nothing was sent. A problem of the upstream comes after the decision. */
function isLimited({ problem, upstreamTries, upstreamStatus }: RequestRecord): boolean {
  return problem === 'throttled' && upstreamTries === undefined && upstreamStatus === undefined;
}
