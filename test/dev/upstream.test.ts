/** What the emulated APIs have in common: tokens, recorded calls, headers, modes and quotas. */
import { describe, expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { companies, items, managedIdentity, protectionUnits, resources, upstreamAudiences } from '../../dev/seed.ts';
import { group, sendRaw, startUpstreamClient } from './upstream-client.ts';

const upstream = await startUpstreamClient();
const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
const events = `/arm${resources.database}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
const toJob = (name: string, base = group) =>
  `${base}/providers/Vendor.StreamAnalytics/streamingjobs/${name}?api-version=2020-03-01`;
const job = { location: 'westeurope', properties: { sku: { name: 'Standard' } } };
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

it.each([
  ['/arm/x', ['x-ms-request-id', 'x-ms-correlation-request-id', 'x-ms-routing-request-id']],
  ['/graph/v1.0/x', ['request-id', 'client-request-id', 'x-ms-ags-diagnostic']],
  ['/docs/x', ['apim-request-id', 'x-envoy-upstream-service-time']],
  ['/business/v2.0/x', ['odata-version', 'ms-correlation-x']],
])('%s has the request ids of its API, and internal headers', async (path, names) => {
  const { status, headers } = await upstream.send('GET', path);
  expect(status).toBe(404);
  for (const name of [...names, 'server', 'set-cookie', 'x-powered-by', 'x-internal-host'])
    expect(headers.get(name), name).toBeTruthy();
});

describe('the modes', () => {
  const issue = () => issueIdentityToken(upstreamAudiences.business, 3600, managedIdentity.clientId);

  it('successes repeat the credential, and numbers keep their spelling', async () => {
    const token = await issue();
    const plain = await upstream.send('GET', item, { token });
    await upstream.control('modes', { echoesCredential: true });
    const { headers, text } = await upstream.send('GET', item, { token });
    expect(text).toBe(plain.text.replace('{', `{"echoed":["Bearer ${token}"],`));
    expect(headers.get('etag')).toBe(`"Bearer ${token}"`);
    expect((await upstream.send('GET', '/business/v2.0/x', { token })).text).not.toContain(token);
  });

  it('an API refuses the token that it receives first until a call has another one, and no mode outlives a reset', async () => {
    await upstream.control('modes', { refusesCurrentToken: true });
    const [first, second] = [await issue(), await issue()];
    const statuses = [];
    for (const token of [first, first, second, first])
      statuses.push((await upstream.send('GET', item, { token })).status);
    expect(statuses).toEqual([401, 401, 200, 401]);
    await upstream.reset();
    expect((await upstream.send('GET', item, { token: first })).status).toBe(200);
  });

  it('page tokens can be long, and lead on', async () => {
    await upstream.control('modes', { pageTokenPadding: 20_000 });
    const { json } = await upstream.send('GET', events);
    const next = new URL(json.nextLink);
    expect(next.searchParams.get('$skipToken')?.length).toBeGreaterThan(20_000);
    const second = await upstream.send('GET', next.pathname + next.search);
    expect(second.json.value[0].name).not.toBe(json.value[0].name);
  });

  it.each([
    ['none', /^$/, 'application/json'],
    ['empty object', /^\{\}$/, 'application/json'],
    ['text/json', /^\{"/, 'text/json'],
  ])('a write that succeeds has an odd body: %s; reads do not', async (writeBody, text, type) => {
    await upstream.control('modes', { writeBody });
    const response = await upstream.send('PUT', toJob('clicks'), { body: job });
    expect([response.status, response.headers.get('content-type')]).toEqual([201, `${type}; charset=utf-8`]);
    expect(response.text).toMatch(text);
    expect((await upstream.send('GET', events)).json.value).toHaveLength(5);
  });

  it.each([{ echoes: true }, { pageTokenPadding: -1 }])('%j is refused', async (modes) => {
    await expect(upstream.control('modes', modes)).rejects.toThrow('400');
  });
});

it('a policy denies every write in its resource group, in any case', async () => {
  for (const name of ['rg-policy', 'RG-Policy']) {
    const path = toJob('clicks', group.replace(/[^/]+$/, name));
    const { status, json } = await upstream.send('PUT', path, { body: job });
    expect([status, json.error.code, json.error.target]).toEqual([403, 'RequestDisallowedByPolicy', 'clicks']);
    expect(json.error.additionalInfo[0]).toMatchObject({ type: 'PolicyViolation' });
  }
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

  it('can be each provider’s own, and say whatever is left', async () => {
    const { windowSeconds: _, ...refilled } = { ...reads, perSecond: 0.001, per: 'provider', saysLeft: 249 };
    await upstream.control('quotas', { ...refilled, isEnforced: true });
    const answers = [];
    for (const path of [events, toJob('orders'), toJob('orders')]) answers.push(await upstream.send('GET', path));
    expect(answers.map(({ status, headers }) => [status, left(headers)])).toEqual([
      [200, '249'],
      [404, '249'],
      [429, '249'],
    ]);
  });

  it.each([
    [
      'fields',
      { 'ratelimit-limit': '100, 100;w=10', 'ratelimit-remaining': '99', 'ratelimit-reset': '10', ratelimit: null },
    ],
    ['list', { ratelimit: 'limit=100, remaining=99, reset=10', 'ratelimit-policy': '100;w=10' }],
    ['items', { ratelimit: '"reads";r=99;t=10', 'ratelimit-policy': '"reads";q=100;w=10' }],
    ['nothing', { ratelimit: null, 'ratelimit-remaining': null }],
  ])('is told in the form %s', async (tells, expected) => {
    await upstream.control('quotas', { api: 'business', kind: 'reads', size: 100, windowSeconds: 10, tells });
    const { headers } = await upstream.send('GET', item);
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]))).toEqual(expected);
  });

  it('needs a refill or a window', async () => {
    await expect(upstream.control('quotas', { api: 'arm', kind: 'reads', size: 1 })).rejects.toThrow(/perSecond/);
  });
});
