/** The response to the caller, for success and failure. */
import { type ErrorShape, formatErrorBody } from './error-body.ts';
import type { ResponseMessage } from './message.ts';
import type { Outcome, Problem } from './problem.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Readable for a frontend of another origin, if the platform's CORS settings admit it. */
const EXPOSED_HEADERS = 'ETag, Age, Cache-Status, Retry-After, WWW-Authenticate, x-frontdesk-outcome, x-ms-request-id';

/** Adds the headers that every response has; by default nobody may store one. */
export function respond({ status, headers, body }: ResponseMessage, requestId: string): ResponseMessage {
  const common = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers': EXPOSED_HEADERS,
    'x-ms-request-id': requestId,
  };
  return body === undefined
    ? { status, headers: Object.assign(common, headers) }
    : { status, headers: Object.assign(common, { 'content-type': JSON_TYPE }, headers), body };
}

interface FailedRequest {
  readonly requestId: string;
  readonly shape: ErrorShape;
  /** Only of a write. */
  readonly outcome: Outcome | undefined;
}

/** Returns the response for a failure; each 429 and 503 says when to try again. `now` in epoch milliseconds. */
export function respondProblem(problem: Problem, failed: FailedRequest, now: number): ResponseMessage {
  const { requestId, shape, outcome } = failed;
  const pause = problem.status === 429 || problem.status === 503 ? { 'retry-after': '1' } : {};
  const headers = { ...pause, ...problem.headers, ...(outcome && { 'x-frontdesk-outcome': outcome }) };
  const body = formatErrorBody(shape, problem, requestId, now);
  return respond({ status: problem.status, headers, body }, requestId);
}
