/** Reads an upstream's error, and decides what it means: whose fault it is, and what became of a write. Source: S1-52, S3-28. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import { ERROR_FORMATS, type ErrorFormat, type FoundError } from '../http/error-formats.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { decodeUtf8, findExcess, skipByteOrderMark, tryParseJson } from '../http/json-text.ts';
import { isCorrelationId, isJsonLikeMediaType, pickRelayedHeaders } from '../http/message.ts';
import { type Outcome, Problem, type ProblemDetail } from '../http/problem.ts';
import { formatRetryAfter, parseRetryAfter } from '../http/retry-after.ts';
import type { ResponseRules } from './accept-response.ts';
import { toMeantStatus } from './failure.ts';
import type { Redactor } from './redact.ts';
import { UPSTREAMS, type UpstreamEntry } from './upstreams.ts';

/** Returns the problem of a response that is no success by contract. `redact` is applied to the texts of the upstream's error. */
export function toUpstreamProblem(
  rules: ResponseRules,
  response: HttpResponse,
  redact: Redactor,
  now: number,
): Problem {
  const { status } = response;
  if (status < 400) return createInvalidResponse(rules, `The upstream returned ${status}.`);
  const error = readUpstreamError(response, ERROR_FORMATS[rules.errors], redact);
  // The code is the upstream's text, so it is logged only if it looks like a name.
  const cause = `The upstream returned ${status}${error && isCorrelationId(error.code) ? ` ${error.code}` : ''}.`;
  const quota = rules.cache ? {} : pickRelayedHeaders(response.headers, []);
  const headers = { ...quota, ...composeRetryAfter(response, now) };
  const hasRetryAfter = 'retry-after' in headers;
  const meant = toMeantStatus(status, hasRetryAfter);
  const options = { ...decideOutcome(rules, meant, hasRetryAfter), headers, cause };
  if (status === 503) return new Problem('upstream_unavailable', options);
  if (status >= 500) return new Problem('upstream_error', options);
  // A 408 would blame the caller's connection.
  if (meant >= 500) return new Problem('upstream_timeout', options);
  if (OF_THE_HOP.has(status)) return new Problem('upstream_error', options);
  const fault = findDeploymentFault(rules, status, error);
  if (fault) return new Problem('upstream_setup', { ...options, cause: fault });
  if (rejectsIdentity(rules, status, meant, error)) return new Problem('upstream_auth', options);
  const type = meant === 429 ? 'throttled' : 'upstream_refused';
  return new Problem(type, { ...options, ...error, status: meant });
}

/** Statuses about the connection behind Frontdesk; a browser acts on some by itself. Source: RFC 9110 15.5; C-87. */
const OF_THE_HOP: ReadonlySet<number> = new Set([407, 411, 417, 421, 425, 426, 431, 494, 497]);

/** Returns the cause, for the log, of a refusal that only the operator can mend. */
function findDeploymentFault({ upstream, path }: ResponseRules, status: number, error?: ProblemDetail) {
  const { faults = [] }: UpstreamEntry = UPSTREAMS[upstream];
  const text = `${error?.code ?? ''} ${error?.message ?? ''}`;
  const found = faults.find(
    ([own, says, , isOfFixedPath]) => own === status && says.test(text) && !(isOfFixedPath && path.includes('{')),
  );
  return found?.[2];
}

/** Returns Retry-After in seconds, whichever form the upstream used. */
export function composeRetryAfter({ headers }: HttpResponse, now: number): { 'retry-after'?: string } {
  const ms = parseRetryAfter(headers, now);
  return ms === undefined ? {} : { 'retry-after': formatRetryAfter(ms) };
}

/** Returns the outcome of a failed write: 4xx and 503 with Retry-After mean that it was not processed. */
function decideOutcome({ isWrite }: ResponseRules, status: number, hasRetryAfter: boolean): { outcome?: Outcome } {
  if (!isWrite) return {};
  const isRejected = status < 500 || (status === 503 && hasRetryAfter);
  return { outcome: isRejected ? 'rejected' : 'unknown' };
}

/** Whether the upstream rejected the managed identity, which is not the caller's fault; a 403 that does not say why is taken so. */
function rejectsIdentity(rules: ResponseRules, status: number, meant: number, error?: ProblemDetail): boolean {
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
  return [...(typeof code === 'string' && code.trim() !== '' ? [code] : []), ...listCodes(innerError ?? innererror)];
}

export function createInvalidResponse({ isWrite }: ResponseRules, cause: string): Problem {
  return new Problem('upstream_invalid_response', { ...(isWrite ? { outcome: 'unknown' } : {}), cause });
}

const MAX_TEXT = 2_000;
const MAX_DETAILS = 50;
const MAX_DEPTH = 4;
const BODY_LIMITS = { levels: 32, values: 20_000 };

/** Returns undefined if the body has no error in this format; `redact` is applied to every text. */
export function readUpstreamError(
  { headers, body }: HttpResponse,
  format: ErrorFormat,
  redact: Redactor,
): ProblemDetail | undefined {
  if (!isJsonLikeMediaType(headers['content-type'])) return undefined;
  const text = decodeUtf8(skipByteOrderMark(body));
  const value = text === undefined || findExcess(text, BODY_LIMITS) ? undefined : tryParseJson(text);
  return isJsonObject(value) ? redactErrors([format.read(value)], redact, 0)[0] : undefined;
}

function redactErrors(errors: readonly FoundError[], redact: Redactor, depth: number): ProblemDetail[] {
  if (depth > MAX_DEPTH) return [];
  return errors
    .filter(({ code, message }) => typeof code === 'string' || typeof message === 'string')
    .slice(0, MAX_DETAILS)
    .map(({ code, target, message, details: listed = [], innerError, additionalInfo }) => {
      const details = redactErrors(listed, redact, depth + 1);
      return {
        code: readText(code, redact),
        ...(typeof target === 'string' && { target: readText(target, redact) }),
        message: readText(message, redact),
        ...(details.length > 0 && { details }),
        ...(isJsonObject(innerError) && { innerError: readInnerError(innerError, redact, 0) }),
        ...(Array.isArray(additionalInfo) && { additionalInfo: readAdditionalInfo(additionalInfo, redact) }),
      };
    });
}

function readInnerError({ code, message, innererror }: JsonObject, redact: Redactor, depth: number): unknown {
  return {
    ...(typeof code === 'string' && { code: readText(code, redact) }),
    ...(typeof message === 'string' && { message: readText(message, redact) }),
    ...(isJsonObject(innererror) && depth < MAX_DEPTH && { innererror: readInnerError(innererror, redact, depth + 1) }),
  };
}

function readAdditionalInfo(entries: readonly unknown[], redact: Redactor): unknown {
  return entries
    .filter(isJsonObject)
    .slice(0, MAX_DETAILS)
    .map(({ type, info }) => ({
      type: readText(type, redact),
      ...(isJsonObject(info) && { info: redactStrings(info, redact) }),
    }));
}

function redactStrings(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return readText(value, redact);
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : redact(String(value));
  if (Array.isArray(value)) return value.map((element) => redactStrings(element, redact));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [readText(name, redact), redactStrings(member, redact)]),
  );
}

function readText(value: unknown, redact: Redactor): string {
  return typeof value === 'string' ? redact(value).slice(0, MAX_TEXT) : '';
}
