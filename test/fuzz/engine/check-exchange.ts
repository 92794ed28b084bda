/** Checks that hold for every exchange, however odd the request and the upstream's response are. */
import { deepStrictEqual as expectEqual, fail, match, ok } from 'node:assert/strict';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import type { ResponseMessage } from '../../../lib/http/message.ts';
import { PROBLEM_TYPES } from '../../../tools/openapi/failures.ts';
import { readError } from '../../support/error-members.ts';
import { checkUpstreamRequest } from './check-upstream-request.ts';
import type { RelayedBodies } from './relayed-bodies.ts';
import type { FuzzRequest } from './requests.ts';
import type { Tokens } from './tokens.ts';
import type { Received } from './upstream.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** A request's response, and everything that happened with it. */
export interface Exchange {
  readonly requestId: string;
  readonly response: ResponseMessage;
  /** The request's log records. */
  readonly records: readonly LogLine[];
  /** Other log lines at the same time: alerts and metrics. */
  readonly reports: readonly LogLine[];
  /** The upstream calls, in order. */
  readonly received: readonly Received[];
}

/** Every name that a record may have. Source: docs/observability.md. */
const RECORD_NAMES =
  'schemaVersion time requestId traceId clientRequestId operation method tenant subject client resource scope audit status durationMs ' +
  'batch cache upstreamTries upstreamStatus upstreamRequestId problem reason outcome drift ' +
  'targets invalid authenticateMs rateLimitMs authorizeMs parseRequestMs fetchMs respondMs tableMs tokenMs queueMs upstreamMs pauseMs instance version';
const REPORT_NAMES = 'alert fault subject scope reason level instance version';

/** Problems of an invalid or forbidden request. */
const REJECTIONS = new Set(
  (
    'unauthenticated invalid_token insufficient_scope forbidden invalid_request invalid_json json_too_deep duplicate_member ' +
    'unsupported_api_version invalid_cursor precondition_failed length_required content_too_large unsupported_media_type'
  ).split(' '),
);

/** Problems that the harness never causes. Keys and tokens may be missing: they age by hours here, and a busy processor fetches them late. */
const NEVER = new Set(['internal_error', 'overloaded']);

/** What the checks need to know. */
export interface Surroundings {
  readonly tokens: Tokens;
  /** Must never reach a caller. */
  readonly upstreamUrl: string;
  /** The bodies that the upstream has returned. */
  readonly relayed: RelayedBodies;
}

/** Throws an AssertionError that names the violated rule; returns whether the request was refused. */
export function checkExchange(request: FuzzRequest, exchange: Exchange, harness: Surroundings): boolean {
  const { response, received, requestId } = exchange;
  const problem = checkRecord(request, exchange, harness);
  if (response.status === 500 || NEVER.has(problem ?? ''))
    fail(`Unexpected problem: ${JSON.stringify(exchange.records)}`);
  checkResponse(request.operation, response, requestId);
  checkNothingInternal(exchange, harness);

  const isRejected = REJECTIONS.has(problem ?? '');
  if (isRejected) expectEqual(received.length, 0, 'A rejected request is not sent upstream.');
  if (request.isValid) ok(!isRejected, `A valid request is not rejected: ${problem} ${response.body}`);

  for (const [index, one] of received.entries())
    checkUpstreamRequest(request, one, harness.tokens, index > 0 && request.operation.access.each !== undefined);
  checkRelayed(exchange, harness);
  // Deadlines are short here, also the one to connect for the page after an empty one.
  const isLate = problem === 'upstream_timeout' || problem === 'upstream_unreachable';
  if (request.isValid && !isLate) checkGoodResponse(request, exchange);
  return isRejected;
}

/** Expects one record with known members and single values; returns its problem. */
function checkRecord(
  { token }: FuzzRequest,
  { records, reports, response, requestId }: Exchange,
  harness: Surroundings,
): string | undefined {
  expectEqual(records.length, 1, 'There is one record per request.');
  const [record = {}] = records;
  expectOnly(RECORD_NAMES, record);
  // Metrics come once a minute, and the line of the start once: they belong to no request.
  for (const report of reports) if (!('metrics' in report || 'started' in report)) expectOnly(REPORT_NAMES, report);
  expectEqual([record['requestId'], record['status']], [requestId, response.status]);
  const line = JSON.stringify([records, reports]);
  const sent = harness.tokens[token] ?? '';
  ok(sent.length < 20 || !line.includes(sent.slice(7)), 'No token is logged.');
  ok(!line.includes(harness.upstreamUrl), 'No address is logged.');
  return record['problem'] as string | undefined;
}

function expectOnly(names: string, record: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(record)) {
    ok(names.split(' ').includes(name), `${name} is not a member of a record.`);
    ok(typeof value === 'string' || typeof value === 'number', `${name} is a single value.`);
  }
}

/** Bodies may name the upstream: its data does (I7), and its errors. */
function checkNothingInternal(
  { response: { status, headers, body = '' } }: Pick<Exchange, 'response'>,
  harness: Surroundings,
): void {
  const heads = JSON.stringify(headers);
  ok(!heads.includes(harness.upstreamUrl), 'No header has the upstream’s address.');
  const text = status < 300 ? heads : `${heads} ${Buffer.from(body)}`;
  ok(!/eyJ[\w-]{10}/.test(text), 'No token is returned.');
  ok(!/\n\s+at |node_modules/.test(text), 'No stack trace is returned.');
}

/** The body of a success is one that the upstream returned. */
function checkRelayed({ response: { status, body } }: Exchange, harness: Surroundings): void {
  if (status >= 300 || body === undefined) return;
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  ok(harness.relayed.has(text), `The upstream did not return ${text}`);
}

/** A complete success of the upstream reaches the caller, and any success of a write. */
function checkGoodResponse({ operation, responses }: FuzzRequest, { response, received }: Exchange): void {
  const [planned] = responses;
  if (received.length !== 1 || planned?.kind !== 'response') return;
  const isWritten = operation.isWrite && planned.status >= 200 && planned.status < 300;
  if (isWritten) expectEqual(response.status, planned.status, 'A write that succeeded is a success.');
  if (!planned.isGood || response.status === 304) return;
  expectEqual(response.status, planned.status, 'A complete success of the upstream is a success.');
  match(response.headers['x-frontdesk-outcome'] ?? '', /^$/);
}

const PROBLEMS: ReadonlySet<string> = new Set(PROBLEM_TYPES);

const HEADERS = new Set(
  (
    'access-control-expose-headers age cache-control cache-status client-request-id content-type etag odata-version ' +
    'request-id retry-after www-authenticate vary x-content-type-options x-frontdesk-outcome x-frontdesk-problem ' +
    'x-frontdesk-upstream-request-id x-frontdesk-version x-ms-error-code x-ms-request-id'
  ).split(' '),
);

/** Throws an AssertionError. */
function checkResponse(operation: CompiledOperation, response: ResponseMessage, requestId: string): void {
  const { status, headers } = response;
  expectEqual(headers['x-ms-request-id'], requestId, 'Every response has x-ms-request-id.');
  expectEqual(headers['x-content-type-options'], 'nosniff');
  expectEqual(
    Object.keys(headers).filter((name) => !HEADERS.has(name)),
    [],
    'Only known headers are returned.',
  );
  for (const value of Object.values(headers)) match(value, /^[ -~]+$/, 'A header is printable.');
  if (headers['retry-after'] !== undefined && status >= 400) match(headers['retry-after'], /^\d+$/);
  if (headers['x-frontdesk-outcome'] !== undefined) {
    match(headers['x-frontdesk-outcome'], /^(?:not-sent|rejected|accepted|unknown)$/);
    ok(operation.isWrite, 'Only a write has an outcome.');
  }
  if (status < 400) {
    ok(!('x-frontdesk-problem' in headers || 'x-ms-error-code' in headers), 'Only a failure has a problem.');
    checkSuccess(operation, response);
  } else checkError(operation, response);
}

function checkSuccess(
  { responses, cache, method, isWrite }: CompiledOperation,
  { status, headers, body }: ResponseMessage,
): void {
  const isDeclared = status in responses || (status < 300 && isWrite);
  ok(isDeclared || (status === 304 && cache && method === 'GET'), `${status} is a declared success.`);
  expectEqual(body !== undefined, headers['content-type'] !== undefined);
  if (!cache || method !== 'GET') expectEqual(headers['cache-control'], 'no-store');
  else match(headers['cache-control'] ?? '', /^private, (?:no-cache, )?max-age=(?:[1-9]\d*|0, must-revalidate)$/);
}

function checkError({ errors }: CompiledOperation, { status, headers, body }: ResponseMessage): void {
  ok(status < 600);
  expectEqual(headers['content-type'], 'application/json; charset=utf-8');
  const { code = headers['x-ms-error-code'], differences } = readError(errors, JSON.parse(String(body)));
  expectEqual(differences, [], 'An error has the members of its shape only.');
  ok(headers['x-ms-error-code'], 'A failure has x-ms-error-code.');
  const problem = headers['x-frontdesk-problem'];
  ok(PROBLEMS.has(problem ?? ''), 'A failure has x-frontdesk-problem.');
  // Those can have the service's own code.
  if (problem !== 'upstream_refused' && problem !== 'throttled')
    expectEqual([headers['x-ms-error-code'], code], [problem, problem]);
}
