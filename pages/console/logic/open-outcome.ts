/** What is known of a write that failed, and what a read says about it. */
import { FrontdeskError, type ResponseOf } from '../../../client/src/index.ts';
import { judgeWrite, type LostWrite } from '../../../lib/upstream/judge-write.ts';

/** The request was not sent: there was no token for it. */
export class NotSent extends Error {}

/** The user did not wait for the response. */
export class StoppedWaiting extends Error {
  constructor() {
    super('You stopped waiting. It may still be carried out.');
  }
}

/** Whether a write that failed like this may have taken effect. */
export function isOutcomeOpen(error: Error): boolean {
  if (!(error instanceof FrontdeskError)) return !(error instanceof NotSent);
  const { outcome, status } = error;
  if (outcome !== undefined) return outcome === 'unknown' || outcome === 'accepted';
  // Not from Frontdesk, whose responses have an outcome.
  return status < 400 || status >= 500;
}

export interface Finding<Body> {
  readonly hasHappened: boolean;
  readonly text: string;
  /** Undefined if there is nothing. */
  readonly response?: ResponseOf<number, Body>;
}

/** Reads the resource, and says whether the write took effect. Rejects if it cannot be read. */
export async function checkWrite<Body>(
  write: LostWrite,
  read: () => Promise<ResponseOf<number, Body>>,
): Promise<Finding<Body>> {
  const response = await read().catch(toAbsent);
  const { status = 404, etag, body } = response ?? {};
  const verdict = judgeWrite(write, { status, etag, body });
  const hasHappened = verdict === 'applied';
  const text = hasHappened ? describeSuccess(write) : describeFailure(write, verdict, response);
  return { hasHappened, text, ...(response && { response }) };
}

function toAbsent(error: unknown): undefined {
  if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
}

function describeSuccess({ method }: LostWrite): string {
  return method === 'DELETE' ? 'It was deleted: it is gone.' : 'It was saved: what is there is what you sent.';
}

function describeFailure(
  { method, ifMatch, ifNoneMatch }: LostWrite,
  verdict: 'rejected' | 'unknown',
  read: { readonly etag: string | undefined } | undefined,
): string {
  const isRejected = verdict === 'rejected';
  if (method === 'DELETE')
    return isRejected
      ? 'It was not deleted: somebody has changed it since you saw it.'
      : 'It was not deleted, at least not yet: it is still there.';
  if (isRejected && read === undefined) return 'It was not saved: it is gone.';
  if (isRejected && ifNoneMatch) return 'It was not saved: there is another one of this name.';
  if (isRejected) return 'It was not saved: somebody has changed it since you saw it.';
  if (read === undefined) return 'It was not saved, at least not yet: there is none of this name.';
  if (ifMatch === read.etag && ifMatch !== undefined) return 'It was not saved, at least not yet: it is as it was.';
  return 'Nobody can tell: what is there may be what you sent, or older.';
}
