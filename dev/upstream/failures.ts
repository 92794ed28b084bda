/** The error shapes of the emulated APIs. A route says what failed; the shape is its API's own. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { answerJson } from './answer.ts';
import type { JsonObject } from './json.ts';

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly Detail[];
  readonly inner?: { readonly code: string; readonly message: string };
}

/** One thing that is wrong with a request; `target` is the member's path. */
export type Detail = { readonly code: string; readonly target: string; readonly message: string };

/** Answers a failure in one API's shape. */
export type FailureShape = (c: Context, failure: Failure) => Response;

/** Spec 1, Error objects, authorization operation. */
export const armFailure: FailureShape = (c, { status, code, message, details }) =>
  answerJson(c, status, { error: { code, message, ...(details && { details }) } });

/** Spec 1, Error objects, health-event operation: bare, `details` a string. The live service answers the common envelope. */
export const healthFailure: FailureShape = (c, { status, code, message }) =>
  answerJson(c, status, { code, message, details: `Correlation id: ${randomUUID()}` });

/** Public-cloud 1.4, error body. */
export const graphFailure: FailureShape = (c, { status, code, message }) => {
  const innerError = {
    date: new Date().toISOString().slice(0, 19),
    'request-id': randomUUID(),
    'client-request-id': c.req.header('client-request-id') ?? randomUUID(),
  };
  return answerJson(c, status, { error: { code, message, innerError } });
};

/** Spec 3, Error object (document model service). */
export const documentsFailure: FailureShape = (c, { status, code, message, details, inner }) => {
  const error: JsonObject = {
    code,
    message,
    ...(details && { details }),
    ...(inner && { innererror: inner }),
  };
  return answerJson(c, status, { error });
};

/** Public-cloud 1.7, error body: the message ends with the correlation id. */
export const businessFailure: FailureShape = (c, { status, code, message }) =>
  answerJson(c, status, { error: { code, message: `${message}  CorrelationId:  ${randomUUID()}.` } });
