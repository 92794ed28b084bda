import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessPolicy, createAuthorize, explainAccess } from '../../../lib/auth/access-policy.ts';
import { type Caller, createCaller } from '../../../lib/auth/caller.ts';

const ROLE = 'Items.Read';

const delegated = createCaller({
  tenant: 'contoso',
  subject: 'ann',
  client: 'portal',
  scopes: ['user_impersonation'],
  roles: [ROLE],
});

const application: Caller = { ...delegated, scopes: undefined };

interface Asked {
  readonly caller?: Caller;
  readonly role?: string;
  readonly resource?: string;
}

/** Asks for access under a policy of these grants; answers the access scope, or the refusal's type. */
function ask(grants: readonly object[], { caller = delegated, role = ROLE, resource = '/companies/c1' }: Asked = {}) {
  const policy = accessPolicy.parse({ grants });
  try {
    return createAuthorize(() => policy)(caller, role, resource);
  } catch (problem) {
    return (problem as { type: string }).type;
  }
}

const everything = { roles: [ROLE], resources: ['*'] };

it('a grant of everything lets a caller with scope and role act on any resource', () => {
  expect(ask([everything])).toBe('*');
  expect(ask([everything], { resource: '/documentModels' })).toBe('*');
});

it('without a grant for the role nothing is allowed (default deny)', () => {
  expect(ask([{ ...everything, roles: ['Customers.Read'] }])).toBe('forbidden');
});

it.each([[[]], [['openid']], [['user_impersonation.all']], [['USER_IMPERSONATION']]])(
  'a delegated token with the scopes %j is refused: it needs user_impersonation (RFC 6750 3.1)',
  (scopes) => {
    const policy = accessPolicy.parse({ grants: [everything] });
    expect(() => createAuthorize(() => policy)({ ...delegated, scopes }, ROLE, '/companies/c1')).toThrow(
      expect.objectContaining({
        type: 'insufficient_scope',
        cause: 'scope',
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="user_impersonation"' },
      }),
    );
  },
);

it('one scope of several is enough', () => {
  expect(ask([everything], { caller: { ...delegated, scopes: ['openid', 'user_impersonation'] } })).toBe('*');
});

it("an application's token needs no scope", () => {
  expect(ask([everything], { caller: application })).toBe('*');
});

it.each([[[]], [['Customers.Read']], [['items.read']], [['Items.Read.All']]])(
  'a token with the roles %j is refused: every token needs the operation’s own role (RFC 6750 3.1)',
  (roles) => {
    const policy = accessPolicy.parse({ grants: [everything] });
    for (const caller of [delegated, application]) {
      expect(() => createAuthorize(() => policy)({ ...caller, roles }, ROLE, '/companies/c1')).toThrow(
        expect.objectContaining({
          type: 'insufficient_scope',
          cause: 'role',
          headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="Items.Read"' },
        }),
      );
    }
  },
);

it.each([
  ['the resource itself', '/companies/c1', '/companies/c1', true],
  ['what is below it', '/companies/c1', '/companies/c1/items/i1', true],
  ['its parent', '/companies/c1', '/companies', false],
  ['a sibling whose name starts alike', '/companies/c1', '/companies/c10', false],
  ['another resource', '/companies/c1', '/companies/c2', false],
  ['the same segments further down', '/companies/c1', '/x/companies/c1', false],
  ['the same in other casing', '/Subscriptions/S1/resourceGroups/RG', '/SUBSCRIPTIONS/s1/resourcegroups/rg/x', true],
])('a grant on a resource holds for %s: %s, %s (A20; whole segments, any casing)', (_, granted, resource, allowed) => {
  const scope = ask([{ roles: [ROLE], resources: [granted] }], { resource });
  expect(scope).toBe(allowed ? granted.toLowerCase() : 'forbidden');
});

it('a grant holds exactly where its segments are the first of the path', () => {
  const path = fc.array(fc.constantFrom('a', 'A', 'b', 'ab', 'a.b', '*'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, path, (granted, segments) => {
      const resources = [`/${granted.join('/')}`];
      const holds = granted.every((segment, at) => segment.toLowerCase() === segments[at]?.toLowerCase());
      const scope = ask([{ roles: [ROLE], resources }], { resource: `/${segments.join('/')}` });
      expect(scope !== 'forbidden').toBe(holds);
    }),
  );
});

it('a grant for tenants holds for callers of these alone, in any casing', () => {
  const grant = { ...everything, tenants: ['Contoso', 'fabrikam'] };
  expect(ask([grant])).toBe('*');
  expect(ask([grant], { caller: { ...delegated, tenant: 'FABRIKAM' } })).toBe('*');
  expect(ask([grant], { caller: { ...delegated, tenant: 'adatum' } })).toBe('forbidden');
});

it('a grant for clients holds for callers by way of these alone, in any casing', () => {
  const grant = { ...everything, clients: ['Portal'] };
  expect(ask([grant])).toBe('*');
  expect(ask([grant], { caller: { ...delegated, client: 'PORTAL' } })).toBe('*');
  expect(ask([grant], { caller: { ...delegated, client: 'shop' } })).toBe('forbidden');
  expect(ask([grant], { caller: { ...delegated, client: undefined } })).toBe('forbidden');
});

it('one grant must hold as a whole: two halves of two grants are none', () => {
  const grants = [
    { roles: [ROLE], resources: ['/companies/c2'] },
    { roles: ['Customers.Read'], resources: ['/companies/c1'] },
    { roles: [ROLE], resources: ['/companies/c1'], tenants: ['fabrikam'], clients: ['portal'] },
    { roles: [ROLE], resources: ['/companies/c1'], tenants: ['contoso'], clients: ['shop'] },
  ];
  expect(ask(grants, { caller: { ...delegated, roles: [ROLE, 'Customers.Read'] } })).toBe('forbidden');
});

it('answers the granted resources that held, each once and in one order: callers with the same may share a reply', () => {
  const grants = [
    { roles: [ROLE], resources: ['/companies/c1', '/companies/c2', '*'] },
    { roles: ['Other', ROLE], resources: ['*', '/companies', '/companies/C1'] },
  ];
  expect(ask(grants)).toBe('* /companies /companies/c1');
  expect(ask(grants.toReversed())).toBe('* /companies /companies/c1');
  expect(ask([{ roles: [ROLE], resources: ['/companies/c1'] }])).toBe('/companies/c1');
});

it('of several tenants, clients and roles of a grant any one will do', () => {
  const grant = {
    roles: ['Other', ROLE],
    tenants: ['fabrikam', delegated.tenant],
    clients: ['shop', delegated.client ?? ''],
    resources: ['*'],
  };
  expect(ask([grant])).toBe('*');
});

it('a changed policy decides the next request (A24)', () => {
  let policy = accessPolicy.parse({ grants: [everything] });
  const requireAccess = createAuthorize(() => policy);
  expect(requireAccess(delegated, ROLE, '/companies/c1')).toBe('*');
  policy = accessPolicy.parse({ grants: [{ ...everything, resources: ['/companies/c2'] }] });
  expect(() => requireAccess(delegated, ROLE, '/companies/c1')).toThrow(expect.objectContaining({ type: 'forbidden' }));
  expect(requireAccess(delegated, ROLE, '/companies/c2')).toBe('/companies/c2');
});

it('a judgement says of each grant what it covers, or what stands against it, in the order in which it is asked', () => {
  const policy = accessPolicy.parse({
    grants: [
      { roles: ['Other'], tenants: ['fabrikam'], clients: ['shop'], resources: ['/x'] },
      { roles: [ROLE], tenants: ['fabrikam'], clients: ['shop'], resources: ['/x'] },
      { roles: [ROLE], tenants: ['contoso'], clients: ['shop'], resources: ['/x'] },
      { roles: [ROLE], tenants: ['contoso'], clients: ['portal'], resources: ['/x'] },
      { roles: [ROLE], resources: ['/Companies', '/x', '*'] },
    ],
  });
  const grants = [
    { refusedBy: 'roles' },
    { refusedBy: 'tenants' },
    { refusedBy: 'clients' },
    { refusedBy: 'resources' },
    { covers: ['/companies', '*'] },
  ];
  expect(explainAccess(policy, delegated, ROLE, '/companies/c1')).toEqual({ missing: undefined, grants });
  expect(explainAccess(policy, { ...delegated, roles: [] }, ROLE, '/companies/c1')).toEqual({
    missing: 'role',
    grants,
  });
  expect(explainAccess(policy, { ...delegated, roles: [], scopes: [] }, ROLE, '/companies/c1').missing).toBe('scope');
});

it.each(['\u212a', '\u017f', '\u0130'])(
  'a letter that only looks or folds like an ASCII one (%s) names another resource',
  (letter) => {
    const grant = { roles: [ROLE], resources: ['/companies/ski'] };
    expect(ask([grant], { resource: `/companies/${letter}ki` })).toBe('forbidden');
    expect(ask([grant], { resource: `/companies/s${letter}i` })).toBe('forbidden');
    expect(ask([grant], { resource: `/companies/sk${letter}` })).toBe('forbidden');
  },
);

it('beside letters of other alphabets the ASCII ones are compared without regard to case, and those alone', () => {
  const grant = { roles: [ROLE], resources: ['/companies/ÄbC'] };
  expect(ask([grant], { resource: '/Companies/ÄBc' })).toBe('/companies/Äbc');
  expect(ask([grant], { resource: '/companies/äbc' })).toBe('forbidden');
});

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
  ['a resource that is no path', { grants: [{ ...everything, resources: ['companies/c1'] }] }],
  ['a resource that ends in a slash', { grants: [{ ...everything, resources: ['/companies/'] }] }],
  ['a resource with an empty segment', { grants: [{ ...everything, resources: ['/companies//c1'] }] }],
  ['the root as a resource', { grants: [{ ...everything, resources: ['/'] }] }],
  ['an empty resource', { grants: [{ ...everything, resources: [''] }] }],
])('a policy with %s is not valid', (_, policy) => {
  expect(accessPolicy.safeParse(policy).success).toBe(false);
});

it('says of a resource that is not valid what it must be', () => {
  const { error } = accessPolicy.safeParse({ grants: [{ ...everything, resources: ['*', 'companies'] }] });
  expect(error?.issues).toEqual([
    expect.objectContaining({ path: ['grants', 0, 'resources', 1], message: 'must be * or start with /' }),
  ]);
});
