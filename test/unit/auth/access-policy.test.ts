import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { accessPolicy, explainAccess, loadPolicy, parsePolicy } from '../../../lib/auth/access-policy.ts';
import { createCaller } from '../../../lib/auth/caller.ts';
import { createManualClock } from '../../support/clocks.ts';

const ROLE = 'Items.Read';
const everything = { roles: [ROLE], resources: ['*'] };
const delegated = createCaller({
  tenant: 'contoso',
  subject: 'ann',
  client: 'portal',
  scopes: ['user_impersonation'],
  roles: [ROLE],
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

it('explainAccess lists for each grant what it covers, or the first member that does not match', () => {
  const policy = accessPolicy.parse({
    grants: [
      { roles: ['Customers.Read'], tenants: ['fabrikam'], clients: ['shop'], resources: ['/x'] },
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

describe('loadPolicy', () => {
  const clock = createManualClock(1_000_000);

  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const toPolicy = (resource: string) => ({ grants: [{ roles: ['Items.Read'], resources: [resource] }] });
  const one = toPolicy('/companies/c1');
  const two = toPolicy('/companies/c2');

  let changes = 0;

  /** Writes the file; every change has another time. */
  function write(file: string, body: unknown, changedAt = ++changes): void {
    writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body));
    utimesSync(file, changedAt, changedAt);
  }

  /** Loads a policy from a new file. */
  function openFile(body: unknown, changedAt?: number) {
    const file = join(mkdtempSync(join(folder, 'file-')), 'policy.json');
    write(file, body, changedAt);
    const reported: string[] = [];
    return { file, reported, policy: loadPolicy(file, clock, (reason) => reported.push(reason)) };
  }

  it('a setting with JSON is the policy', () => {
    const policy = loadPolicy(JSON.stringify(one), clock, () => {});
    expect(policy()).toEqual(one);
    expect(policy()).toBe(policy());
  });

  it('any other setting is a path', () => {
    const { policy, reported } = openFile(one);
    expect(policy()).toEqual(one);
    expect(reported).toEqual([]);
  });

  it('a changed file is in force a second after the last check, not sooner (A24)', () => {
    const { file, policy } = openFile(one);
    write(file, two);
    clock.time += 999;
    expect(policy()).toEqual(one);
    clock.time += 1;
    expect(policy()).toEqual(two);
    write(file, one);
    clock.time += 999;
    expect(policy()).toEqual(two);
    clock.time += 1;
    expect(policy()).toEqual(one);
  });

  it('an unchanged file is not read again: the policy stays the same object', () => {
    const { policy } = openFile(one);
    const first = policy();
    clock.time += 60_000;
    expect(policy()).toBe(first);
  });

  it.each([
    ['time', two, 2],
    ['length', toPolicy('/companies/c10'), 1],
  ])('a file with only another %s has changed', (_, body, changedAt) => {
    const { file, policy } = openFile(one, 1);
    write(file, body, changedAt);
    clock.time += 1_000;
    expect(policy()).toEqual(body);
  });

  it('a file replaced by a rename has changed, even with the same time and length', () => {
    const { file, policy } = openFile(one, 1);
    write(`${file}.new`, two, 1);
    renameSync(`${file}.new`, file);
    clock.time += 1_000;
    expect(policy()).toEqual(two);
  });

  it('an invalid changed file is reported once, and the last valid policy stays', () => {
    const { file, policy, reported } = openFile(one);
    write(file, { grants: [] });
    clock.time += 1_000;
    expect(policy()).toEqual(one);
    expect(reported).toEqual(['grants: Too small: expected array to have >=1 items']);
    clock.time += 60_000;
    expect(policy()).toEqual(one);
    expect(reported).toHaveLength(1);
    write(file, two);
    clock.time += 1_000;
    expect(policy()).toEqual(two);
  });

  it('a deleted file is reported, and the last valid policy stays', () => {
    const { file, policy, reported } = openFile(one);
    rmSync(file);
    clock.time += 1_000;
    expect(policy()).toEqual(one);
    expect(reported).toEqual([expect.stringContaining('ENOENT')]);
    write(file, two);
    clock.time += 1_000;
    expect(policy()).toEqual(two);
  });

  it('an invalid policy at startup throws: nothing is ever allowed by default (F57)', () => {
    const start = (setting: string) => () => loadPolicy(setting, clock, () => {});
    expect(start('{"grants":[]}')).toThrow('grants: Too small');
    expect(start('{')).toThrow('policy: ');
    expect(start(join(folder, 'none.json'))).toThrow('ENOENT');
    expect(() => openFile('not JSON')).toThrow('policy: ');
    expect(() => openFile({})).toThrow('grants: ');
  });

  it('a member that is given twice is named: JSON.parse would take the last one', () => {
    const twice = `{"grants":[{"roles":["${ROLE}"],"resources":["*"],"resources":["/companies/c1"]}]}`;
    expect(() => parsePolicy(twice)).toThrow('policy: has the member resources twice');
  });

  it('every invalid member is reported with its path', () => {
    const policy = { grants: [{ roles: [], resources: ['x'], users: [] }], extra: 1 };
    expect(() => parsePolicy(JSON.stringify(policy))).toThrow(
      /^grants\.0\.roles: .+; grants\.0\.resources\.0: .+; grants\.0: .+"users".*; policy: .+"extra"/,
    );
  });
});
