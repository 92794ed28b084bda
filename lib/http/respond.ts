/** The answer to the caller, success or failure. */
import { type ErrorShape, formatErrorBody } from './error-body.ts';
import type { ResponseMessage } from './message.ts';
import type { Outcome, Problem } from './problem.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What a frontend of another origin may read of an answer, where the platform's CORS lets it in at all. */
const EXPOSED_HEADERS = 'ETag, Age, Cache-Status, Retry-After, WWW-Authenticate, x-frontdesk-outcome, x-ms-request-id';

export interface Success {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Answers are private: none may be kept by anyone but its caller, nor taken for another type than it says. */
export function respond({ status, headers, body }: Success, requestId: string): ResponseMessage {
  const always = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers': EXPOSED_HEADERS,
    'x-ms-request-id': requestId,
  };
  return body === undefined
    ? { status, headers: Object.assign(always, headers) }
    : { status, headers: Object.assign(always, { 'content-type': JSON_TYPE }, headers), body };
}

/** `outcome` is a write's; `now` in epoch milliseconds. */
export function respondProblem(
  shape: ErrorShape,
  problem: Problem,
  outcome: Outcome | undefined,
  requestId: string,
  now: number,
): ResponseMessage {
  return respond(
    {
      status: problem.status,
      headers: { ...problem.headers, ...(outcome ? { 'x-frontdesk-outcome': outcome } : {}) },
      body: formatErrorBody(shape, problem, requestId, now),
    },
    requestId,
  );
}
