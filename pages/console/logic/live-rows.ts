/** Rows of the live panel: the requests that Frontdesk recorded and those that this page sent. */
import { OPERATIONS } from '../operations.ts';

/** A request that this page sent. */
export interface PageRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** ISO 8601. */
  readonly time: string;
  readonly durationMs?: number;
  /** Absent while the request runs; 0 if it failed without a response. */
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cache?: string | undefined;
  /** The WWW-Authenticate challenge (RFC 6750 3). */
  readonly challenge?: string | undefined;
  readonly outcome?: string | undefined;
}

/** A request that Frontdesk recorded. */
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

/** A sample user of the local stack. */
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
  /** Absent while the request runs. */
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
  /** Whether Frontdesk recorded it: only then its upstream calls are known. */
  readonly isRecorded: boolean;
}

export type Decision = 'allowed' | 'no valid token' | 'no role' | 'not granted' | 'rate limited' | 'unknown';

const DECISIONS: Readonly<Record<string, Decision>> = {
  unauthenticated: 'no valid token',
  invalid_token: 'no valid token',
  auth_unavailable: 'unknown',
  policy_unavailable: 'unknown',
  insufficient_scope: 'no role',
  forbidden: 'not granted',
};

/** Returns the rows, newest first. A request that was both sent here and recorded is one row. */
export function toLiveRows(
  pageRequests: readonly PageRequest[],
  records: readonly RequestRecord[],
  people: readonly Person[],
  own: string,
): readonly LiveRow[] {
  const recorded = new Set(records.map(({ requestId }) => requestId));
  const rows = [
    ...pageRequests
      .filter(({ requestId }) => !recorded.has(requestId ?? ''))
      .map((request) => fromPageRequest(request, own)),
    ...records.map((record) => fromRecord(record, people)),
  ];
  return rows.sort((one, other) => (one.time < other.time ? 1 : -1));
}

function fromPageRequest(request: PageRequest, own: string): LiveRow {
  const { id, method, path, time, status, durationMs, cache, requestId, outcome, challenge } = request;
  const [resource = ''] = path.split('?');
  const matching = OPERATIONS.flatMap((each) => each.calls.map((call) => ({ title: each.title, call })))
    .filter(({ call }) => call.method === method && matchesPath(call.path, resource))
    // One operation's path can begin with another's.
    .sort((one, other) => other.call.path.length - one.call.path.length);
  return {
    key: requestId ?? `own-${id}`,
    ...{ time, method, status, durationMs, cache, requestId, outcome },
    title: matching[0]?.title ?? resource,
    resource,
    caller: own,
    decision: toDecision(status, challenge),
    isRecorded: false,
  };
}

/** Compares the fixed path segments, without provider names: they differ between the profiles. */
function matchesPath(template: string, path: string): boolean {
  const segments = template.match(/\/[A-Za-z:.]+(?=$|\/|\()/g) ?? [];
  return segments.filter((segment) => !segment.includes('.')).every((segment) => path.includes(segment));
}

function toDecision(status: number | undefined, challenge: string | undefined): Decision {
  if (status === undefined || status === 0) return 'unknown';
  if (status === 401) return 'no valid token';
  if (status !== 403) return 'allowed';
  return challenge?.includes('insufficient_scope') ? 'no role' : 'not granted';
}

function fromRecord(record: RequestRecord, people: readonly Person[]): LiveRow {
  const { requestId, time, status, durationMs, cache, upstreamTries, upstreamStatus, problem, reason, outcome } =
    record;
  const operation = OPERATIONS.find(({ calls }) => calls.some(({ name }) => name === record.operation));
  const person = people.find(({ objectId }) => objectId === record.subject);
  return {
    key: requestId,
    ...{ requestId, time, status, durationMs, cache, upstreamTries, upstreamStatus, problem, reason, outcome },
    method: record.method ?? '',
    title: operation?.title ?? record.operation,
    resource: record.resource ?? '',
    caller: person?.name ?? record.subject?.slice(0, 8) ?? 'anonymous',
    decision: isRateLimited(record) ? 'rate limited' : (DECISIONS[problem ?? ''] ?? 'allowed'),
    isRecorded: true,
  };
}

/** True if Frontdesk's own limits rejected it: nothing was sent upstream. */
function isRateLimited({ problem, upstreamTries, upstreamStatus }: RequestRecord): boolean {
  return problem === 'throttled' && upstreamTries === undefined && upstreamStatus === undefined;
}
