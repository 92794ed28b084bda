import { expect, it } from 'vitest';
import { operations, selectOperations } from '../../../functions/operations.ts';

it('R-11 OPERATIONS: by default every read and the specified writes are served', () => {
  const names = selectOperations(['default']).map(({ name }) => name);
  const left = operations.map(({ name }) => name).filter((name) => !names.includes(name));
  expect(left).toEqual([
    'deleteAuthorization',
    'getAuthorizationLoginLinks',
    'confirmAuthorizationConsentCode',
    'startStreamingJob',
    'stopStreamingJob',
  ]);
});

it('OPERATIONS: names add operations or are all there is, and one that is unknown stops the start', () => {
  expect(selectOperations(['all'])).toEqual(operations);
  expect(selectOperations(['default', 'stopstreamingjob']).map(({ name }) => name)).toContain('stopStreamingJob');
  expect(selectOperations(['getitem']).map(({ name }) => name)).toEqual(['getItem']);
  expect(() => selectOperations(['getitem', 'startjob'])).toThrow(/OPERATIONS names no operation: startjob/);
});
