import { describe, expect, it } from 'vitest';
import { FrontdeskError, type ResponseOf, type StreamingJob } from '../../client/src/index.ts';
import { checkJobWrite, type JobWrite } from '../../pages/console/logic/job-write.ts';
import { checkWrite, isOutcomeOpen, NotSent, StoppedWaiting } from '../../pages/console/logic/open-outcome.ts';

const SENT = { operation: 'createOrUpdateAuthorization', method: 'PUT', url: '/', attempt: 1 } as const;

function createError(status: number, outcome?: string): FrontdeskError {
  const headers = new Headers(outcome === undefined ? {} : { 'x-frontdesk-outcome': outcome });
  return new FrontdeskError({ status, ok: status < 400, headers } as Response, {}, SENT);
}

function createRead<Body>(body: Body, etag?: string) {
  const headers = new Headers();
  const ids = { requestId: undefined, upstreamRequestId: undefined, cacheStatus: undefined };
  return async (): Promise<ResponseOf<number, Body>> => ({ status: 200, body, etag, headers, ...ids });
}

const absent = () => Promise.reject(createError(404));

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

describe('the check of a write whose outcome is not known', () => {
  const body = { properties: { status: 'Connected' } };

  it.each([
    ['PUT', 'what was sent is there: it may be of somebody else', createRead(body, '"2"'), false, 'Nobody can tell'],
    ['PUT', 'it is unchanged', createRead(body, '"1"'), false, 'It is as it was'],
    ['PUT', 'nothing is there', absent, false, 'Nothing of this name is there'],
    ['DELETE', 'it is gone', absent, true, 'It is gone.'],
    ['DELETE', 'it is unchanged', createRead(body, '"1"'), false, 'It is as it was'],
    ['DELETE', 'another is there', createRead(body, '"2"'), false, 'It is still there'],
  ] as const)('of a %s says what is there if %s', async (method, _, read, hasHappened, text) => {
    const found = await checkWrite({ method, ifMatch: '"1"' }, read);
    expect(found.hasHappened).toBe(hasHappened);
    expect(found.text).toContain(text);
    expect(found.response === undefined).toBe(read === absent);
  });

  it('rejects if nothing could be read', async () => {
    const read = () => Promise.reject(createError(503, 'not-sent'));
    await expect(checkWrite({ method: 'DELETE' }, read)).rejects.toMatchObject({ status: 503 });
  });

  it.each([
    ['start', 'Running', 'It was started: the job is Running.'],
    ['start', 'Stopped', 'It was not started, at least not yet: the job is Stopped.'],
    ['stop', 'Stopping', 'It was stopped: the job is Stopping.'],
    ['stop', 'Running', 'It was not stopped, at least not yet: the job is Running.'],
  ])('tells by the state of a job what became of a %s: %s', async (kind, jobState, text) => {
    const path = { subscriptionId: 's', resourceGroupName: 'g', jobName: 'clicks' };
    const write = { kind, path, body: undefined } as JobWrite;
    const found = await checkJobWrite(write, createRead({ properties: { jobState } } as StreamingJob));
    expect(found.text).toBe(text);
  });
});
