import { describe, expect, it } from 'vitest';
import type { StreamingJob } from '../../client/src/index.ts';
import { isSettled, readOperationId, readProgress, readWaitMs } from '../../pages/console/logic/progress.ts';

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
});
