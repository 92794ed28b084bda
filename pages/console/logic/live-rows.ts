/** Rows of the live panel: the requests that Frontdesk recorded and those that this page sent. */

import { DESCRIBED } from '../operations.ts';
import type { Timings } from './waterfall.ts';

/** What this page and Frontdesk alike know of a request. */
interface Known {
  /** Absent while the request runs; 0 if it failed without a response. */
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cache?: string | undefined;
  readonly outcome?: string | undefined;
  readonly problem?: string | undefined;
  readonly upstreamRequestId?: string | undefined;
}

/** A request that this page sent. */
export interface PageRequest extends Known {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** Those that the call set, without the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; kept in memory only. */
  readonly body?: string | undefined;
  /** ISO 8601. */
  readonly time: string;
}

/** A request that Frontdesk recorded. */
export interface RequestRecord extends Known, Timings {
  /** Of a part: the request id of its batch. */
  readonly batch?: string;
  readonly sequence: number;
  readonly requestId: string;
  readonly operation: string;
  readonly time: string;
  readonly method?: string;
  readonly subject?: string;
  readonly resource?: string;
  readonly upstreamStatus?: number;
  readonly reason?: string | undefined;
  /** The members that a refused request failed by, each with its rule. */
  readonly invalid?: string;
  readonly clientRequestId?: string;
}

/** A sample user of the local stack. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly objectId: string;
  readonly purpose: string;
}

export interface LiveRow extends Known {
  readonly key: string;
  readonly time: string;
  readonly method: string;
  /** Name of the operation, as the client has it. */
  readonly title: string;
  readonly resource: string;
  readonly caller: string;
  readonly decision: Decision;
  /** Only then its upstream calls and stages are known. */
  readonly record?: RequestRecord | undefined;
  /** Only then its query is known. */
  readonly sent?: PageRequest | undefined;
}

type Decision = 'allowed' | 'rate limited' | (typeof DECISIONS)[keyof typeof DECISIONS];

const DECISIONS = {
  unauthenticated: 'no valid token',
  invalid_token: 'no valid token',
  auth_unavailable: 'unknown',
  policy_unavailable: 'no policy',
  insufficient_scope: 'no role',
  forbidden: 'not granted',
} as const;

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
  rows.sort((one, other) => (one.time < other.time ? 1 : -1));
  const batches = new Set(rows.map(({ requestId }) => requestId));
  // Parts are below their batch.
  return rows
    .filter(({ record }) => record?.batch === undefined || !batches.has(record.batch))
    .flatMap((row) => [
      row,
      ...rows.filter(({ record }) => record?.batch !== undefined && record.batch === row.requestId).toReversed(),
    ]);
}

/** Returns whether a row has each word of a filter: in its caller, operation, resource, status (`403`, `4xx`), problem or ids. */
export function isShown(row: LiveRow, filter: string): boolean {
  const { caller, title, resource, status, problem, requestId, upstreamRequestId, record, sent } = row;
  const result = status === undefined ? 'running' : `${status} ${Math.trunc(status / 100)}xx`;
  const clientId = record?.clientRequestId ?? sent?.headers['x-ms-client-request-id'];
  const failed = [problem, record?.reason, record?.invalid];
  const text = [caller, title, resource, result, ...failed, requestId, upstreamRequestId, clientId]
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the values of the parameters in a request's path, by name; none if its operation is not known. */
export function readParameters({ resource, sent, title }: LiveRow): Readonly<Record<string, string>> {
  const template = DESCRIBED.find(({ name }) => name === title)?.path ?? '';
  const [path = ''] = (sent?.path ?? resource).split('?');
  const values = Object.entries(toPattern(template).exec(path)?.groups ?? {});
  return Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)]));
}

function fromPageRequest(request: PageRequest, own: string): LiveRow {
  const { id, method, path, requestId } = request;
  const [resource = ''] = path.split('?');
  return {
    ...{ ...request, resource },
    key: requestId ?? `own-${id}`,
    title: findName(method, resource) ?? resource,
    caller: own,
    decision: toDecision(request),
    sent: request,
  };
}

/** Returns the operation with this method and path; a provider's name differs between the profiles. */
function findName(method: string, path: string): string | undefined {
  const found = DESCRIBED.filter((each) => each.method === method && toPattern(each.path).test(path));
  // One operation's path can begin with another's.
  return found.toSorted((one, other) => other.path.length - one.path.length)[0]?.name;
}

/** Returns what a path must match to be one of a template's. */
function toPattern(template: string): RegExp {
  const names = template.replace(/[$()+*.?|\\^[\]]/g, '\\$&').replace(/\/Vendor(?=\\\.)/g, '/[^/.]+');
  const first = names.replace(/^\/vendor-docs/, '/[^/]+');
  return new RegExp(`^(?:/v[\\d.]+)?${first.replace(/\{(\w+)\}/g, '(?<$1>[^/()]+)')}$`, 'i');
}

function toDecision({ status, problem = '' }: Known): Decision {
  return status ? (DECISIONS[problem as keyof typeof DECISIONS] ?? 'allowed') : 'unknown';
}

function fromRecord(record: RequestRecord, people: readonly Person[]): LiveRow {
  const { requestId, operation, method = '', resource = '', subject } = record;
  return {
    ...{ ...record, method, resource },
    key: requestId,
    title: operation,
    caller: people.find(({ objectId }) => objectId === subject)?.name ?? subject?.slice(0, 8) ?? 'anonymous',
    decision: isRateLimited(record) ? 'rate limited' : toDecision(record),
    record,
  };
}

/** True if Frontdesk's own limits rejected it: nothing was sent upstream. */
function isRateLimited({ problem, upstreamTries, upstreamStatus }: RequestRecord): boolean {
  return problem === 'throttled' && upstreamTries === undefined && upstreamStatus === undefined;
}
