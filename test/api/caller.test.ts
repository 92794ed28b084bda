import { describe, expect, it } from 'vitest';
import { companies, customers, roles, subscriptions, tenants, upstreamAudiences } from '../../dev/seed.ts';
import { buildCustomerPath, buildEventsPath, buildItemPath, everyRequest } from '../support/builders.ts';
import { startStack, type TestResponse } from '../support/stack.ts';

const stack = await startStack();

const _now = () => Math.floor(Date.now() / 1000);
const calls = () => stack.upstream.calls();
const getItem = (authorization?: string) =>
  stack.send('GET', buildItemPath(), { token: null, headers: authorization === undefined ? {} : { authorization } });
const getItemWith = async (claims: Readonly<Record<string, unknown>>) =>
  getItem(`Bearer ${await stack.issueToken(claims)}`);
const challengeOf = ({ headers }: TestResponse) => headers['www-authenticate'];

describe('every operation', () => {
  it.each(everyRequest)(
    '$operation serves a caller who has $role and a grant',
    async ({ role, method, path, body, headers }) => {
      const { status } = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ roles: [role] }),
      });
      expect([200, 201, 202, 204]).toContain(status);
    },
  );

  it.each(everyRequest)(
    'S3-54 $operation requires a bearer token: 401 and a challenge without an error',
    async ({ method, path, body, headers }) => {
      const response = await stack.send(method, path, { body, headers, token: null });
      expect([response.status, challengeOf(response)]).toEqual([401, 'Bearer']);
      expect((response.json.error ?? response.json).code).toBe('unauthenticated');
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    '$operation refuses a token of another audience: 401 invalid_token',
    async ({ method, path, body, headers }) => {
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ aud: upstreamAudiences.arm }),
      });
      expect([response.status, challengeOf(response)]).toEqual([401, 'Bearer error="invalid_token"']);
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    'S1-78, S2-88 $operation requires the scope user_impersonation',
    async ({ role, method, path, body, headers }) => {
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ scp: 'openid', roles: [role] }),
      });
      expect(response.status).toBe(403);
      expect(challengeOf(response)).toBe('Bearer error="insufficient_scope", scope="user_impersonation"');
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    'C-52 $operation requires the role $role: told as a role, which no client can ask for as a scope',
    async ({ role, method, path, body, headers }) => {
      const others = roles.filter((name) => name !== role);
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ roles: others }),
      });
      expect(response.status).toBe(403);
      expect(challengeOf(response)).toBe(`Bearer error="insufficient_scope", role="${role}"`);
      expect((response.json.error ?? response.json).message).toContain(`the app role ${role}`);
      expect((response.json.error ?? response.json).code).toBe('insufficient_scope');
      expect(await calls()).toEqual([]);
    },
  );

  // Fabrikam has a company of its own: test/api/list-companies.test.ts.
  it.each(everyRequest.filter(({ operation }) => operation !== 'listCompanies'))(
    '$operation is forbidden if no grant covers the resource',
    async ({ method, path, body, headers }) => {
      const response = await stack.send(method, path, {
        body,
        headers,
        token: await stack.issueToken({ tid: tenants.fabrikam }),
      });
      expect([response.status, (response.json.error ?? response.json).code]).toEqual([403, 'forbidden']);
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest.filter(({ body }) => body))(
    '$operation checks the caller before it validates the request',
    async ({ method, path }) => {
      const refused = { body: '{', headers: { 'content-type': 'text/plain' } };
      const target = `${path}${path.includes('?') ? '&' : '?'}unknown=1`;
      expect((await stack.send(method, target, { ...refused, token: null })).status).toBe(401);
      expect(
        (await stack.send(method, target, { ...refused, token: await stack.issueToken({ roles: null }) })).status,
      ).toBe(403);
    },
  );
});

describe('scope and role', () => {
  it('an application needs the role and no scope', async () => {
    expect((await getItemWith({ idtyp: 'app', roles: ['Items.Read'] })).status).toBe(200);
    expect((await getItemWith({ idtyp: 'app', roles: ['Customers.Read'] })).status).toBe(403);
  });

  it('a scope is no role, and an application has no scope', async () => {
    expect((await getItemWith({ scp: 'user_impersonation Items.Read', roles: null })).status).toBe(403);
    expect((await getItemWith({ idtyp: 'app', scp: 'user_impersonation', roles: null })).status).toBe(403);
  });

  it('the scope can be one of several', async () => {
    expect((await getItemWith({ scp: 'openid user_impersonation profile' })).status).toBe(200);
    expect((await getItemWith({ scp: 'user_impersonation.read' })).status).toBe(403);
  });
});

describe('access policy', () => {
  const reporting = { tid: tenants.fabrikam, azp: 'a9900000-0000-4000-8000-000000000002' };
  const listEvents = async (resourceUri: string, claims: Readonly<Record<string, unknown>>) =>
    (await stack.send('GET', buildEventsPath(resourceUri), { token: await stack.issueToken(claims) })).status;
  const machineIn = (group: string, subscription: string = subscriptions.contoso) =>
    `/subscriptions/${subscription}/resourceGroups/${group}/providers/Vendor.Compute/virtualMachines/vm-web`;

  it('grants a tenant its own subscription and no other', async () => {
    expect(await listEvents(machineIn('rg-shop'), {})).toBe(200);
    expect(await listEvents(machineIn('rg-shop', subscriptions.fabrikam), {})).toBe(403);
    expect(await listEvents(machineIn('rg-shop', subscriptions.fabrikam), { tid: tenants.fabrikam })).toBe(200);
  });

  it('grants a tenant its own company and no other', async () => {
    const path = buildCustomerPath({ companyId: companies.fabrikam, customerId: customers.fabrikam.relecloud });
    expect((await stack.send('GET', path)).status).toBe(403);
    expect((await stack.send('GET', path, { token: await stack.issueToken({ tid: tenants.fabrikam }) })).status).toBe(
      200,
    );
  });

  it('grants an application access that others in its tenant do not have', async () => {
    expect(await listEvents(machineIn('rg-shop'), reporting)).toBe(200);
    expect(await listEvents(machineIn('rg-shop'), { tid: tenants.fabrikam })).toBe(403);
    expect(await listEvents(machineIn('rg-shop'), { ...reporting, azp: null, appid: reporting.azp })).toBe(200);
  });

  it('matches resources by whole segments and in any casing', async () => {
    expect(await listEvents(machineIn('RG-SHOP'), reporting)).toBe(200);
    expect(await listEvents(machineIn('rg-shop2'), reporting)).toBe(403);
    expect(await listEvents(machineIn('RG-OTHER'), reporting)).toBe(403);
    expect(await listEvents(machineIn('rg-shop', subscriptions.contoso.toUpperCase()), {})).toBe(200);
  });

  it('is applied before the cache is read', async () => {
    expect(await listEvents(machineIn('rg-shop'), {})).toBe(200);
    expect(await listEvents(machineIn('rg-shop'), { tid: tenants.fabrikam })).toBe(403);
  });

  it("uses the token's tenant, not one that the request names", async () => {
    const headers = {
      'x-tenant-id': tenants.contoso,
      'x-ms-tenant': tenants.contoso,
      'x-forwarded-host': 'contoso.example',
    };
    const token = await stack.issueToken({ tid: tenants.fabrikam });
    expect((await stack.send('GET', buildItemPath(), { token, headers })).status).toBe(403);
  });
});
