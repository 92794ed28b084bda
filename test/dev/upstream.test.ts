/** What the emulated APIs have in common, and no test of Frontdesk shows: tokens, recorded calls and quotas. */
import { describe, expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { companies, items, managedIdentity, protectionUnits, resources, upstreamAudiences } from '../../dev/seed.ts';
import { group, sendRaw, startUpstreamClient } from './upstream-client.ts';

const upstream = await startUpstreamClient();
const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
const events = `/arm${resources.database}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
const _toJob = (name: string, base = group) =>
  `${base}/providers/Vendor.StreamAnalytics/streamingjobs/${name}?api-version=2020-03-01`;
const _job = { location: 'westeurope', properties: { sku: { name: 'Standard' } } };
const search = {
  protectionUnitIds: [protectionUnits.drive],
  protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
};

it.each([
  ['GET', events, undefined, 'AuthenticationFailed'],
  ['POST', '/graph/v1.0/solutions/backupRestore/restorePoints/search', search, 'InvalidAuthenticationToken'],
  ['POST', '/docs/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30', { modelId: 'm-1' }, '401'],
  ['GET', item, undefined, 'Authentication_InvalidCredentials'],
] as const)('%s %s takes a token of the managed identity for its audience only', async (method, path, body, code) => {
  expect((await upstream.send(method, path, { body })).status).toBe(200);
  const audiences = Object.values(upstreamAudiences);
  const wrong = await Promise.all([
    issueIdentityToken('https://other.vendor.example', 60, managedIdentity.clientId),
    ...audiences.map((audience) => issueIdentityToken(audience, 60, 'another app')),
    ...audiences.map((audience) => issueIdentityToken(audience, -60, managedIdentity.clientId)),
  ]);
  for (const token of [null, ...wrong, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln']) {
    const { status, headers, json } = await upstream.send(method, path, { body, token });
    expect([status, (json.error ?? json).code]).toEqual([401, token === null ? code : expect.any(String)]);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
  }
});

describe('the calls', () => {
  it('are recorded with path, headers and body as they were received; without a status until they are answered', async () => {
    await upstream.send('GET', `${item}?$expand=a%2Cb%20c`, { headers: { 'If-Match': 'W/"1"' } });
    await upstream.send('POST', '/graph/v1.0/x', { body: '{ "n": 1.10 }' });
    await upstream.fault({ fault: { kind: 'reset' } });
    await upstream.send('GET', item).catch(() => undefined);
    expect(await upstream.calls()).toMatchObject([
      {
        at: expect.stringMatching(/Z$/),
        api: 'business',
        method: 'GET',
        path: `${item}?$expand=a%2Cb%20c`,
        status: 200,
        headers: { 'if-match': 'W/"1"', authorization: expect.stringMatching(/^Bearer /) },
      },
      { api: 'graph', body: '{ "n": 1.10 }', status: 404 },
      { path: item, status: null },
    ]);
  });

  it.each(['/arm/a/../b//c', '/arm/%2e%2e/%2F?x=%zz', '/arm?'])('keep the path %s as it stands', async (path) => {
    await sendRaw(upstream.url, path);
    expect((await upstream.calls()).map((call) => call.path)).toEqual([path]);
  });
});

describe('a quota', () => {
  const left = (headers: Headers) => headers.get('x-ms-ratelimit-remaining-subscription-reads');
  // Refilled within the hour, not while the test runs.
  const reads = { api: 'arm', kind: 'reads', size: 1, windowSeconds: 3_600 };

  it('counts the calls of a subscription, and tells in every response what is left', async () => {
    await upstream.control('quotas', { ...reads, size: 250 });
    expect(left((await upstream.send('GET', events)).headers)).toBe('249');
    expect(left((await upstream.send('GET', `${events}&$filter=nonsense`)).headers)).toBe('248');
    const deleted = await upstream.send('DELETE', events);
    expect(deleted.headers.get('x-ms-ratelimit-remaining-subscription-deletes')).toBe('199');
  });

  it('refuses what is beyond it if it is enforced, in the API’s format, until a reset', async () => {
    await upstream.control('quotas', { ...reads, isEnforced: true });
    expect((await upstream.send('GET', events)).status).toBe(200);
    const { status, headers, json } = await upstream.send('GET', events);
    expect([status, headers.get('retry-after'), left(headers)]).toEqual([429, '3600', '0']);
    expect(json.error.code).toBe('SubscriptionRequestsThrottled');
    await upstream.reset();
    expect((await upstream.send('GET', events)).status).toBe(200);
  });

  it('needs a refill or a window', async () => {
    await expect(upstream.control('quotas', { api: 'arm', kind: 'reads', size: 1 })).rejects.toThrow(/perSecond/);
  });
});
