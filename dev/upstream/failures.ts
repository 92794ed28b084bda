/** Error responses in each emulated API's format. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { JsonObject } from './json.ts';
import { toJsonResponse } from './response-headers.ts';

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly Detail[];
  readonly inner?: { readonly code: string; readonly message: string };
  readonly target?: string;
  readonly additionalInfo?: readonly { readonly type: string; readonly info: JsonObject }[];
}

/** One mistake in a request. `target` is the member's path. */
export type Detail = { readonly code: string; readonly target: string; readonly message: string };

/** Composes an error response in one API's format. */
export type FailureFormat = (c: Context, failure: Failure) => Response;

/** The common envelope `{ error: … }` (S1-52). */
export const armFailure: FailureFormat = (c, { status, code, message, target, details, additionalInfo }) =>
  toJsonResponse(c, status, { error: { code, target, message, details, additionalInfo } });

/** Without the envelope, `details` is a string (S1-53). The live service uses the common envelope. */
export const healthFailure: FailureFormat = (c, { status, code, message }) =>
  toJsonResponse(c, status, { code, message, details: `Correlation id: ${randomUUID()}` });

/** With `innerError`, as in the live API. */
export const graphFailure: FailureFormat = (c, { status, code, message }) => {
  const innerError = {
    date: new Date().toISOString().slice(0, 19),
    'request-id': randomUUID(),
    'client-request-id': c.req.header('client-request-id') ?? randomUUID(),
  };
  return toJsonResponse(c, status, { error: { code, message, innerError } });
};

/** With `innererror` (S3-28). */
export const documentsFailure: FailureFormat = (c, { status, code, message, details, inner }) => {
  const error: JsonObject = {
    code,
    message,
    ...(details && { details }),
    ...(inner && { innererror: inner }),
  };
  return toJsonResponse(c, status, { error });
};

/** The live service's messages end with the correlation id. */
export const businessFailure: FailureFormat = (c, { status, code, message }) =>
  toJsonResponse(c, status, { error: { code, message: `${message}  CorrelationId:  ${randomUUID()}.` } });
