/** The answer to the caller, success or failure. */
import { type ErrorShape, toErrorBody } from './error-body.ts';
import type { ReplyMessage } from './message.ts';
import type { Outcome, Problem } from './problem.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What a frontend of another origin may read of an answer, where the platform's CORS lets it in at all. */
const EXPOSED = 'ETag, Age, Cache-Status, Retry-After, WWW-Authenticate, x-frontdesk-outcome, x-ms-request-id';

export interface Success {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly content?: Uint8Array | string;
}

/** Answers are private: none may be kept by anyone but its caller, nor taken for another type than it says. */
export function respond({ status, fields, content }: Success, requestId: string): ReplyMessage {
  const always = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers': EXPOSED,
    'x-ms-request-id': requestId,
  };
  return content === undefined
    ? { status, fields: Object.assign(always, fields) }
    : { status, fields: Object.assign(always, { 'content-type': JSON_TYPE }, fields), content };
}

/** `outcome` is a write's; `now` in epoch milliseconds. */
export function respondProblem(
  shape: ErrorShape,
  problem: Problem,
  outcome: Outcome | undefined,
  requestId: string,
  now: number,
): ReplyMessage {
  return respond(
    {
      status: problem.status,
      fields: { ...problem.fields, ...(outcome ? { 'x-frontdesk-outcome': outcome } : {}) },
      content: toErrorBody(shape, problem, requestId, now),
    },
    requestId,
  );
}
