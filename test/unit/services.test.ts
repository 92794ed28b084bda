import { expect, it, onTestFinished, vi } from 'vitest';
import { companies, items, resources, tenants } from '../../dev/seed.ts';
import { getItem } from '../../functions/get-item.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

function open(settings: Readonly<Record<string, string>> = {}, clock: Clock = systemClock) {
  const report = vi.fn();
  const services = createServices(readSettings({ ...process.env, ...settings }), clock, report);
  onTestFinished(services.close);
  const alerts = () => report.mock.calls.map(([{ alert, subject }]) => [alert, subject]);
  return { services, report, alerts };
}

const NO_TABLE = {
  CACHE_CONNECTION_STRING:
    'DefaultEndpointsProtocol=http;AccountName=gone;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/gone;',
};
const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
const item = { params: { companyId: companies.contoso, itemId: items.contoso.bicycle }, headers };
const [, , subscriptionId = '', , resourceGroupName = '', , namespace = '', resourceType = ''] =
  resources.virtualMachine.split('/');
const place = { subscriptionId, resourceGroupName, resourceProviderNamespace: namespace, resourceType };
const toEvents = (resourceName: string) => ({
  params: { ...place, resourceName },
  rawQuery: 'api-version=2025-05-01',
  headers,
});

it('nothing is called before the first request', async () => {
  await Promise.all([stack.upstream.reset(), stack.identity.reset()]);
  open();
  expect([await stack.upstream.calls(), await stack.identity.calls()]).toEqual([[], []]);
});

it('each upstream has a client and an address', () => {
  const { services } = open();
  const names = ['arm', 'backupRestore', 'documentModels', 'businessData'];
  expect(Object.keys(services.clients)).toEqual(names);
  expect(Object.values(services.upstreams).map(({ name }) => name)).toEqual(names);
  const settings = readSettings();
  expect(Object.values(services.upstreams).map(({ baseUrl, scope }) => [baseUrl, scope])).toEqual([
    [settings.ARM_BASE_URL, settings.ARM_SCOPE],
    [settings.BACKUP_RESTORE_BASE_URL, settings.BACKUP_RESTORE_SCOPE],
    [settings.DOCUMENT_MODELS_ENDPOINT, settings.DOCUMENT_MODELS_SCOPE],
    [settings.BUSINESS_DATA_BASE_URL, settings.BUSINESS_DATA_SCOPE],
  ]);
});

it('a table that cannot be reached is alerted, by what it is for, and its sweep fails', async () => {
  const { services, alerts } = open(NO_TABLE);
  await services.paging.seal('t', { operation: 'list', tenant: 't', list: '/a' }, 1_000);
  expect(alerts()).toEqual([['paging_local', 'table']]);
  await expect(services.sweep()).rejects.toThrow();
});

it('a policy in a table that cannot be reached is alerted', async () => {
  const { services, alerts } = open({ ...NO_TABLE, ACCESS_POLICY: 'table:policy' });
  await services.policy.refresh();
  expect(alerts()).toEqual([['policy_unavailable', 'table']]);
});

it('without the table responses are stored in memory; the row that is lost and the refresh that fails are alerted', async () => {
  await stack.upstream.reset();
  const clock = createSkippingClock();
  const { services, alerts } = open(NO_TABLE, clock);
  const list = async () => (await serveBy(services, listHealthEvents)(toEvents('vm-alone'))).headers['cache-status'];
  expect([await list(), await list()]).toEqual([
    'Frontdesk; fwd=uri-miss; stored',
    expect.stringMatching(/; hit; ttl=/),
  ]);
  await expect.poll(alerts).toContainEqual(['row_unwritten', 'response']);
  clock.skip(70_000);
  await stack.upstream.fault({ api: 'arm', times: 9, fault: { kind: 'status', status: 500 } });
  expect(await list()).toMatch(/stale-while-revalidating/);
  await expect.poll(alerts).toContainEqual(['refresh_failed', 'cache']);
});

it('callers are those of the settings’ issuer, audience and tenants, with the rights of its policy', async () => {
  await stack.upstream.reset();
  const read = async (settings: Readonly<Record<string, string>>) => {
    const { status, headers: sent } = await serveBy(open(settings).services, getItem)(item);
    return [status, sent['x-frontdesk-problem']];
  };
  expect(await read({})).toEqual([200, undefined]);
  expect(await read({ AUTH_AUDIENCE: 'api://another' })).toEqual([401, 'invalid_token']);
  expect(await read({ AUTH_TENANTS: tenants.fabrikam })).toEqual([401, 'invalid_token']);
  const grants = [{ roles: ['Items.Read'], resources: ['/companies/none'] }];
  expect(await read({ ACCESS_POLICY: JSON.stringify({ grants }) })).toEqual([403, 'forbidden']);
});

it('a caller’s rate is that of the policy, or of the settings', async () => {
  const one = { perSecond: 0.001, burst: 1 };
  const grants = [{ roles: ['Items.Read'], resources: ['*'] }];
  const readTwice = async (settings: Readonly<Record<string, string>>) => {
    const serve = serveBy(open(settings).services, getItem);
    return [(await serve(item)).status, (await serve(item)).status];
  };
  expect(await readTwice({ CALLER_LIMIT: JSON.stringify(one) })).toEqual([200, 429]);
  const limited = {
    CALLER_LIMIT: '{"perSecond":9,"burst":9}',
    ACCESS_POLICY: JSON.stringify({ grants, limits: { caller: one } }),
  };
  expect(await readTwice(limited)).toEqual([200, 429]);
});

it('the last metrics have the state of the upstreams and of the managed identity’s tokens', async () => {
  await stack.upstream.reset();
  const { services, report } = open();
  await serveBy(services, getItem)(item);
  await stack.upstream.fault({
    api: 'business',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
  });
  await serveBy(services, getItem)(item);
  await services.telemetry.close();
  const metrics = report.mock.calls.flatMap(([{ metrics: points = [] }]) => points);
  const labels = { upstream: 'businessData', kind: 'read' };
  expect(metrics).toContainEqual({ name: 'frontdesk.gate.closed', ...labels, value: 1 });
  expect(metrics).toContainEqual({
    name: 'frontdesk.token.remaining',
    scope: services.upstreams.businessData.scope,
    value: expect.any(Number),
  });
});

it('an address that one instance keeps is found by another', async () => {
  const [one, other] = [open().services, open().services];
  const id = await one.addresses.put('an address', 60_000);
  expect(await other.addresses.get(id)).toBe('an address');
});

it('the sweep removes what has expired from the table of the settings', async () => {
  const { services } = open();
  await services.addresses.put('an address', 60_000);
  expect(await services.sweep()).toEqual({ swept: 0, isComplete: true });
});

it('prefetching loads the signing keys', async () => {
  await stack.issuer.reset();
  open().services.prefetch();
  const paths = async () => (await stack.issuer.calls()).map(({ path }) => path);
  await expect.poll(paths).toContainEqual(expect.stringMatching(/keys$/));
});

it('the document models’ key replaces the managed identity, for them only', () => {
  const { services } = open({ DOCUMENT_MODELS_KEY: 'key-1' });
  expect(open().services.upstreams.documentModels).not.toHaveProperty('key');
  const keys = Object.values(services.upstreams).map(({ name, key }) => [name, key?.value]);
  expect(Object.fromEntries(keys)).toEqual({
    arm: undefined,
    backupRestore: undefined,
    documentModels: 'key-1',
    businessData: undefined,
  });
});

it('page tokens of one key are opened by another instance with the same key, and by no other', async () => {
  const scope = { operation: 'list', tenant: 't', list: '/a' };
  const key = (byte: number) => ({ PAGING_KEY: Buffer.alloc(32, byte).toString('base64') });
  const invalid = { type: 'invalid_cursor' };
  const token = await open(key(1)).services.paging.seal('upstream-token', scope, 1_000);
  expect(await open(key(1)).services.paging.open(token, scope)).toBe('upstream-token');
  await expect(open(key(2)).services.paging.open(token, scope)).rejects.toMatchObject(invalid);
  await expect(open().services.paging.open(token, scope)).rejects.toMatchObject(invalid);
  // One key in the two alphabets.
  const [plain, url] = (['base64', 'base64url'] as const).map((coding) => Buffer.alloc(32, 255).toString(coding));
  const sealed = await open({ PAGING_KEY: plain ?? '' }).services.paging.seal('upstream-token', scope, 1_000);
  expect(await open({ PAGING_KEY: url ?? '' }).services.paging.open(sealed, scope)).toBe('upstream-token');
});

it('without the setting, the instances of a deployment open each other’s page tokens, long ones too', async () => {
  const scope = { operation: 'list', tenant: 't', list: '/a' };
  const [one, other] = [open().services.paging, open().services.paging];
  for (const skipToken of ['short', 'long'.repeat(5_000)]) {
    const token = await one.seal(skipToken, scope, 1_000);
    expect(await other.open(token, scope)).toBe(skipToken);
  }
});

it('the profile is the one of the settings', () => {
  expect(open({ CLOUD_PROFILE: 'microsoft' }).services.profile.name).toBe('microsoft');
});
