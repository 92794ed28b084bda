/** Rows of the live panel: the requests that Frontdesk recorded and those that this page sent. */
import { OPERATIONS } from '../operations.ts';

/** A request that this page sent. */
export interface PageRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** Those that the call set, without the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without secrets. */
  readonly body?: string | undefined;
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
  readonly verifyMs?: number;
  readonly accessMs?: number;
  readonly parseMs?: number;
  readonly respondMs?: number;
  readonly tableMs?: number;
  readonly tokenMs?: number;
  readonly queueMs?: number;
  readonly upstreamMs?: number;
  readonly pauseMs?: number;
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
  /** Asks how far a write is. */
  readonly isPoll: boolean;
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
  /** Only then its upstream calls and stages are known. */
  readonly record?: RequestRecord | undefined;
  /** Only then its query and body are known. */
  readonly sent?: PageRequest | undefined;
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
  const sent = new Map(pageRequests.map((request) => [request.requestId, request]));
  const rows = [
    ...pageRequests
      .filter(({ requestId }) => !recorded.has(requestId ?? ''))
      .map((request) => fromPageRequest(request, own)),
    ...records.map((record) => ({ ...fromRecord(record, people), sent: sent.get(record.requestId) })),
  ];
  return rows.sort((one, other) => (one.time < other.time ? 1 : -1));
}

function fromPageRequest(request: PageRequest, own: string): LiveRow {
  const { id, method, path, time, status, durationMs, cache, requestId, outcome, challenge } = request;
  const [resource = ''] = path.split('?');
  const isPoll = resource.startsWith(POLLS);
  return {
    key: requestId ?? `own-${id}`,
    ...{ time, method, status, durationMs, cache, requestId, outcome },
    title: isPoll ? UNKNOWN_WRITE : (findTitle(resource, method) ?? (resource.endsWith('/$batch') ? BATCH : resource)),
    isPoll,
    resource,
    caller: own,
    decision: toDecision(status, challenge),
    sent: request,
  };
}

/** Where the progress of every write is asked for: the address does not say of which. */
const POLLS = '/operations/';
const UNKNOWN_WRITE = 'A write';
const BATCH = 'Batch';

/** Returns the title of the page whose operation has this path; of any method if none is given. */
function findTitle(path: string, method?: string): string | undefined {
  const matching = OPERATIONS.flatMap((each) => each.calls.map((call) => ({ title: each.title, call })))
    .filter(({ call }) => (method === undefined || call.method === method) && matchesPath(call.path, path))
    // One operation's path can begin with another's.
    .sort((one, other) => other.call.path.length - one.call.path.length);
  return matching[0]?.title;
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
  const isBatch = /^batch(?:[A-Z]|$)/.test(record.operation);
  const person = people.find(({ objectId }) => objectId === record.subject);
  return {
    key: requestId,
    ...{ requestId, time, status, durationMs, cache, upstreamTries, upstreamStatus, problem, reason, outcome },
    method: record.method ?? '',
    // Polls belong to no page: their resource is the write's.
    title: isBatch ? BATCH : (operation?.title ?? findTitle(record.resource ?? '') ?? UNKNOWN_WRITE),
    isPoll: operation === undefined && !isBatch,
    resource: record.resource ?? '',
    caller: person?.name ?? record.subject?.slice(0, 8) ?? 'anonymous',
    decision: isRateLimited(record) ? 'rate limited' : (DECISIONS[problem ?? ''] ?? 'allowed'),
    record,
  };
}

/** True if Frontdesk's own limits rejected it: nothing was sent upstream. */
function isRateLimited({ problem, upstreamTries, upstreamStatus }: RequestRecord): boolean {
  return problem === 'throttled' && upstreamTries === undefined && upstreamStatus === undefined;
}
