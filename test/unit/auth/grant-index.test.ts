import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AccessPolicy, accessPolicy } from '../../../lib/auth/access-policy.ts';
import { GrantIndex, type Requested } from '../../../lib/auth/grant-index.ts';
import { ROLES } from '../../../lib/auth/roles.ts';
import { runs } from '../../support/runs.ts';

type Who = Parameters<GrantIndex['decide']>[0];

/** The rule read out loud: each grant in turn, its members in turn. */
function decidePlainly(policy: AccessPolicy, { tenant, client = '' }: Who, role: string, requested: Requested) {
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const path = lower(typeof requested === 'string' ? requested : requested.anyBelow);
  const isWithin = (inner: string, outer: string) => outer === '*' || `${inner}/`.startsWith(`${outer}/`);
  const covers = (granted: string) =>
    isWithin(path, granted) || (typeof requested !== 'string' && isWithin(granted, path));
  const forRole = policy.grants.filter(({ roles }) => roles.some((granted) => granted === role));
  if (forRole.length === 0) return { refusedBy: 'role' };
  const forTenant = forRole.filter(({ tenants }) => tenants?.includes(lower(tenant)) ?? true);
  if (forTenant.length === 0) return { refusedBy: 'tenant' };
  const forClient = forTenant.filter(({ clients }) => clients?.includes(lower(client)) ?? true);
  if (forClient.length === 0) return { refusedBy: 'client' };
  const covering = new Set(forClient.flatMap(({ resources }) => resources.filter(covers)));
  return covering.size === 0 ? { refusedBy: 'resource' } : { covers: [...covering].sort() };
}

const segment = fc.constantFrom('a', 'A', 'b', 'ab', 'Ä', 'ä');
const path = fc.array(segment, { minLength: 1, maxLength: 2 }).map((segments) => `/${segments.join('/')}`);
const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
const [one, two, three] = ROLES;
const names = few(fc.constantFrom('x', 'X', 'y', 'z'));
const grant = fc.record(
  {
    roles: few(fc.constantFrom(one, two)),
    tenants: names,
    clients: names,
    resources: few(fc.oneof({ arbitrary: path, weight: 6 }, fc.constant('*'))),
  },
  { requiredKeys: ['roles', 'resources'] },
);
const grants = fc.array(grant, { minLength: 1, maxLength: 8 });
const who = fc.record({ tenant: fc.constantFrom('x', 'Y', 'w'), client: fc.constantFrom('x', 'Y', undefined) });
const role = fc.constantFrom<string>(one, two, three);

const asked = fc.record({ caller: who, role, path, isList: fc.boolean() });

it('decides as reading each grant in turn does, by whole segments and without the case of ASCII letters, also of any resource below a path (A20), whatever was decided before (R-17)', () => {
  fc.assert(
    fc.property(grants, fc.array(asked, { minLength: 1, maxLength: 20 }), (given, history) => {
      const policy = accessPolicy.parse({ grants: given });
      const index = new GrantIndex(policy.grants);
      for (const { caller, role, path, isList } of history) {
        const requested = isList ? { anyBelow: path } : path;
        const [decided, plain] = [
          index.decide(caller, role, requested),
          decidePlainly(policy, caller, role, requested),
        ];
        if (!isList) expect(decided).toEqual(plain);
        else expect([!decided.covers, decided.refusedBy]).toEqual([!plain.covers, plain.refusedBy]);
      }
    }),
    { numRuns: runs(600) },
  );
});

const indexOf = (...grants: object[]) => new GrantIndex(accessPolicy.parse({ grants }).grants);

it('callers of another tenant or client never share the scope of a list (R-17)', () => {
  const index = indexOf({ roles: [one], resources: ['/companies/c1'] });
  const decide = (tenant: string, client: string) => index.decide({ tenant, client }, one, { anyBelow: '/companies' });
  expect(decide('x', 'p')).toEqual(decide('X', 'P'));
  const scopes = [decide('x', 'p'), decide('y', 'p'), decide('x', 'q')].map(({ covers }) => covers?.join());
  expect(new Set(scopes).size).toBe(3);
});

it.each(['/', '', 'a', '//a', '/a/', '*'])('%j is compared as it stands', (requested) => {
  const policy = accessPolicy.parse({ grants: [{ roles: [one], resources: ['/a'] }] });
  const caller = { tenant: 'x', client: undefined };
  const plain = decidePlainly(policy, caller, one, requested);
  expect(new GrantIndex(policy.grants).decide(caller, one, requested)).toEqual(plain);
});

/** Counts the lookups of a decision: by the clock of a busy machine it could not be told. */
it('issue 24: a decision looks at no more with 20,000 grants than with one', () => {
  const countLookups = (count: number) => {
    const grants = Array.from({ length: count }, (_, number) => ({
      roles: [one],
      tenants: [`t${number}`],
      resources: [`/companies/c${number}`],
    }));
    const index = indexOf(...grants);
    const caller = { tenant: 't0', client: undefined };
    // What is below a path is indexed when it is first asked for.
    index.decide(caller, one, { anyBelow: '/companies' });
    const [get, has] = [Map.prototype.get, Set.prototype.has];
    let lookups = 0;
    Map.prototype.get = function (key) {
      lookups++;
      return get.call(this, key);
    };
    Set.prototype.has = function (key) {
      lookups++;
      return has.call(this, key);
    };
    try {
      for (const path of ['/companies/c0/items/i', '/companies/other', { anyBelow: '/companies' }])
        index.decide(caller, one, path);
    } finally {
      Object.assign(Map.prototype, { get });
      Object.assign(Set.prototype, { has });
    }
    return lookups;
  };
  expect(countLookups(20_000)).toBe(countLookups(1));
});
