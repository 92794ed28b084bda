import { expect, it } from 'vitest';
import { companies, subscriptions, tenants } from '../../dev/seed.ts';
import { startStack } from '../support/stack.ts';

const roles = ['Customers.Read', 'Items.Read'];
const shop = `/subscriptions/${subscriptions.contoso}/resourceGroups/RG-Shop`;
const stack = await startStack({
  settings: {
    PAGES: 'console',
    PAGES_CLIENT_ID: 'portal',
    LIMITS: '{"caller":{"perSecond":1,"burst":40}}',
    ACCESS_POLICY: JSON.stringify({
      grants: [
        {
          roles: ['Items.Read', 'HealthEvents.Read'],
          clients: ['portal'],
          resources: [shop, `/companies/${companies.contoso}`],
        },
        { roles: ['HealthEvents.Read'], clients: ['portal'], resources: ['/subscriptions/not-by-role'] },
        { roles, clients: ['other'], resources: ['/companies/not-by-client'] },
        { roles, tenants: [tenants.fabrikam], resources: ['/companies/not-by-tenant'] },
        { roles: ['Customers.Read'], tenants: [tenants.contoso], resources: ['*'] },
      ],
    }),
  },
});

const recordOf = (headers: Readonly<Record<string, string>>) =>
  stack.log.find(({ requestId }) => requestId === headers['x-ms-request-id']);
const get = async (claims: object = {}) =>
  stack.send('GET', '/console/me/grants', { token: await stack.issueToken({ azp: 'portal', roles, ...claims }) });

it('returns the grants of the caller with the roles that it has, and nothing of others (C-59)', async () => {
  const { status, headers, text, json } = await get();
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(recordOf(headers)).toMatchObject({ operation: 'showOwnGrants', status: 200, client: 'portal' });
  expect(json).toEqual({
    value: [
      { roles: ['Items.Read'], resources: [shop.toLowerCase(), `/companies/${companies.contoso}`] },
      { roles: ['Customers.Read'], resources: ['*'] },
    ],
  });
  for (const hidden of ['not-by', 'portal', 'HealthEvents', tenants.contoso]) expect(text).not.toContain(hidden);
  expect((await get({ azp: 'third', roles: ['Items.Read'] })).json).toEqual({ value: [] });
  expect(await stack.upstream.calls()).toEqual([]);
});

it('a token without roles, or a delegated one without the scope, has no grants (C-59)', async () => {
  expect((await get({ roles: [] })).json).toEqual({ value: [] });
  expect((await get({ scp: 'openid' })).json).toEqual({ value: [] });
});

it('refuses a request without a valid token, and a caller that asks too often (C-59)', async () => {
  for (const token of [null, 'no.valid.token']) {
    const { status, headers, json } = await stack.send('GET', '/console/me/grants', { token });
    expect([status, json.error.code]).toEqual([401, headers['x-ms-error-code']]);
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
    expect(headers['x-frontdesk-version']).toBeUndefined();
    expect(recordOf(headers)).toMatchObject({ operation: 'showOwnGrants', status: 401 });
  }
  const statuses = [];
  for (let call = 0; call < 60; call++) statuses.push((await get({ sub: 'often', oid: 'often' })).status);
  expect(statuses[0]).toBe(200);
  expect(statuses).toContain(429);
});
