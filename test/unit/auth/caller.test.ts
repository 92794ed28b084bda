import { expect, it } from 'vitest';
import { createCaller } from '../../../lib/auth/caller.ts';

const claims = { tenant: 'contoso', subject: 'ann', client: 'portal', scopes: undefined, roles: [] };

it('the key of a caller has its tenant, subject and client, if any', () => {
  expect(createCaller(claims).key).toBe('contoso ann portal');
  expect(createCaller({ ...claims, client: undefined }).key).toBe('contoso ann ');
});
