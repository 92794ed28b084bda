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
  ['a grant without resources', { grants: [{ roles: [ROLE] }] }],
  ...['companies/c1', '/companies/', '/companies//c1', '/', '/companies/*', '/companies/c*'].map(
    (resource) => [`the resource ${resource}`, { grants: [{ ...everything, resources: [resource] }] }] as const,
  ),
  ...['roles', 'tenants', 'clients', 'resources'].flatMap((member) =>
    [[], ['']].map(
      (list) => [`${member} ${JSON.stringify(list)}`, { grants: [{ ...everything, [member]: list }] }] as const,
    ),
  ),
  ...['Items.Raed', 'items.read'].map(
    (role) =>
      [`the role ${role}, that no operation requires`, { grants: [{ ...everything, roles: [ROLE, role] }] }] as const,
  ),
] as const)('a policy with %s is invalid', (_, policy) => {
  expect(accessPolicy.safeParse(policy).success).toBe(false);
});

it('an invalid resource is reported with what it must be', () => {
  const { error } = accessPolicy.safeParse({ grants: [{ ...everything, resources: ['*', 'companies'] }] });
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: ['grants', 0, 'resources', 1], message: 'must be * or start with /' }),
  ]);
});
