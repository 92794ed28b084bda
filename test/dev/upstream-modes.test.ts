import { expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { companies, items, managedIdentity, resources, upstreamAudiences } from '../../dev/seed.ts';
import { startUpstreamClient } from './upstream-client.ts';

const upstream = await startUpstreamClient();
const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
const events = `/arm${resources.database}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
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

it('an API refuses the token that it receives first, in its own format, until a call has another one', async () => {
  await upstream.control('modes', { refusesCurrentToken: true });
  const [first, second] = [await issue(), await issue()];
  const statuses = [];
  for (const token of [first, first, second, first])
    statuses.push((await upstream.send('GET', item, { token })).status);
  expect(statuses).toEqual([401, 401, 200, 401]);
  expect((await upstream.send('GET', events)).json.code).toBe('InvalidAuthenticationToken');
});

it('page tokens can be long, and lead on', async () => {
  await upstream.control('modes', { pageTokenPadding: 20_000 });
  const { json } = await upstream.send('GET', events);
  const next = new URL(json.nextLink);
  expect(next.searchParams.get('$skipToken')?.length).toBeGreaterThan(20_000);
  const second = await upstream.send('GET', next.pathname + next.search);
  expect(second.json.value[0].name).not.toBe(json.value[0].name);
});

it('the modes are off after a reset, and a wrong one is refused', async () => {
  await upstream.control('modes', { echoesCredential: true, refusesCurrentToken: true });
  await upstream.reset();
  expect((await upstream.send('GET', item)).text).not.toContain('echoed');
  await expect(upstream.control('modes', { echoes: true })).rejects.toThrow('400');
  await expect(upstream.control('modes', { pageTokenPadding: -1 })).rejects.toThrow('400');
});

const jobs = '/arm/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups';
const path = (group: string, job: string) =>
  `${jobs}/${group}/providers/Vendor.StreamAnalytics/streamingjobs/${job}?api-version=2020-03-01`;
const body = { location: 'westeurope', properties: { sku: { name: 'Standard' } } };

it.each([
  ['none', /^$/, 'application/json'],
  ['empty object', /^\{\}$/, 'application/json'],
  ['text/json', /^\{"/, 'text/json'],
])('a write that succeeds has an odd body: %s; reads and failures do not', async (writeBody, text, type) => {
  await upstream.control('modes', { writeBody });
  const response = await upstream.send('PUT', path('rg-shop', 'clicks'), { body });
  expect([response.status, response.headers.get('content-type')]).toEqual([201, `${type}; charset=utf-8`]);
  expect(response.text).toMatch(text);
  expect((await upstream.send('GET', events)).json.value).toHaveLength(5);
  const refused = await upstream.send('PUT', path('rg-shop', 'clicks'), { body: '[]' });
  expect(refused.json.error.code).toBe('InvalidRequestContent');
});

it('a policy denies every write in its resource group, in any case', async () => {
  for (const group of ['rg-policy', 'RG-Policy']) {
    const { status, json } = await upstream.send('PUT', path(group, 'clicks'), { body });
    expect([status, json.error.code, json.error.target]).toEqual([403, 'RequestDisallowedByPolicy', 'clicks']);
    expect(json.error.additionalInfo[0]).toMatchObject({
      type: 'PolicyViolation',
      info: { policyDefinitionEffect: 'deny' },
    });
  }
});

it('a slow job is accepted, with the addresses of its progress', async () => {
  const { status, headers, text } = await upstream.send('PUT', path('rg-shop', 'slow-clicks'), { body });
  expect([status, text, headers.get('retry-after')]).toEqual([202, '', '15']);
  expect(headers.get('azure-asyncoperation')).toContain('/operationStatuses/');
});

const left = (headers: Headers) => headers.get('x-ms-ratelimit-remaining-subscription-reads');

it('the management API counts the calls of a subscription, and tells in every response what is left', async () => {
  // Refilled within the hour, not while the test runs.
  await upstream.control('quotas', { api: 'arm', kind: 'reads', size: 250, windowSeconds: 3_600 });
  expect(left((await upstream.send('GET', events)).headers)).toBe('249');
  expect(left((await upstream.send('GET', `${events}&$filter=nonsense`)).headers)).toBe('248');
  expect((await upstream.send('DELETE', events)).headers.get('x-ms-ratelimit-remaining-subscription-deletes')).toBe(
    '199',
  );
  await upstream.reset();
});

it('an enforced quota refuses what is beyond it, in the API’s format, until the window has passed', async () => {
  await upstream.control('quotas', { api: 'arm', kind: 'reads', size: 1, windowSeconds: 60, isEnforced: true });
  expect((await upstream.send('GET', events)).status).toBe(200);
  const { status, headers, json } = await upstream.send('GET', events);
  expect([status, headers.get('retry-after'), left(headers)]).toEqual([429, '60', '0']);
  expect(json.error.code).toBe('SubscriptionRequestsThrottled');
  await upstream.reset();
  expect((await upstream.send('GET', events)).status).toBe(200);
});

it('each provider has a bucket of its own, and the headers need not say what is left', async () => {
  const rule = {
    api: 'arm',
    kind: 'reads',
    size: 1,
    perSecond: 0.001,
    per: 'provider',
    saysLeft: 249,
    isEnforced: true,
  };
  await upstream.control('quotas', rule);
  const job = path('rg-shop', 'orders-per-minute');
  const answers = [];
  for (const target of [events, job, job]) answers.push(await upstream.send('GET', target));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers.map(({ headers }) => left(headers))).toEqual(['249', '249', '249']);
});

it.each([
  [
    'fields',
    { 'ratelimit-limit': '100, 100;w=10', 'ratelimit-remaining': '99', 'ratelimit-reset': '10', ratelimit: null },
  ],
  ['list', { ratelimit: 'limit=100, remaining=99, reset=10', 'ratelimit-policy': '100;w=10' }],
  ['items', { ratelimit: '"reads";r=99;t=10', 'ratelimit-policy': '"reads";q=100;w=10' }],
  ['nothing', { ratelimit: null, 'ratelimit-remaining': null }],
])('a quota is told in the form %s', async (tells, expected) => {
  await upstream.control('quotas', { api: 'business', kind: 'reads', size: 100, windowSeconds: 10, tells });
  const { headers } = await upstream.send('GET', item);
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]))).toEqual(expected);
});

it('a quota needs a refill or a window', async () => {
  await expect(upstream.control('quotas', { api: 'arm', kind: 'reads', size: 1 })).rejects.toThrow(/perSecond/);
});
