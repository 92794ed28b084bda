import { expect, it } from 'vitest';
import { accessPolicy } from '../../../lib/auth/access-policy.ts';
import { Authorizer } from '../../../lib/auth/authorize.ts';
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

interface Request {
  readonly caller?: Caller;
  readonly resource?: Parameters<Authorizer['authorize']>[2];
}

/** Returns access under a policy of these grants. */
function accessBy(grants: readonly object[]): Authorizer {
  const policy = accessPolicy.parse({ grants });
  return new Authorizer(() => policy);
}

/** Returns the access scope under a policy of these grants, or the problem's type. */
function authorize(grants: readonly object[], { caller = delegated, resource = '/companies/c1' }: Request = {}) {
  try {
    return accessBy(grants).authorize(caller, ROLE, resource);
  } catch (problem) {
    return (problem as { type: string }).type;
  }
}

const everything = { roles: [ROLE], resources: ['*'] };

it.each<[string, Partial<Caller>[], string]>([
  [
    'scope',
    [[], ['openid'], ['user_impersonation.all'], ['USER_IMPERSONATION']].map((scopes) => ({ scopes })),
    'user_impersonation',
  ],
  ['role', [[], ['Customers.Read'], ['items.read'], ['Items.Read.All']].map((roles) => ({ roles })), ROLE],
  ['role', [[], ['Items.Read.All']].map((roles) => ({ roles, scopes: undefined })), ROLE],
])('a token is refused that has no such %s: %j (A11, A12; RFC 6750 3.1)', (missing, changes, needed) => {
  const access = accessBy([everything]);
  for (const change of changes)
    expect(() => access.authorize({ ...delegated, ...change }, ROLE, '/companies/c1')).toThrow(
      expect.objectContaining({
        type: 'insufficient_scope',
        cause: missing,
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", ${missing}="${needed}"` },
      }),
    );
});

it('a grant on * allows any resource to a caller with the role, and the scope if it is a person', () => {
  const person = { ...delegated, scopes: ['openid', 'user_impersonation'] };
  for (const caller of [delegated, person, application]) expect(authorize([everything], { caller })).toBe('*');
  expect(authorize([everything], { resource: '/documentModels' })).toBe('*');
});

it('returns the matching resources, sorted and without duplicates: callers with the same ones may share a response', () => {
  const grants = [
    { roles: [ROLE], resources: ['/companies/c1', '/companies/c2', '*'] },
    { roles: ['Customers.Read', ROLE], resources: ['*', '/companies', '/companies/C1'] },
  ];
  expect(authorize(grants)).toBe('* /companies /companies/c1');
  expect(authorize(grants.toReversed())).toBe('* /companies /companies/c1');
  expect(authorize([{ roles: [ROLE], resources: ['/companies/c1'] }])).toBe('/companies/c1');
});

it('a grant on a resource does not cover the one above it (R-17)', () => {
  const grants = [{ roles: [ROLE], resources: ['/companies/c1'] }];
  expect(authorize(grants, { resource: '/companies' })).toBe('forbidden');
  const access = accessBy(grants);
  expect(access.mayAccess(delegated, ROLE, '/companies/C1')).toBe(true);
  expect(access.mayAccess(delegated, ROLE, '/companies/c2')).toBe(false);
  expect(access.mayAccess({ ...delegated, roles: [] }, ROLE, '/companies/c1')).toBe(false);
});

it('a changed policy applies to the next request (A24)', () => {
  let policy = accessPolicy.parse({ grants: [everything] });
  const access = new Authorizer(() => policy);
  expect(access.authorize(delegated, ROLE, '/companies/c1')).toBe('*');
  policy = accessPolicy.parse({ grants: [{ ...everything, resources: ['/companies/c2'] }] });
  expect(() => access.authorize(delegated, ROLE, '/companies/c1')).toThrow(
    expect.objectContaining({ type: 'forbidden', cause: 'no_grant_for_resource' }),
  );
  expect(access.authorize(delegated, ROLE, '/companies/c2')).toBe('/companies/c2');
});

it('a letter that only looks like an ASCII letter, or becomes one in lower case, names another resource', () => {
  const grant = { roles: [ROLE], resources: ['/companies/ski'] };
  for (const letter of '\u212a\u017f\u0130')
    for (const name of [`${letter}ki`, `s${letter}i`, `sk${letter}`])
      expect(authorize([grant], { resource: `/companies/${name}` })).toBe('forbidden');
});

/** Returns the members that are refused under a policy of these grants. */
function refuseBody(ids: Readonly<Record<string, string>>, grants: readonly object[], caller = delegated) {
  const named = Object.entries(ids).map(([target, id]) => ({ target, id }));
  try {
    accessBy(grants).authorizeBody(caller, ROLE, named);
    return [];
  } catch (problem) {
    const { type, cause, details } = problem as { type: string; cause: string; details: { target: string }[] };
    expect([type, cause]).toEqual(['forbidden', 'resource_in_body']);
    return details.map(({ target }) => target);
  }
}

it('a body may name resources that a grant for the role covers, and relative ids (A26c)', () => {
  const grant = { roles: [ROLE], resources: ['/subscriptions/s1'] };
  const ids = {
    granted: '/subscriptions/S1/resourceGroups/g/providers/x',
    slash: 'subscriptions/s1',
    relative: '/loggers/monitor',
    other: '/subscriptions/s2',
    longer: '/subscriptions/s10/resourceGroups/g',
    group: '/resourceGroups/g/providers/x',
    dots: '/subscriptions/s1/../s2',
    address: 'https://management.example/subscriptions/s1',
  };
  expect(refuseBody(ids, [grant])).toEqual(['other', 'longer', 'group', 'dots', 'address']);
  expect(refuseBody({ a: '/subscriptions/s1' }, [{ ...grant, roles: ['Customers.Read'] }])).toEqual(['a']);
  expect(refuseBody({ a: '/subscriptions/s1' }, [{ ...grant, tenants: ['fabrikam'] }])).toEqual(['a']);
  expect(refuseBody({ a: '/subscriptions/s1' }, [grant], { ...delegated, roles: [] })).toEqual(['a']);
  expect(refuseBody({ a: '/subscriptions/s2' }, [everything])).toEqual([]);
  expect(refuseBody({}, [grant])).toEqual([]);
});

it('a body names at most 100 resources', () => {
  const name = (count: number) =>
    accessBy([everything]).authorizeBody(delegated, ROLE, Array(count).fill({ target: 'a', id: '/subscriptions/s' }));
  expect(() => name(100)).not.toThrow();
  expect(() => name(101)).toThrow(
    expect.objectContaining({
      type: 'invalid_request',
      details: [{ code: 'invalid_value', target: 'body', message: 'must name at most 100 resources' }],
    }),
  );
});

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
  // A name that moves the cursor hides the line that grants it.
  for (const part of [{ resources: ['/companies/a\r'] }, { tenants: ['a\u202e'] }, { clients: ['a\u001b[2K'] }]) {
    const [issue] = accessPolicy.safeParse({ grants: [{ ...everything, ...part }] }).error?.issues ?? [];
    expect(issue?.message).toBe('must not have control or invisible characters');
  }
});
