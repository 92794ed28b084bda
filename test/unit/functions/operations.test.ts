import { expect, it } from 'vitest';
import { operations, selectOperations } from '../../../functions/operations.ts';

it('names, routes and roles: names and routes are unique', () => {
  const names = operations.map(({ name }) => name);
  const routes = operations.map(({ method, path }) => `${method} ${path.toLowerCase()}`);
  expect([new Set(names).size, new Set(routes).size]).toEqual([operations.length, operations.length]);
  for (const { access } of operations) expect(access.role).toMatch(/^[A-Z]\w+\.[A-Z]\w+$/);
});

it('the list is in the API’s order', () => {
  expect(operations.map(({ name }) => name)).toEqual([
    'createOrUpdateAuthorization',
    'getAuthorization',
    'deleteAuthorization',
    'listAuthorizations',
    'getAuthorizationLoginLinks',
    'confirmAuthorizationConsentCode',
    'createOrUpdateApiDiagnostic',
    'getApiDiagnostic',
    'listApiDiagnostics',
    'listHealthEvents',
    'listNestedHealthEvents',
    'listSubscriptionHealthEvents',
    'fetchHealthEventDetails',
    'createOrReplaceStreamingJob',
    'getStreamingJob',
    'listStreamingJobs',
    'startStreamingJob',
    'stopStreamingJob',
    'searchRestorePoints',
    'listRestoreSessions',
    'deleteRestoreSession',
    'getRestoreSession',
    'authorizeModelCopy',
    'listCompanies',
    'listCustomers',
    'getCustomer',
    'listItems',
    'getItem',
  ]);
});

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
