import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { apps } from '../../dev/personas.ts';
import { companies, customers, items, restoreSessions, subscriptions, tenants } from '../../dev/seed.ts';
import { expectGranted, expectRefused, expectUntouched } from '../support/abuse.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  deleteSession,
  listEvents,
  listNestedEvents,
  onePerShape,
  putAuthorization,
  putJob,
  readCustomer,
  readItem,
  searchPoints,
  toPath,
  toRows,
} from '../support/valid-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-policy-'));
const file = join(folder, 'policy.json');
const writePolicy = (policy: unknown) =>
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
writePolicy(accessPolicy);
afterAll(() => rmSync(folder, { recursive: true }));

const clock = createSkippingClock();
const stack = await startStack({ clock, settings: { ACCESS_POLICY: file }, expectedAlerts: ['policy_invalid'] });

const OUT_OF_SCOPE = { status: 403, code: 'insufficient_scope' } as const;
const FORBIDDEN = { status: 403, code: 'forbidden' } as const;

/** Has the same right on the same resource as the administrator, in another tenant. */
const reporting = apps.find(({ name }) => name === 'Fabrikam reporting');
const byReporting = {
  claims: { tid: tenants.fabrikam, idtyp: 'app', azp: reporting?.clientId, scp: null },
};
const inFabrikam = { tid: tenants.fabrikam };

// That each operation has its role, its scope and its grant: test/api/caller.test.ts.
it('A11 roles that are written otherwise are none, and the challenge names the missing one', async () => {
  const responses = await expectRefused(stack, readItem, {
    attacks: [['HealthEvents.read', 'Items.Read ', '*'], [], null].map((roles) => ({ claims: { roles } })),
    ...OUT_OF_SCOPE,
  });
  for (const { headers } of responses)
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", role="Items.Read"');
});

it('A11 a delegated token without user_impersonation returns 403', async () => {
  const scopes = ['', 'HealthEvents.Read', 'openid profile', 'user_impersonation.all', 'User_Impersonation'];
  const responses = await expectRefused(stack, readItem, {
    twin: { claims: { scp: 'openid user_impersonation' } },
    attacks: [...scopes, 'x,user_impersonation'].map((scp) => ({ claims: { scp } })),
    ...OUT_OF_SCOPE,
  });
  for (const { headers } of responses)
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="user_impersonation"');
});

it('A12 a scope is no role, and an application has no scope', async () => {
  const app = { idtyp: 'app' };
  const scp = `user_impersonation ${readItem.role}`;
  await expectRefused(stack, readItem, {
    twin: { claims: { ...app, roles: [readItem.role] } },
    attacks: [
      { ...app, roles: null },
      { ...app, roles: [], scp },
      { roles: null, scp },
    ].map((claims) => ({ claims })),
    ...OUT_OF_SCOPE,
  });
});

it.each(toRows([listEvents, listNestedEvents, putAuthorization, putJob]))(
  'A19 %s in a subscription that the identity can access and the caller cannot returns 403',
  async (_, request) => {
    const elsewhere = { values: { subscriptionId: subscriptions.fabrikam } };
    await expectRefused(stack, request, {
      twin: { ...elsewhere, claims: inFabrikam },
      attacks: [
        elsewhere,
        { claims: inFabrikam },
        { values: { subscriptionId: '5ab00000-0000-4000-8000-0000000000ff' } },
      ],
      ...FORBIDDEN,
    });
  },
);

it('A19 a grant matches whole segments: a name with the same start returns 403', async () => {
  await expectRefused(stack, listEvents, {
    twin: byReporting,
    attacks: ['rg-shop-2', 'rg-shopping', 'rg-sho', 'rg-shop.', 'rg', '*'].map((resourceGroupName) => ({
      ...byReporting,
      values: { resourceGroupName },
    })),
    ...FORBIDDEN,
  });
});

it.each(toRows([listEvents, listNestedEvents]))(
  'A20 %s is granted and refused alike in every casing',
  async (_, request) => {
    const path = (subscriptionId: string, change: (path: string) => string) =>
      change(toPath(request, { subscriptionId })) + request.query;
    const changes = [
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.replace('/subscriptions/', '/SubScriptions/').replace('resourceGroups', 'resourcegroups'),
    ];
    for (const change of changes) {
      await expectRefused(stack, request, {
        twin: { path: path(subscriptions.contoso, change) },
        attacks: [{ path: path(subscriptions.fabrikam, change) }],
        ...FORBIDDEN,
      });
    }
  },
);

it.each([
  [readCustomer, { companyId: companies.fabrikam, customerId: customers.fabrikam.relecloud }],
  [readItem, { companyId: companies.fabrikam, itemId: items.fabrikam.lamp }],
])('A21 another company returns 403, whichever company the entity belongs to', async (request, values) => {
  await expectRefused(stack, request, {
    twin: { values, claims: inFabrikam },
    attacks: [{ values }, { values: { companyId: companies.fabrikam } }, { claims: inFabrikam }],
    ...FORBIDDEN,
  });
});

it('A22 a caller who may only search cannot delete a restore session', async () => {
  await expectRefused(stack, deleteSession, {
    attacks: [{ claims: { roles: [searchPoints.role] } }],
    ...OUT_OF_SCOPE,
  });
  await expectRefused(stack, deleteSession, {
    twin: { values: { restoreSessionBaseId: restoreSessions.secondDraft } },
    attacks: [{ claims: inFabrikam }],
    ...FORBIDDEN,
  });
});

/** Returns the policy without the grants to this role. */
function without(role: string) {
  const grants = accessPolicy.grants.map((grant) => ({ ...grant, roles: grant.roles.filter((held) => held !== role) }));
  return { grants: grants.filter(({ roles }) => roles.length > 0) };
}

/** Changes the policy; a second later it is in force (lib/policy/policy-source.ts). */
function changePolicy(policy: unknown): void {
  writePolicy(policy);
  clock.skip(1_000);
}

it('A24 a removed grant ends within a second, for stored responses too', async () => {
  const warm = await expectGranted(stack, listEvents);
  expect((await expectGranted(stack, listEvents)).headers['cache-status']).toMatch(/^Frontdesk; hit/);
  changePolicy(without(listEvents.role));
  await expectUntouched(stack, async () => {
    for (const headers of [{}, { 'if-none-match': String(warm.headers['etag']) }, { 'cache-control': 'no-cache' }]) {
      const { status, json } = await sendChanged(stack, listEvents, { headers });
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'forbidden' });
    }
  });
  await expectGranted(stack, readItem);
  changePolicy(accessPolicy);
  await expectGranted(stack, listEvents);
});

it('A24 a policy with an unknown member is refused: the last valid one stays in force', async () => {
  changePolicy({ grants: [{ roles: [putJob.role], resources: ['*'], everyone: true }] });
  await expectRefused(stack, putJob, {
    attacks: [{ values: { subscriptionId: subscriptions.fabrikam } }],
    ...FORBIDDEN,
  });
});

const posing = {
  'x-tenant-id': tenants.fabrikam,
  'x-ms-tenant': tenants.fabrikam,
  'x-ms-client-tenant-id': tenants.fabrikam,
  'x-ms-authorization-tenant': tenants.fabrikam,
  'x-forwarded-host': 'b.example',
  forwarded: 'host=b.example',
  'x-original-url': '/subscriptions/5ab00000-0000-4000-8000-00000000000b',
  'x-rewrite-url': '/companies(c0400000-0000-4000-8000-00000000000b)',
};

it.each(toRows([listEvents, readItem]))('A25 %s takes neither tenant nor address from a header', async (_, request) => {
  await stack.upstream.reset();
  const plain = await expectGranted(stack, request);
  await stack.upstream.reset();
  const posed = await expectGranted(stack, request, { headers: posing });
  expect(posed.text).not.toContain('b.example');
  if (plain.headers['cache-status']) expect(posed.headers['cache-status']).toMatch(/^Frontdesk; hit/);
  for (const { path, headers } of await stack.upstream.calls()) {
    expect(`${path} ${JSON.stringify(headers)}`).not.toMatch(/b\.example|fab00000|0000000b/);
  }
});

it('A25 a header gives no access to another tenant’s resource', async () => {
  await expectRefused(stack, listEvents, {
    twin: { headers: posing },
    attacks: [{ headers: posing, values: { subscriptionId: subscriptions.fabrikam } }],
    ...FORBIDDEN,
  });
});

it.each([
  [readCustomer, `?customerId=${customers.contoso.treyResearch}&companyId=${companies.fabrikam}`],
  [listEvents, `?api-version=2025-05-01&subscriptionId=${subscriptions.fabrikam}`],
  [putJob, '?api-version=2020-03-01&jobName=other'],
] as const)('A26b a query parameter with the name of a route value is refused', async (request, query) => {
  await expectRefused(stack, request, { attacks: [{ query }], status: 400, code: 'invalid_request' });
});

it.each(toRows([putJob, searchPoints]))(
  'A26b %s takes its route values from the route; unknown members of the body are relayed',
  async (_, request) => {
    await stack.upstream.reset();
    const posed = Object.fromEntries(
      [...Object.keys(request.values), 'companyId', 'headers', 'url'].map((name) => [name, `posed-${name}`]),
    );
    await expectGranted(stack, request, { body: { ...request.body, ...posed } });
    const [call] = await stack.upstream.calls();
    expect(call?.path).not.toContain('posed');
    for (const value of Object.values(request.values)) expect(call?.path).toContain(value);
  },
);

// That no other header of a caller is relayed, by any operation: test/api/headers.test.ts.
it('A27 a precondition is kept even if Connection names it', async () => {
  await stack.upstream.reset();
  const response = await sendChanged(stack, putAuthorization, {
    headers: { connection: 'if-match', 'if-match': 'some-tag' },
  });
  expect(response.status).toBe(412);
  expect((await stack.upstream.calls())[0]?.headers).toMatchObject({ 'if-match': 'some-tag' });
});

it('a refusal of access causes no upstream request, token or row, whatever the body is', async () => {
  for (const request of onePerShape) {
    await expectRefused(stack, request, {
      attacks: [
        { claims: { roles: ['None'] }, ...(request.body ? { body: '{'.repeat(70_000) } : {}) },
        { claims: { roles: ['None'] }, query: '?unknown=1' },
      ],
      ...OUT_OF_SCOPE,
    });
  }
});
