/** What is known of a write that failed. */
import { FrontdeskError } from '../../../client/src/index.ts';

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
