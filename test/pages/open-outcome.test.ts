import { describe, expect, it } from 'vitest';
import { FrontdeskError } from '../../client/src/index.ts';
import { isOutcomeOpen, NotSent, StoppedWaiting } from '../../pages/console/logic/open-outcome.ts';

const SENT = { operation: 'createOrUpdateAuthorization', method: 'PUT', url: '/', attempt: 1 } as const;

function createError(status: number, outcome?: string): FrontdeskError {
  const headers = new Headers(outcome === undefined ? {} : { 'x-frontdesk-outcome': outcome });
  return new FrontdeskError({ status, ok: status < 400, headers } as Response, {}, SENT);
}

describe('a write that failed', () => {
  it.each([
    ['has an unknown outcome', createError(504, 'unknown'), true],
    ['was accepted, and its response was invalid', createError(502, 'accepted'), true],
    ['failed at something between, which tells no outcome', createError(502), true],
    ['succeeded with a page of something between', createError(200), true],
    ['got no response', new TypeError('Failed to fetch'), true],
    ['was not waited for', new StoppedWaiting(), true],
    ['was not sent upstream', createError(503, 'not-sent'), false],
    ['was rejected', createError(500, 'rejected'), false],
    ['was refused by something between', createError(403), false],
    ['had no token', new NotSent('The session has ended.'), false],
  ])('that %s may have taken effect or not', (_, error, isOpen) => {
    expect(isOutcomeOpen(error)).toBe(isOpen);
  });
});
