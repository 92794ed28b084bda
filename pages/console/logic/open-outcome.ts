/** What is known of a write that failed, and what a read says about it. */
import { FrontdeskError, type ResponseOf } from '../../../client/src/index.ts';

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
  /** What was wanted is so now, whoever did it. */
  readonly hasHappened: boolean;
  readonly text: string;
  /** Undefined if there is nothing. */
  readonly response?: ResponseOf<number, Body>;
}

/** What was sent: a deletion, or what a write required of the resource before it. */
export interface SentWrite {
  readonly method: 'PUT' | 'DELETE';
  readonly ifMatch?: string | undefined;
}

/** Reads the resource, and says what is there: who wrote it, no read can tell. Rejects if it cannot be read. */
export async function checkWrite<Body>(
  { method, ifMatch }: SentWrite,
  read: () => Promise<ResponseOf<number, Body>>,
): Promise<Finding<Body>> {
  const response = await read().catch(toAbsent);
  if (response === undefined)
    return method === 'DELETE'
      ? { hasHappened: true, text: 'It is gone.' }
      : { hasHappened: false, text: 'Nothing of this name is there, at least not yet.' };
  const isUnchanged = ifMatch !== undefined && ifMatch === response.etag;
  return { hasHappened: false, text: isUnchanged ? UNCHANGED : TEXTS[method], response };
}

const UNCHANGED = 'It is as it was, at least until now.';
const TEXTS = {
  PUT: 'Nobody can tell: what is there may be what you sent, or of somebody else. Compare it.',
  DELETE: 'It is still there, at least until now.',
} as const;

function toAbsent(error: unknown): undefined {
  if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
}
