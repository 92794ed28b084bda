/** The response to the caller: a success, or a failure in the operation's own error format. Source: docs/architecture.md (Access and errors); S1-52, S1-53; S3-28; C-32. */

import { isHeaderValue, type ResponseMessage } from './message.ts';
import type { Outcome, Problem, ProblemDetail } from './problem.ts';
import { VERSION } from './version.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Readable for a frontend of another origin, if the platform's CORS settings admit it. */
const EXPOSED_HEADERS =
  'ETag, Age, Azure-AsyncOperation, Cache-Status, Location, Retry-After, WWW-Authenticate, client-request-id, request-id, ' +
  'x-frontdesk-outcome, x-frontdesk-problem, x-frontdesk-upstream-request-id, x-frontdesk-version, x-ms-error-code, x-ms-request-id';

/** Whose response it is, and by which ids it is found in a log. */
interface ResponseIds {
  readonly requestId: string;
  /** The upstream's own id of the last call for this request, if there was one. */
  readonly upstreamRequestId: string | undefined;
  /** The caller's correlation id. */
  readonly clientRequestId?: string | undefined;
  /** Whether the caller is known, and may know which version runs. */
  readonly isAuthenticated: boolean;
}

/** Adds the headers that every response has; by default nobody may store one. */
export function respond(
  { status, headers, body }: ResponseMessage,
  ids: ResponseIds,
  shape?: ErrorShape,
): ResponseMessage {
  const { requestId, upstreamRequestId, clientRequestId, isAuthenticated } = ids;
  const common: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers': EXPOSED_HEADERS,
    'x-ms-request-id': requestId,
  };
  if (upstreamRequestId) common['x-frontdesk-upstream-request-id'] = upstreamRequestId;
  if (isAuthenticated) common['x-frontdesk-version'] = VERSION;
  if (shape === 'backupRestore') {
    // By these names Graph's clients find them.
    common['request-id'] = upstreamRequestId ?? requestId;
    common['client-request-id'] = clientRequestId ?? requestId;
  }
  if (body === undefined) return { status, headers: Object.assign(common, headers) };
  common['content-type'] = JSON_TYPE;
  return { status, headers: Object.assign(common, headers), body };
}

interface FailedRequest extends ResponseIds {
  readonly shape: ErrorShape;
  /** Only of a write. */
  readonly outcome: Outcome | undefined;
}

/** Returns the response for a failure; each 429 and 503 says when to try again. `now` in epoch milliseconds. */
export function respondProblem(problem: Problem, failed: FailedRequest, now: number): ResponseMessage {
  const { shape, outcome } = failed;
  const pause = problem.status === 429 || problem.status === 503 ? { 'retry-after': '1' } : {};
  const headers = {
    ...pause,
    ...problem.headers,
    // An upstream's code may be any text.
    'x-ms-error-code': isHeaderValue(problem.code) ? problem.code : problem.type,
    'x-frontdesk-problem': problem.type,
    ...(outcome && { 'x-frontdesk-outcome': outcome }),
  };
  const body = formatErrorBody(shape, problem, failed, now);
  return respond({ status: problem.status, headers, body }, failed, shape);
}

export type ErrorShape = 'arm' | 'healthEvent' | 'backupRestore' | 'documentModel' | 'businessData';

/** JSON.stringify leaves out properties that are undefined. */
type ToBody = (problem: Problem, ids: Pick<ResponseIds, 'requestId' | 'clientRequestId'>, now: number) => unknown;

const BODIES: Readonly<Record<ErrorShape, ToBody>> = {
  arm: (problem) => ({ error: toArmError(problem) }),
  healthEvent: (problem) => ({ code: problem.code, message: problem.message, details: formatDetails(problem) }),
  backupRestore: (problem, { requestId, clientRequestId = requestId }, now) => {
    const ids = { 'request-id': requestId, 'client-request-id': clientRequestId };
    return { error: { ...toPlainError(problem), innerError: { date: new Date(now).toISOString(), ...ids } } };
  },
  documentModel: (problem) => ({ error: toDocumentModelError(problem) }),
  businessData: (problem) => ({ error: toPlainError(problem) }),
};

/** Returns the error body as JSON text; `now` in epoch milliseconds. */
export function formatErrorBody(
  shape: ErrorShape,
  problem: Problem,
  ids: Pick<ResponseIds, 'requestId' | 'clientRequestId'>,
  now: number,
): string {
  return JSON.stringify(BODIES[shape](problem, ids, now));
}

function toArmError(error: ProblemDetail): unknown {
  return { ...toError(error, toArmError), additionalInfo: error.additionalInfo };
}

function toDocumentModelError(error: ProblemDetail): unknown {
  return { ...toError(error, toDocumentModelError), innererror: error.innerError };
}

/** The error itself has no target, so that goes into the details. */
function toPlainError({ code, message, target, details }: Problem) {
  const listed = details.length === 0 && target !== undefined ? [{ code, message, target }] : details;
  return toError({ code, message, details: listed }, toPlainDetail);
}

function toPlainDetail(detail: ProblemDetail): unknown {
  return toError(detail, toPlainDetail);
}

/** `toDetail` formats the details: the same shape at every depth. */
function toError({ code, message, target, details = [] }: ProblemDetail, toDetail: (detail: ProblemDetail) => unknown) {
  return { code, message, target, details: details.length === 0 ? undefined : details.map(toDetail) };
}

/** The details in one line, for the format that has a text for them. */
function formatDetails({ details }: Problem): string {
  return details.map(({ target, message }) => (target ? `${target}: ${message}` : message)).join('; ');
}
