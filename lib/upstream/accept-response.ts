/** Decides what an upstream's response means for the caller: a valid success, the upstream's rejection, or a failure. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import type { JsonRules } from '../http/edit-json.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { isCorrelationId, isJsonLikeMediaType, pickRelayedHeaders } from '../http/message.ts';
import { decodeUtf8, findExcess, skipByteOrderMark, tryParseJson } from '../http/parse-json.ts';
import { type Outcome, Problem } from '../http/problem.ts';
import { formatRetryAfter, parseRetryAfter } from '../http/retry-after.ts';
import { readUpstreamError, type UpstreamError } from './error-body.ts';
import { toMeantStatus } from './failure.ts';
import type { Redactor } from './redact.ts';
import { UPSTREAMS, type UpstreamName } from './upstreams.ts';

/** Names of the members without which a body differs from the contract; of a list, those of each element. */
export type RequiredMembers = readonly string[] | { readonly list: string; readonly each: readonly string[] };

export interface ResponseRules {
  readonly upstream: UpstreamName;
  /** By success status; null for no body. */
  readonly responses: Readonly<Record<number, RequiredMembers | null>>;
  readonly isWrite: boolean;
  readonly redactRules?: JsonRules | undefined;
  readonly access?: { readonly each?: unknown };
  readonly paged?: { readonly link: string };
  readonly cache?: { readonly toExpiry?: (body: unknown) => number | undefined };
  /** The poll of a long-running write: any success says how far that is. */
  readonly isPoll?: true;
}

export interface AcceptedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: AcceptedBody;
  /** Where the upstream says that a long-running write is watched, by the header's name. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** How it differs from the contract, in our own words; absent if it does not. */
  readonly drift?: string;
}

/** A JSON object: its bytes unchanged, and what is needed of its value, which takes several times the memory. */
export interface AcceptedBody {
  readonly bytes: Buffer;
  readonly text: string;
  /** Of a list: the member that links to the next page. */
  readonly next: unknown;
  /** Epoch milliseconds at which the content itself expires. */
  readonly expiresAt: number | undefined;
}

export interface DecodedResponse extends HttpResponse {
  /** After a byte order mark; undefined for a failure, and for a body that is not UTF-8 or beyond the limits. */
  readonly text: string | undefined;
}

/** Apart from acceptResponse, which parses: of a large body either takes milliseconds. */
export function decodeResponse(rules: ResponseRules, { status, headers, body }: HttpResponse): DecodedResponse {
  const text = status < 300 ? decodeUtf8(skipByteOrderMark(body)) : undefined;
  return { status, headers, body, text: text !== undefined && isWithinLimits(rules, status, text) ? text : undefined };
}

/** Of the text, not of the value: the text is edited later, and it can have a member twice. */
function isWithinLimits(rules: ResponseRules, status: number, text: string): boolean {
  const values = MIN_MAX_VALUES + text.length / toBytesPerValue(rules, status);
  return findExcess(text, { levels: MAX_DEPTH, values }) === undefined;
}

/**
 * A success stays a success where what Frontdesk itself uses is there: for a read a JSON object with its arrays.
 * @throws Problem for every other response; `redact` is applied to the texts of the upstream's error.
 */
export function acceptResponse(
  rules: ResponseRules,
  response: DecodedResponse,
  redact: Redactor,
  now: number,
): AcceptedResponse {
  const { status } = response;
  const required = rules.responses[status];
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && rules.isPoll) return acceptPoll(rules, response, now);
  if (isSuccess && rules.isWrite) return acceptWrite(rules, response, required, now);
  if (!required) throw toUpstreamProblem(rules, response, redact, now);
  const value = readValue(response);
  if (!value || ('list' in required && !Array.isArray(value[required.list])))
    throw createInvalidResponse(rules, 'The response body is no JSON object with the lists of the contract.');
  const headers = pickRelayedHeaders(response.headers);
  const drift = listMissing(value, required).join(', ');
  return { status, headers, body: toBody(rules, response, value), ...(drift && { drift }) };
}

/** A write that succeeded is never a failure, whatever its response is like: a caller would repeat it. */
function acceptWrite(
  rules: ResponseRules,
  response: DecodedResponse,
  required: RequiredMembers | null | undefined,
  now: number,
): AcceptedResponse {
  const { status } = response;
  const isPending = status === 202;
  const pending = isPending ? { 'x-frontdesk-outcome': 'accepted', ...composeRetryAfter(response, now) } : {};
  const headers = { ...pickRelayedHeaders(response.headers), ...pending };
  const value = required === null || WITHOUT_BODY.has(status) ? undefined : readValue(response);
  const drift = isPending ? undefined : describeDrift(status, value, required);
  const body = value && { body: toBody(rules, response, value) };
  return { status, headers, ...pickAddresses(response), ...body, ...(drift && { drift }) };
}

/** A poll of a long-running write: a read, so without an outcome. With an ended one comes its result, or nothing. */
function acceptPoll(rules: ResponseRules, response: DecodedResponse, now: number): AcceptedResponse {
  const { drift: _, headers: written, ...accepted } = acceptWrite(rules, response, undefined, now);
  const { 'x-frontdesk-outcome': __, ...headers } = written;
  return { ...accepted, headers: { ...headers, ...composeRetryAfter(response, now) } };
}

/** A Location with another status than 202 is the resource's own address. */
function pickAddresses({ status, headers }: HttpResponse): Pick<AcceptedResponse, 'addresses'> {
  const { location, 'azure-asyncoperation': progress } = headers;
  const addresses = {
    ...(location && status === 202 && { location }),
    ...(progress && { 'azure-asyncoperation': progress }),
  };
  return Object.keys(addresses).length > 0 ? { addresses } : {};
}

/** HTTP allows no body with them. Source: RFC 9110 15.3.5, 15.3.6. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

function describeDrift(status: number, body: JsonObject | undefined, required?: RequiredMembers | null) {
  if (required === undefined) return `status ${status}`;
  if (required === null) return undefined;
  return body ? listMissing(body, required).join(', ') : 'body';
}

const MAX_DEPTH = 64;
/** A body may have this many values, and more the larger it is: work takes time by values more than by bytes. */
const MIN_MAX_VALUES = 20_000;

/** One more for so many bytes: of a body that is parsed, of a list that is searched for secrets, and of what takes longest. */
const BYTES_PER_VALUE = { parsed: 32, listed: 64, longest: 512 };

/** An element that may be hidden is decided on; a single resource has no name twice. */
function toBytesPerValue({ isWrite, isPoll, access, redactRules, responses }: ResponseRules, status: number): number {
  if (isWrite || isPoll || access?.each) return BYTES_PER_VALUE.longest;
  if (!redactRules?.dropMembersNamed) return BYTES_PER_VALUE.parsed;
  return 'list' in (responses[status] ?? []) ? BYTES_PER_VALUE.listed : BYTES_PER_VALUE.longest;
}

/** Returns undefined unless the body is a JSON object within the limits. */
function readValue({ headers, text }: DecodedResponse): JsonObject | undefined {
  const type = headers['content-type'];
  if (text === undefined || (type !== undefined && !isJsonLikeMediaType(type))) return undefined;
  const value = tryParseJson(text);
  return isJsonObject(value) ? value : undefined;
}

function toBody({ paged, cache }: ResponseRules, { body, text }: DecodedResponse, value: JsonObject): AcceptedBody {
  const next = paged && value[paged.link];
  return { bytes: skipByteOrderMark(body), text: text as string, next, expiresAt: cache?.toExpiry?.(value) };
}

/** Lists what is missing, also by null: `id`, `value[].name`. */
function listMissing(body: JsonObject, required: RequiredMembers): readonly string[] {
  if (!('list' in required)) return required.filter((name) => isMissing(body, name));
  const { list, each } = required;
  const elements = body[list];
  if (!Array.isArray(elements)) return [list];
  const missing = new Set<string>();
  for (const element of elements) for (const name of each) if (isMissing(element, name)) missing.add(name);
  return each.filter((name) => missing.has(name)).map((name) => `${list}[].${name}`);
}

function isMissing(value: unknown, name: string): boolean {
  return !isJsonObject(value) || value[name] === undefined || value[name] === null;
}

function toUpstreamProblem(rules: ResponseRules, response: HttpResponse, redact: Redactor, now: number): Problem {
  const { status } = response;
  if (status < 400) return createInvalidResponse(rules, `The upstream returned ${status}.`);
  const error = readUpstreamError(response, redact);
  // The code is the upstream's text, so it is logged only if it looks like a name.
  const cause = `The upstream returned ${status}${error && isCorrelationId(error.code) ? ` ${error.code}` : ''}.`;
  const headers = composeRetryAfter(response, now);
  const hasRetryAfter = 'retry-after' in headers;
  const meant = toMeantStatus(status, hasRetryAfter);
  const options = { ...decideOutcome(rules, meant, hasRetryAfter), headers, cause };
  if (status === 503) return new Problem('upstream_unavailable', options);
  if (status >= 500) return new Problem('upstream_error', options);
  // A 408 would blame the caller's connection.
  if (meant >= 500) return new Problem('upstream_timeout', options);
  if (rejectsIdentity(rules, status, meant, error)) return new Problem('upstream_auth', options);
  return new Problem('upstream_refused', { ...options, ...pickErrorMembers(error), status: meant });
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

/** Whether the upstream rejected the managed identity, which is not the caller's fault; a 403 that does not say why is taken so. */
function rejectsIdentity(rules: ResponseRules, status: number, meant: number, error?: UpstreamError): boolean {
  if (status !== 403) return status === 401;
  // The status as a code says nothing.
  const codes = listCodes(error).filter((code) => code !== '403');
  return (
    codes.some((code) => UPSTREAMS[rules.upstream].identityCodes.test(code)) || (codes.length === 0 && meant === 403)
  );
}

/** Lists the error's code and those of its inner errors. */
function listCodes(error: unknown): string[] {
  if (!isJsonObject(error)) return [];
  const { code, innerError, innererror } = error;
  return [...(typeof code === 'string' && code !== '' ? [code] : []), ...listCodes(innerError ?? innererror)];
}

/** Leaves out an empty code or message, for which the problem has its own. */
function pickErrorMembers(error: UpstreamError | undefined) {
  if (!error) return {};
  const { code, message, ...rest } = error;
  return { ...rest, ...(code ? { code } : {}), ...(message ? { message } : {}) };
}

function createInvalidResponse({ isWrite }: ResponseRules, cause: string): Problem {
  return new Problem('upstream_invalid_response', { ...(isWrite ? { outcome: 'unknown' } : {}), cause });
}
