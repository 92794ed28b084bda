/** Decides what an upstream's response means for the caller: a valid success, the upstream's rejection, or a failure. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import type { RequiredMember } from '../contracts/schema/resource.ts';
import { isCorrelationId, isJsonLikeMediaType, pickRelayedHeaders } from '../http/headers.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { decodeUtf8, isDeeperThan, tryParseJson } from '../http/parse-json.ts';
import { type Outcome, Problem } from '../http/problem.ts';
import { formatRetryAfter, parseRetryAfter } from '../http/retry-after.ts';
import { readUpstreamError, type UpstreamError } from './error-body.ts';
import type { Redactor } from './redact.ts';

export interface ResponseRules {
  /** Required members of the body by success status; null for no body. */
  readonly responses: ReadonlyMap<number, readonly RequiredMember[] | null>;
  /** Codes of a 403 that concern the resource, not the managed identity. */
  readonly relayed403Codes: readonly string[];
  readonly isWrite: boolean;
}

export interface AcceptedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: AcceptedBody;
}

/** A JSON object: its bytes unchanged, and parsed once. */
export interface AcceptedBody {
  readonly bytes: Buffer;
  readonly text: string;
  readonly value: JsonObject;
}

/** @throws Problem for every other response; `redact` is applied to the texts of the upstream's error. */
export function acceptResponse(
  rules: ResponseRules,
  response: HttpResponse,
  redact: Redactor,
  now: number,
): AcceptedResponse {
  const { status } = response;
  const isPending = status === 202 && rules.isWrite;
  const required = isPending ? [] : rules.responses.get(status);
  if (required === undefined) throw toUpstreamProblem(rules, response, redact, now);
  // The Location of a pending write is an upstream URL, so it is not relayed.
  const pending = isPending ? { 'x-frontdesk-outcome': 'accepted', ...composeRetryAfter(response, now) } : {};
  const headers = { ...pickRelayedHeaders(response.headers), ...pending };
  if (required === null || (isPending && response.body.length === 0)) return { status, headers };
  const body = isJsonLikeMediaType(response.headers['content-type']) ? readBody(response.body) : undefined;
  if (body === undefined || !hasRequired(body.value, required))
    throw createInvalidResponse(rules, 'accepted', 'The response body does not match the contract.');
  return { status, headers, body };
}

const MAX_DEPTH = 64;

/** Returns undefined unless the body is a JSON object of at most that depth. */
function readBody(bytes: Buffer): AcceptedBody | undefined {
  const text = decodeUtf8(bytes);
  // The depth of the text, not of the value: the text is edited later, and it can have a member twice.
  const value = text === undefined || isDeeperThan(MAX_DEPTH, text) ? undefined : tryParseJson(text);
  if (text === undefined || !isJsonObject(value)) return undefined;
  return { bytes, text, value };
}

function hasRequired(value: JsonObject, required: readonly RequiredMember[]): boolean {
  return required.every(({ name, kind }) => isOfKind(value[name], kind));
}

function isOfKind(value: unknown, kind: RequiredMember['kind']): boolean {
  if (kind === 'unknown') return value !== undefined;
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isJsonObject(value);
  return typeof value === kind;
}

function toUpstreamProblem(rules: ResponseRules, response: HttpResponse, redact: Redactor, now: number): Problem {
  const { status } = response;
  if (status < 400)
    return createInvalidResponse(rules, status < 300 ? 'accepted' : 'unknown', `The upstream answered ${status}.`);
  const error = readUpstreamError(response, redact);
  // The code is the upstream's text, so it is logged only if it looks like a name.
  const cause = `The upstream answered ${status}${error && isCorrelationId(error.code) ? ` ${error.code}` : ''}.`;
  const headers = composeRetryAfter(response, now);
  const options = { ...decideOutcome(rules, status, 'retry-after' in headers), headers, cause };
  if (status === 503) return new Problem('upstream_unavailable', options);
  if (status >= 500) return new Problem('upstream_error', options);
  if (rejectsIdentity(rules, status, error)) return new Problem('upstream_auth', options);
  return new Problem('upstream_refused', { ...options, ...pickErrorMembers(error), status });
}

/** Returns Retry-After in seconds, whichever form the upstream used. */
function composeRetryAfter({ headers }: HttpResponse, now: number): { 'retry-after'?: string } {
  const ms = parseRetryAfter(headers, now);
  return ms === undefined ? {} : { 'retry-after': formatRetryAfter(ms) };
}

/** Outcome of a failed write: 4xx and 503 with Retry-After mean it was not processed. */
function decideOutcome({ isWrite }: ResponseRules, status: number, hasRetryAfter: boolean): { outcome?: Outcome } {
  if (!isWrite) return {};
  const isRejected = status < 500 || (status === 503 && hasRetryAfter);
  return { outcome: isRejected ? 'rejected' : 'unknown' };
}

/** Whether the upstream rejected the managed identity, which is not the caller's fault. */
function rejectsIdentity(rules: ResponseRules, status: number, error: UpstreamError | undefined): boolean {
  return status === 401 || (status === 403 && !rules.relayed403Codes.includes(error?.code ?? ''));
}

/** Leaves out an empty code or message, for which the problem has its own. */
function pickErrorMembers(error: UpstreamError | undefined) {
  if (!error) return {};
  const { code, message, ...rest } = error;
  return { ...rest, ...(code ? { code } : {}), ...(message ? { message } : {}) };
}

function createInvalidResponse(rules: ResponseRules, outcome: Outcome, cause: string): Problem {
  return new Problem('upstream_invalid_response', { ...(rules.isWrite ? { outcome } : {}), cause });
}
