/** A failure in the operation's own error format. Source: docs/architecture.md (Errors); S1-52, S1-53; S3-28. */
import type { Problem } from './problem.ts';

export type ErrorShape = 'arm' | 'healthEvent' | 'backupRestore' | 'documentModel' | 'businessData';

/** JSON.stringify leaves out properties that are undefined. */
type ToBody = (problem: Problem, requestId: string, now: number) => unknown;

const BODIES: Readonly<Record<ErrorShape, ToBody>> = {
  arm: (problem) => ({ error: { ...toDetailed(problem), additionalInfo: problem.additionalInfo } }),
  healthEvent: (problem) => ({ code: problem.code, message: problem.message, details: formatDetails(problem) }),
  backupRestore: (problem, requestId, now) => ({
    error: {
      code: problem.code,
      message: formatMessage(problem),
      innerError: { date: new Date(now).toISOString(), 'request-id': requestId },
    },
  }),
  documentModel: (problem) => ({ error: { ...toDetailed(problem), innererror: problem.innerError } }),
  businessData: (problem) => ({ error: { code: problem.code, message: formatMessage(problem) } }),
};

/** Returns the error body as JSON text; `now` in epoch milliseconds. */
export function formatErrorBody(shape: ErrorShape, problem: Problem, requestId: string, now: number): string {
  return JSON.stringify(BODIES[shape](problem, requestId, now));
}

function toDetailed({ code, message, target, details }: Problem) {
  return { code, message, target, details: details.length === 0 ? undefined : details };
}

/** The details in one line, for formats without a list of them. */
function formatDetails({ details }: Problem): string {
  return details.map(({ target, message }) => (target ? `${target}: ${message}` : message)).join('; ');
}

function formatMessage(problem: Problem): string {
  return problem.details.length === 0 ? problem.message : `${problem.message} ${formatDetails(problem)}`;
}
