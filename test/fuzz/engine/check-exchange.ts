/** What holds of every exchange, however odd the request and the upstream's answer: the promises of DESIGN 3 and 4 as predicates. */
import { deepStrictEqual as expectEqual, fail, match, ok } from 'node:assert/strict';
import { checkReplyShape } from './check-reply.ts';
import { checkSent } from './check-sent.ts';
import { judgeRequest, type Verdict } from './judge-request.ts';
import type { Relayable } from './relayable.ts';
import type { FuzzRequest } from './requests.ts';
import type { Exchange } from './rig.ts';
import type { Tokens } from './tokens.ts';

/** Every name that a record may have. Source: docs/observability.md. */
const RECORD_NAMES =
  'schemaVersion time requestId traceId clientRequestId operation method tenant subject client resource status durationMs ' +
  'cache upstreamTries upstreamStatus upstreamRequestId problem reason outcome ' +
  'verifyMs accessMs parseMs answerMs tableMs tokenMs upstreamMs';
const REPORT_NAMES = 'alert fault subject reason';

/** Problems that say: the request is not as it should be, or not this caller's to make. */
const REFUSALS = new Set(
  (
    'unauthenticated invalid_token insufficient_scope forbidden invalid_request invalid_json json_too_deep duplicate_member ' +
    'unsupported_api_version invalid_cursor precondition_failed content_too_large unsupported_media_type'
  ).split(' '),
);

/** Problems that nothing in the rig is a cause of. Keys may be missing: they age by hours here, and a busy processor fetches them late. */
const NEVER = new Set(['internal_error', 'identity_unavailable', 'overloaded']);

/** What an exchange is held against. */
export interface Surroundings {
  readonly tokens: Tokens;
  /** Where the upstream is, as no caller may learn. */
  readonly upstreamUrl: string;
  /** What the upstream has said so far. */
  readonly relayable: Relayable;
}

/** Throws an AssertionError that names the promise which does not hold; answers what was thought of the request before. */
export function checkExchange(request: FuzzRequest, exchange: Exchange, rig: Surroundings): Verdict {
  const { reply, received, requestId } = exchange;
  const problem = checkRecord(request, exchange, rig);
  if (reply.status === 500 || NEVER.has(problem ?? '')) fail(`No request ends so: ${JSON.stringify(exchange.records)}`);
  checkReplyShape(request.operation, reply, requestId);
  checkNothingInternal(exchange, rig);

  const verdict = judgeRequest(request);
  const isRefused = REFUSALS.has(problem ?? '');
  if (isRefused) expectEqual(received.length, 0, 'Nothing of a refused request goes up.');
  if (verdict === 'valid') ok(!isRefused, `A valid request is not refused: ${problem} ${reply.body}`);
  if (verdict === 'invalid' && problem !== 'auth_unavailable') ok(isRefused, 'A request that is not valid is refused.');

  for (const one of received) checkSent(request, one, rig.tokens);
  checkRelayed(exchange, rig);
  // Time is short here: an answer may come too late.
  if (verdict === 'valid' && problem !== 'upstream_timeout') checkGoodAnswer(request, exchange);
  return verdict;
}

/** One record, of listed names and single values; answers the problem that it names. */
function checkRecord(
  { token }: FuzzRequest,
  { records, reports, reply, requestId }: Exchange,
  rig: Surroundings,
): string | undefined {
  expectEqual(records.length, 1, 'There is one record a request.');
  const [record = {}] = records;
  expectOnly(RECORD_NAMES, record);
  // Metrics come once a minute, and belong to no request.
  for (const report of reports) if (!('metrics' in report)) expectOnly(REPORT_NAMES, report);
  expectEqual([record['requestId'], record['status']], [requestId, reply.status]);
  const line = JSON.stringify([records, reports]);
  const sent = rig.tokens[token] ?? '';
  ok(sent.length < 20 || !line.includes(sent.slice(7)), 'No token is logged.');
  ok(!line.includes(rig.upstreamUrl), 'No address is logged.');
  return record['problem'] as string | undefined;
}

function expectOnly(names: string, record: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(record)) {
    ok(names.split(' ').includes(name), `${name} is no name of a record.`);
    ok(typeof value === 'string' || typeof value === 'number', `${name} is one value.`);
  }
}

function checkNothingInternal({ reply }: Exchange, rig: Surroundings): void {
  const text = `${JSON.stringify(reply.headers)} ${reply.status < 300 ? '' : reply.body}`;
  ok(!text.includes(rig.upstreamUrl), 'No address of an upstream comes down.');
  ok(!/eyJ[\w-]{10}/.test(text), 'No token comes down.');
  ok(!/\n\s+at |node_modules/.test(text), 'No stack comes down.');
}

/** A success says what the upstream said (DESIGN 4, 7). */
function checkRelayed({ reply: { status, body: content } }: Exchange, rig: Surroundings): void {
  if (status >= 300 || content === undefined) return;
  const text = typeof content === 'string' ? content : Buffer.from(content).toString();
  ok(rig.relayable.has(text), `What comes down is what the upstream said, and not ${text}`);
}

/** Where the upstream did its part, the caller gets it. */
function checkGoodAnswer({ answers }: FuzzRequest, { reply, received }: Exchange): void {
  const [answer] = answers;
  if (received.length !== 1 || answer?.kind !== 'answer' || !answer.isGood) return;
  if (reply.status === 304) return;
  expectEqual(reply.status, answer.status, 'A complete success of the upstream is a success.');
  match(reply.headers['x-frontdesk-outcome'] ?? '', /^$/);
}
