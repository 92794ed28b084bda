/** The headers of every response, and a failure in the operation's own error format. Source: docs/architecture.md (Access and errors); S1-52, S1-53; S3-28; C-32. */

import { ERROR_FORMATS, type ErrorFormat, type ErrorFormatName, type FormatIds } from './error-formats.ts';
import { isHeaderValue, isQuotaHeader, type ResponseMessage } from './message.ts';
import type { Outcome, Problem } from './problem.ts';
import { VERSION } from './version.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Readable for a frontend of another origin, if the platform's CORS settings admit it. */
const EXPOSED_HEADERS =
  'ETag, Age, Azure-AsyncOperation, Cache-Status, Location, Retry-After, WWW-Authenticate, client-request-id, request-id, ' +
  'x-frontdesk-outcome, x-frontdesk-problem, x-frontdesk-upstream-request-id, x-frontdesk-version, x-ms-client-request-id, x-ms-error-code, x-ms-request-id';

interface ResponseIds extends FormatIds {
  /** Whether the caller is known, and may know which version runs. */
  readonly isAuthenticated: boolean;
}

/** Adds the headers that every response has; by default nobody may store one. `returnedId` is the correlation id that the caller wants back. */
export function addHeaders(
  { status, headers, body }: ResponseMessage,
  ids: ResponseIds,
  format?: ErrorFormatName,
  returnedId?: string,
): ResponseMessage {
  const { requestId, upstreamRequestId, isAuthenticated } = ids;
  const common: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers': [EXPOSED_HEADERS, ...Object.keys(headers).filter(isQuotaHeader)].join(', '),
    'x-ms-request-id': requestId,
  };
  if (upstreamRequestId) common['x-frontdesk-upstream-request-id'] = upstreamRequestId;
  if (returnedId) common['x-ms-client-request-id'] = returnedId;
  if (isAuthenticated) common['x-frontdesk-version'] = VERSION;
  const { idHeaders }: Partial<ErrorFormat> = format ? ERROR_FORMATS[format] : {};
  if (idHeaders) Object.assign(common, idHeaders(ids));
  if (body === undefined) return { status, headers: Object.assign(common, headers) };
  common['content-type'] = JSON_TYPE;
  return { status, headers: Object.assign(common, headers), body };
}

interface FailedRequest extends ResponseIds {
  readonly format: ErrorFormatName;
  /** The outcome of a write; undefined for a read. */
  readonly outcome: Outcome | undefined;
}

/** Returns status, headers and body of a failure; each 429 and 503 says when to try again. `now` in epoch milliseconds. */
export function formatProblem(problem: Problem, failed: FailedRequest, now: number): ResponseMessage {
  const { format, outcome } = failed;
  const pause = problem.status === 429 || problem.status === 503 ? { 'retry-after': '1' } : {};
  const headers = {
    ...pause,
    ...problem.headers,
    // An upstream's code may be any text.
    'x-ms-error-code': isHeaderValue(problem.code) ? problem.code : problem.type,
    'x-frontdesk-problem': problem.type,
    ...(outcome && { 'x-frontdesk-outcome': outcome }),
  };
  const body = JSON.stringify(ERROR_FORMATS[format].write(problem, failed, now));
  return { status: problem.status, headers, body };
}
