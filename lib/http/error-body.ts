/** A failure in the operation's own error shape. Source: DESIGN 3 (Errors); spec 1, Error objects; spec 3, Error object. */
import type { Problem } from './problem.ts';

export type ErrorShape = 'arm' | 'healthEvent' | 'backupRestore' | 'documentModel' | 'businessData';

/** Members that are undefined are left out of the text. */
type ToBody = (problem: Problem, requestId: string, now: number) => unknown;

const SHAPES: Record<ErrorShape, ToBody> = {
  arm: (problem) => ({
    error: {
      ...coded(problem),
      ...targeted(problem),
      ...detailed(problem),
      additionalInfo: problem.additionalInfo,
    },
  }),
  healthEvent: (problem) => ({ ...coded(problem), details: listDetails(problem) }),
  backupRestore: (problem, requestId, now) => ({
    error: {
      code: problem.code,
      message: toSentence(problem),
      innerError: { date: new Date(now).toISOString(), 'request-id': requestId },
    },
  }),
  documentModel: (problem) => ({
    error: {
      ...coded(problem),
      ...targeted(problem),
      ...detailed(problem),
      innererror: problem.innerError,
    },
  }),
  businessData: (problem) => ({ error: { code: problem.code, message: toSentence(problem) } }),
};

/** Answers the error body, as JSON text; `now` in epoch milliseconds. */
export function formatErrorBody(shape: ErrorShape, problem: Problem, requestId: string, now: number): string {
  return JSON.stringify(SHAPES[shape](problem, requestId, now));
}

function coded({ code, message }: Problem) {
  return { code, message };
}

function targeted({ target }: Problem) {
  return { target };
}

function detailed({ details }: Problem) {
  return details.length === 0 ? {} : { details };
}

/** The failing members in one line, for shapes without a list of details. */
function listDetails({ details }: Problem): string {
  return details.map(({ target, message }) => (target ? `${target}: ${message}` : message)).join('; ');
}

function toSentence(problem: Problem): string {
  return problem.details.length === 0 ? problem.message : `${problem.message} ${listDetails(problem)}`;
}
