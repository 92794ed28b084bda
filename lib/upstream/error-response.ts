/** What an upstream's error means for the caller: whose fault it is, and what became of a write. */
import { isJsonObject } from '../contracts/json-object.ts';
import { ERROR_FORMATS } from '../http/error-formats.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { isCorrelationId, pickRelayedHeaders } from '../http/message.ts';
import { type Outcome, Problem, type ProblemDetail } from '../http/problem.ts';
import { formatRetryAfter, parseRetryAfter } from '../http/retry-after.ts';
import type { ResponseRules } from './accept-response.ts';
import { toMeantStatus } from './failure.ts';
import { readUpstreamError } from './read-error.ts';
import type { Redactor } from './redact.ts';
import { UPSTREAMS, type UpstreamEntry } from './upstreams.ts';

/** Returns what a response means that is no success by contract. `redact` is applied to the texts of the upstream's error. */
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

/** Outcome of a failed write: 4xx and 503 with Retry-After mean it was not processed. */
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
  return [...(typeof code === 'string' && code !== '' ? [code] : []), ...listCodes(innerError ?? innererror)];
}

export function createInvalidResponse({ isWrite }: ResponseRules, cause: string): Problem {
  return new Problem('upstream_invalid_response', { ...(isWrite ? { outcome: 'unknown' } : {}), cause });
}
