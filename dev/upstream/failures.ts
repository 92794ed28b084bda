/** Error responses in each emulated API's format. */
import { randomUUID } from 'node:crypto';
import type { Context, ErrorHandler } from 'hono';
import { type JsonObject, toJsonResponse } from './json.ts';

/** One mistake in a request. `target` is the member's path. */
export type Detail = { readonly code: string; readonly target: string; readonly message: string };

interface More {
  readonly details?: readonly Detail[] | JsonObject;
  readonly inner?: { readonly code: string; readonly message: string };
  readonly target?: string;
  readonly additionalInfo?: readonly { readonly type: string; readonly info: JsonObject }[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown where a request fails; the API returns it in its format. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: More;

  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** Composes the body of an error response in one API's format. */
export type FailureFormat = (failure: Failure, c: Context) => JsonObject;

/** Returns what makes the response of a failure. A filter that cannot be parsed is a SyntaxError. */
export function respondWithFailures(format: FailureFormat): ErrorHandler {
  return (error, c) => {
    const failure = error instanceof SyntaxError ? new Failure(400, 'BadRequest', error.message) : error;
    if (!(failure instanceof Failure)) throw failure;
    for (const [name, value] of Object.entries(failure.more.headers ?? {})) c.header(name, value);
    return toJsonResponse(c, failure.status, format(failure, c));
  };
}

/** The common envelope `{ error: … }` (S1-52). */
export const armFormat: FailureFormat = ({ code, message, more: { target, details, additionalInfo } }) => ({
  error: { code, target, message, details, additionalInfo },
});

/** Without the envelope, `details` is a string (S1-53). The live service uses the common envelope. */
export const healthFormat: FailureFormat = ({ code, message }) => ({
  code,
  message,
  details: `Correlation id: ${randomUUID()}`,
});

/** With `innerError`, as in the live API. */
export const graphFormat: FailureFormat = ({ code, message }, c) => {
  const innerError = {
    date: new Date().toISOString().slice(0, 19),
    'request-id': randomUUID(),
    'client-request-id': c.req.header('client-request-id') ?? randomUUID(),
  };
  return { error: { code, message, innerError } };
};

/** With `innererror` (S3-28). */
export const documentsFormat: FailureFormat = ({ code, message, more: { details, inner } }) => ({
  error: { code, message, details, innererror: inner },
});

/** The live service's messages end with the correlation id. */
export const businessFormat: FailureFormat = ({ code, message }) => ({
  error: { code, message: `${message}  CorrelationId:  ${randomUUID()}.` },
});
