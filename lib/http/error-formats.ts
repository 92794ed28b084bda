/** The error formats: how an upstream's error is read, and how a failure is written. Source: S1-52, S1-53; S3-28; C-32. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import type { Problem, ProblemDetail } from './problem.ts';

/** Ids by which a response is found in a log. */
export interface FormatIds {
  readonly requestId: string;
  /** The upstream's own id of the last call for this request, if there was one. */
  readonly upstreamRequestId?: string | undefined;
  readonly clientRequestId?: string | undefined;
}

/** An upstream's error as it was sent: texts may be anything, of any length. */
export interface FoundError {
  readonly code: unknown;
  readonly message: unknown;
  readonly target?: unknown;
  readonly details?: readonly FoundError[];
  readonly innerError?: unknown;
  readonly additionalInfo?: unknown;
}

/** All that is known of a format. An entry of UPSTREAMS names its own, and an operation that differs. */
export interface ErrorFormat {
  readonly read: (body: JsonObject) => FoundError;
  /** Returns the body of a failure; JSON leaves out members that are undefined. `now` in epoch milliseconds. */
  readonly write: (problem: Problem, ids: FormatIds, now: number) => unknown;
  /** Returns the headers by which clients of the API find the ids of every response. */
  readonly idHeaders?: (ids: FormatIds) => Readonly<Record<string, string>>;
}

export const ERROR_FORMATS = {
  arm: { read: readWrapped, write: (problem) => ({ error: toError(problem, toAdditionalInfo) }) },
  healthEvent: {
    read: readHealthEvent,
    write: (problem) => ({ code: problem.code, message: problem.message, details: formatDetails(problem) }),
  },
  backupRestore: {
    read: readWrapped,
    write: (problem, { requestId, clientRequestId = requestId }, now) => {
      const ids = { 'request-id': requestId, 'client-request-id': clientRequestId };
      return { error: { ...toPlainError(problem), innerError: { date: new Date(now).toISOString(), ...ids } } };
    },
    idHeaders: ({ requestId, upstreamRequestId = requestId, clientRequestId = requestId }) => ({
      'request-id': upstreamRequestId,
      'client-request-id': clientRequestId,
    }),
  },
  documentModel: { read: readWrapped, write: (problem) => ({ error: toError(problem, toInnerError) }) },
  businessData: { read: readWrapped, write: (problem) => ({ error: toPlainError(problem) }) },
} as const satisfies Readonly<Record<string, ErrorFormat>>;

export type ErrorFormatName = keyof typeof ERROR_FORMATS;

/** A gateway in front of an API may leave out the wrapper. */
function readWrapped(body: JsonObject): FoundError {
  return readParts(isJsonObject(body['error']) ? body['error'] : body);
}

/** The details are a text; the management API's own errors have a list. */
function readHealthEvent(body: JsonObject): FoundError {
  const { details: text } = body;
  const { code, ...error } = readWrapped(body);
  return typeof text === 'string' ? { code, ...error, details: [{ code, message: text }] } : { code, ...error };
}

/** Reads an error and its details, which have the same members. */
function readParts({ code, message, target, details, innererror, additionalInfo }: JsonObject): FoundError {
  const listed = Array.isArray(details) ? details.filter(isJsonObject).map(readParts) : [];
  return { code, message, target, details: listed, innerError: innererror, additionalInfo };
}

const toAdditionalInfo = ({ additionalInfo }: ProblemDetail) => ({ additionalInfo });
const toInnerError = ({ innerError }: ProblemDetail) => ({ innererror: innerError });

/** The error itself has no target, so that goes into the details. */
function toPlainError({ code, message, target, details }: Problem) {
  const listed = details.length === 0 && target !== undefined ? [{ code, message, target }] : details;
  return toError({ code, message, details: listed });
}

/** Writes an error and its details with the same members; `toOwn` returns those of one format. */
function toError(error: ProblemDetail, toOwn: (error: ProblemDetail) => object = () => ({})): object {
  const { code, message, target, details = [] } = error;
  const listed = details.map((detail) => toError(detail, toOwn));
  return { code, message, target, details: listed.length === 0 ? undefined : listed, ...toOwn(error) };
}

/** The details in one line, for the format that has a text for them. */
function formatDetails({ details }: Problem): string {
  return details.map(({ target, message }) => (target ? `${target}: ${message}` : message)).join('; ');
}
