/** A failure in the operation's own error format. Source: docs/architecture.md (Errors); S1-52, S1-53; S3-28; C-32. */
import type { Problem, ProblemDetail } from './problem.ts';

export type ErrorShape = 'arm' | 'healthEvent' | 'backupRestore' | 'documentModel' | 'businessData';

/** JSON.stringify leaves out properties that are undefined. */
type ToBody = (problem: Problem, requestId: string, now: number) => unknown;

const BODIES: Readonly<Record<ErrorShape, ToBody>> = {
  arm: (problem) => ({ error: toArmError(problem) }),
  healthEvent: (problem) => ({ code: problem.code, message: problem.message, details: formatDetails(problem) }),
  backupRestore: (problem, requestId, now) => ({
    error: { ...toPlainError(problem), innerError: { date: new Date(now).toISOString(), 'request-id': requestId } },
  }),
  documentModel: (problem) => ({ error: toDocumentModelError(problem) }),
  businessData: (problem) => ({ error: toPlainError(problem) }),
};

/** Returns the error body as JSON text; `now` in epoch milliseconds. */
export function formatErrorBody(shape: ErrorShape, problem: Problem, requestId: string, now: number): string {
  return JSON.stringify(BODIES[shape](problem, requestId, now));
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
