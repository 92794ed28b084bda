/** Decides what an upstream's answer means for the caller: a complete success, the upstream's own refusal, or a failure. */
import { isJsonObject } from '../contracts/json-object.ts';
import type { RequiredMember } from '../contracts/required-members.ts';
import { isCorrelationId, isJsonLikeMediaType, pickRelayedHeaders } from '../http/headers.ts';
import { decodeUtf8, isDeeperThan, tryParseJson } from '../http/parse-json.ts';
import { type Outcome, Problem } from '../http/problem.ts';
import { formatRetryAfter, parseRetryAfter } from '../http/retry-after.ts';
import { type Redactor, readUpstreamError, type UpstreamError } from './error-body.ts';
import type { UpstreamAnswer } from './transport.ts';

export interface ResponseRules {
  /** By status of success: the members that its body must have; null is no body. */
  readonly responses: ReadonlyMap<number, readonly RequiredMember[] | null>;
  /** Codes of a 403 that speak of the resource, not of the managed identity. */
  readonly relayed403Codes: readonly string[];
  readonly isWrite: boolean;
}

export interface AcceptedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the success has none. */
  readonly body?: AcceptedBody;
}

/** An upstream's JSON object: the bytes as they came, and read once. */
export interface AcceptedBody {
  readonly bytes: Buffer;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Throws the Problem that any other answer amounts to; `mask` takes out of its texts what must not go down. */
export function acceptResponse(
  rules: ResponseRules,
  answer: UpstreamAnswer,
  mask: Redactor,
  now: number,
): AcceptedResponse {
  const isAccepted = answer.status === 202 && rules.isWrite;
  const required = isAccepted ? [] : rules.responses.get(answer.status);
  if (required === undefined) throw toUpstreamProblem(rules, answer, mask, now);
  // Taken, but not done yet: the addresses to ask for the end of it are the upstream's, and stay behind.
  const outcome = isAccepted ? { 'x-frontdesk-outcome': 'accepted', ...toWait(answer, now) } : {};
  const headers = { ...pickRelayedHeaders(answer.headers), ...outcome };
  if (required === null || (isAccepted && answer.body.length === 0)) return { status: answer.status, headers };
  const body = isJsonLikeMediaType(answer.headers['content-type']) ? readContent(answer.body) : undefined;
  if (body === undefined || !isComplete(body.value, required))
    throw unusable(rules, 'accepted', 'The content is not what is due.');
  return { status: answer.status, headers, body };
}

const MAX_DEPTH = 64;

/** Answers the content, or undefined where it is no JSON object or one that is nested too deeply. */
function readContent(bytes: Buffer): AcceptedBody | undefined {
  const text = decodeUtf8(bytes);
  // The text is asked, not the value: a member may stand behind another of its name, and what cuts the text meets both.
  const value = text === undefined || isDeeperThan(MAX_DEPTH, text) ? undefined : tryParseJson(text);
  if (text === undefined || !isJsonObject(value)) return undefined;
  return { bytes, text, value };
}

function isComplete(value: Readonly<Record<string, unknown>>, required: readonly RequiredMember[]): boolean {
  return required.every(({ name, kind }) => isOfKind(value[name], kind));
}

function isOfKind(value: unknown, kind: RequiredMember['kind']): boolean {
  if (kind === 'unknown') return value !== undefined;
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isJsonObject(value);
  return typeof value === kind;
}

function toUpstreamProblem(rules: ResponseRules, answer: UpstreamAnswer, mask: Redactor, now: number): Problem {
  const { status } = answer;
  if (status < 400) return unusable(rules, status < 300 ? 'accepted' : 'unknown', `The upstream answered ${status}.`);
  const error = readUpstreamError(answer, mask);
  // An upstream's code is its own text: it goes into the log as far as it is a name.
  const cause = `The upstream answered ${status}${error && isCorrelationId(error.code) ? ` ${error.code}` : ''}.`;
  const retryAfterMs = parseRetryAfter(answer.headers, now);
  const headers = toWait(answer, now);
  const known = { ...toOutcome(rules, status, retryAfterMs), headers, cause };
  if (status === 503) return new Problem('upstream_unavailable', known);
  if (status >= 500) return new Problem('upstream_error', known);
  if (isOurFault(rules, status, error)) return new Problem('upstream_auth', known);
  return new Problem('upstream_refused', { ...known, ...toRefusal(error), status });
}

/** When to come again, in the one form that callers get. */
function toWait({ headers }: UpstreamAnswer, now: number): { 'retry-after'?: string } {
  const ms = parseRetryAfter(headers, now);
  return ms === undefined ? {} : { 'retry-after': formatRetryAfter(ms) };
}

/** What is known of a write: a refusal did nothing, and asked to come again it was turned away at the door. */
function toOutcome(rules: ResponseRules, status: number, retryAfterMs: number | undefined): { outcome?: Outcome } {
  if (!rules.isWrite) return {};
  const isRejected = status < 500 || (status === 503 && retryAfterMs !== undefined);
  return { outcome: isRejected ? 'rejected' : 'unknown' };
}

/** Whether the upstream refused the managed identity, which is none of the caller's doing. */
function isOurFault(rules: ResponseRules, status: number, error: UpstreamError | undefined): boolean {
  return status === 401 || (status === 403 && !rules.relayed403Codes.includes(error?.code ?? ''));
}

/** An empty code or text of the upstream's gives way to our own. */
function toRefusal(error: UpstreamError | undefined) {
  if (!error) return {};
  const { code, message, ...rest } = error;
  return { ...rest, ...(code ? { code } : {}), ...(message ? { message } : {}) };
}

/** A success that cannot be read was a success all the same. */
function unusable(rules: ResponseRules, outcome: Outcome, cause: string): Problem {
  return new Problem('upstream_invalid_response', { ...(rules.isWrite ? { outcome } : {}), cause });
}
