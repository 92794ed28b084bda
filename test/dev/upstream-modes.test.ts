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
  expect((await upstream.send('PUT', path('rg-shop', 'clicks'), { body: {} })).json.error.code).toBe('ValidationError');
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
  expect(headers.get('azure-asyncoperation')).toContain('/arm/operations/');
});
