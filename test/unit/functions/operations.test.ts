import { expect, it } from 'vitest';
import { operations } from '../../../functions/operations.ts';

it('names, routes and roles: names and routes are unique', () => {
  const names = operations.map(({ name }) => name);
  const routes = operations.map(({ method, path }) => `${method} ${path.toLowerCase()}`);
  expect([new Set(names).size, new Set(routes).size]).toEqual([operations.length, operations.length]);
  for (const { access } of operations) expect(access.role).toMatch(/^[A-Z]\w+\.[A-Z]\w+$/);
});

it('the list is in the API’s order', () => {
  expect(operations.map(({ name }) => name)).toEqual([
    'createOrUpdateAuthorization',
    'createOrUpdateApiDiagnostic',
    'listHealthEvents',
    'listNestedHealthEvents',
    'createOrReplaceStreamingJob',
    'searchRestorePoints',
    'deleteRestoreSession',
    'authorizeModelCopy',
    'getCustomer',
    'getItem',
  ]);
});
