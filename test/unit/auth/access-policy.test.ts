import { expect, it } from 'vitest';
import { accessPolicy } from '../../../lib/auth/access-policy.ts';

const ROLE = 'Items.Read';
const everything = { roles: [ROLE], resources: ['*'] };
it.each([
  ['no grants', { grants: [] }],
  ['no list of grants', {}],
  ['an unknown member', { grants: [everything], deny: [] }],
  ['an unknown member of a grant', { grants: [{ ...everything, users: ['ann'] }] }],
  ['a grant without roles', { grants: [{ resources: ['*'] }] }],
  ['an empty list of roles', { grants: [{ ...everything, roles: [] }] }],
  ['an empty role', { grants: [{ ...everything, roles: [''] }] }],
  ['an empty list of tenants', { grants: [{ ...everything, tenants: [] }] }],
  ['an empty tenant', { grants: [{ ...everything, tenants: [''] }] }],
  ['an empty list of clients', { grants: [{ ...everything, clients: [] }] }],
  ['an empty client', { grants: [{ ...everything, clients: [''] }] }],
  ['a grant without resources', { grants: [{ roles: [ROLE] }] }],
  ['an empty list of resources', { grants: [{ ...everything, resources: [] }] }],
  ['a resource without a leading slash', { grants: [{ ...everything, resources: ['companies/c1'] }] }],
  ['a resource that ends in a slash', { grants: [{ ...everything, resources: ['/companies/'] }] }],
  ['a resource with an empty segment', { grants: [{ ...everything, resources: ['/companies//c1'] }] }],
  ['the root as a resource', { grants: [{ ...everything, resources: ['/'] }] }],
  ['a * inside a path', { grants: [{ ...everything, resources: ['/companies/*'] }] }],
  ['a * inside a segment', { grants: [{ ...everything, resources: ['/companies/c*'] }] }],
  ['a role that no operation requires', { grants: [{ ...everything, roles: [ROLE, 'Items.Raed'] }] }],
  ['a role in another case', { grants: [{ ...everything, roles: ['items.read'] }] }],
  ['an empty resource', { grants: [{ ...everything, resources: [''] }] }],
])('a policy with %s is invalid', (_, policy) => {
  expect(accessPolicy.safeParse(policy).success).toBe(false);
});

it('an invalid resource is reported with what it must be', () => {
  const { error } = accessPolicy.safeParse({ grants: [{ ...everything, resources: ['*', 'companies'] }] });
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: ['grants', 0, 'resources', 1], message: 'must be * or start with /' }),
  ]);
});
