import { describe, expect, it } from 'vitest';
import { FrontdeskError, type StreamingJob } from '../../client/src/index.ts';
import { isSettled, readOperationId, readProgress, readWaitMs } from '../../pages/console/logic/progress.ts';
import { describeError, isForNow } from '../../pages/console/logic/watch.ts';

/** What was sent. */
const SENT = { operation: 'getOperation', method: 'GET', url: '/operations/0a1b', attempt: 1 } as const;

describe('the progress of a long-running write', () => {
  it.each([
    [202, undefined, 'pending'],
    [200, { status: 'InProgress' }, 'pending'],
    [200, { status: 'Succeeded' }, 'done'],
    [200, undefined, 'done'],
    [200, { name: 'clicks' }, 'done'],
    [204, undefined, 'done'],
    [200, { status: 'Failed', error: { message: 'No input.' } }, { failed: 'No input.' }],
    [200, { status: 'Canceled' }, { failed: 'Canceled' }],
  ])('%i %j is %j', (status, body, expected) => {
    expect(readProgress({ status, body })).toEqual(expected);
  });

  it('waits as long as the service asks, within a minute', () => {
    expect(['10', 3, null, undefined, '0', 'soon', '3600'].map(readWaitMs)).toEqual([
      10_000, 3_000, 5_000, 5_000, 5_000, 5_000, 60_000,
    ]);
  });

  it('finds the operation in the address of either header', () => {
    const address = 'https://frontdesk.example/operations/0a1b';
    expect(readOperationId(new Headers({ location: address }))).toBe('0a1b');
    expect(readOperationId(new Headers({ 'azure-asyncoperation': address, location: '/elsewhere' }))).toBe('0a1b');
    expect(readOperationId(new Headers({ location: '/elsewhere' }))).toBeUndefined();
  });

  it.each([
    ['Running', 'Succeeded', true],
    ['Created', undefined, true],
    ['Starting', 'Succeeded', false],
    ['Stopped', 'Updating', false],
    ['Failed', 'Failed', true],
  ])('a job that is %s and %s is settled: %j', (jobState, provisioningState, expected) => {
    const properties = { jobState, ...(provisioningState && { provisioningState }) };
    expect(isSettled({ id: '/a', name: 'a', properties } as StreamingJob)).toBe(expected);
  });

  it.each([
    ...[400, 403, 404, 405, 409, 410, 412, 413, 415, 422].map((status) => [status, false] as const),
    // A new token may be accepted; time may help; a 200 that is no JSON comes from a proxy.
    ...[200, 401, 408, 429, 500, 502, 503, 504].map((status) => [status, true] as const),
  ])('a check that ends with %i says nothing of the job: %j', (status, expected) => {
    expect(isForNow(new FrontdeskError(new Response(null, { status }), undefined, SENT))).toBe(expected);
  });

  it('nor does one without a response, whose reason is the same in every browser', () => {
    expect(isForNow(new TypeError('fetch failed'))).toBe(true);
    expect(['Failed to fetch', 'Load failed'].map((text) => describeError(new TypeError(text)))).toEqual([
      'Frontdesk did not respond.',
      'Frontdesk did not respond.',
    ]);
    expect(describeError(new Error('You are not signed in.'))).toBe('You are not signed in.');
  });
});
