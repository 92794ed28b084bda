import { expect, it } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { ROLES } from '../../../lib/auth/roles.ts';

it('the roles are those of the operations, each once', () => {
  expect([...ROLES].sort()).toEqual([...new Set(operations.map(({ access }) => access.role))].sort());
});
