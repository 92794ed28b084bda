import { beforeEach, expect, it, vi } from 'vitest';
import { companies, items, subscriptions, tenants } from '../../dev/seed.ts';
import { authorizeModelCopy } from '../../functions/authorize-model-copy.ts';
import { createOrUpdateApiDiagnostic } from '../../functions/create-or-update-api-diagnostic.ts';
import { getItem } from '../../functions/get-item.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { putDiagnostic } from '../support/valid-requests.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const healthEvents = {
  params: {
    subscriptionId: subscriptions.contoso,
    resourceGroupName: 'rg-shop',
    resourceProviderNamespace: 'Vendor.Compute',
    resourceType: 'virtualMachines',
    resourceName: 'vm-web',
  },
  rawQuery: 'api-version=2025-05-01',
};
const params = { companyId: companies.contoso, itemId: items.contoso.bicycle };
const bearer = async (claims: Parameters<typeof stack.issueToken>[0] = {}) => ({
  authorization: `Bearer ${await stack.issueToken(claims)}`,
});

it('an unforeseen failure is 500 and never thrown', async () => {
  const serve = serveDirectly(getItem);
  const { status, json, records } = await serve({ params: null as never, headers: await bearer() });
  expect([status, json.error.code]).toEqual([500, 'internal_error']);
  expect(records).toEqual([expect.objectContaining({ problem: 'internal_error', reason: 'TypeError' })]);
});

const diagnostic = { params: putDiagnostic.values, rawQuery: putDiagnostic.query };
const jsonHeaders = async () => ({ ...(await bearer()), 'content-type': 'application/json' });

it('a caller above the rate limit is refused before access is decided', async () => {
  vi.stubEnv('LIMITS', '{"caller":{"perSecond":0.001,"burst":1}}');
  const serve = serveDirectly(getItem);
  vi.unstubAllEnvs();
  const headers = await bearer();
  expect((await serve({ params, headers })).status).toBe(200);
  const { status, records } = await serve({ params, headers: await bearer({ roles: [] }) });
  expect([status, records[0]?.['problem']]).toEqual([429, 'throttled']);
});

it('of a cached operation only what is loaded counts, not what is stored (P-25)', async () => {
  vi.stubEnv('LIMITS', '{"caller":{"perSecond":0.001,"burst":1}}');
  const serve = serveDirectly(listHealthEvents);
  vi.unstubAllEnvs();
  const headers = await bearer();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) statuses.push((await serve({ ...healthEvents, headers })).status);
  expect(statuses).toEqual(Array<number>(11).fill(200));
  expect(await stack.upstream.calls()).toHaveLength(1);
});

it.each([
  ['access', { roles: [] }, healthEvents.rawQuery, 403],
  ['its parameters', {}, 'api-version=1999-01-01', 400],
])('of a cached operation a request that is refused for %s counts (P-25)', async (_, claims, rawQuery, refusal) => {
  vi.stubEnv('LIMITS', '{"caller":{"perSecond":0.001,"burst":2}}');
  const serve = serveDirectly(listHealthEvents);
  vi.unstubAllEnvs();
  const refused = { ...healthEvents, rawQuery, headers: await bearer(claims) };
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) statuses.push((await serve(refused)).status);
  expect(statuses).toEqual([refusal, refusal, 429]);
});

it('once the instance ends, nothing new begins (I11)', async () => {
  const serve = serveDirectly(getItem);
  const headers = await bearer();
  expect((await serve({ params, headers })).status).toBe(200);
  await serve.end();
  const { status, records } = await serve({ params, headers });
  expect([status, records[0]?.['problem'], records[0]?.['subject']]).toEqual([503, 'shutting_down', undefined]);
});

it('the record has the caller, the path, the trace and every stage; no path where a value is unsafe', async () => {
  const serve = serveDirectly(getItem);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { ...(await bearer()), traceparent, tracestate: 'a=1' };
  const { records } = await serve({ params, headers });
  const [call] = await stack.upstream.calls();
  expect(call?.headers['tracestate']).toBe('a=1');
  expect(records[0]).toMatchObject({
    tenant: tenants.contoso,
    subject: expect.any(String),
    client: expect.any(String),
    resource: `/companies(${params.companyId})/items(${params.itemId})`,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    verifyMs: expect.any(Number),
    accessMs: expect.any(Number),
    parseMs: expect.any(Number),
    respondMs: expect.any(Number),
  });
  const unsafe = await serve({ params: { ...params, itemId: 'a/b' }, headers: await bearer() });
  expect([unsafe.status, unsafe.records[0]?.['resource']]).toEqual([400, undefined]);
});

it('the record says what a body is about, and which members a request failed by, without the caller’s words', async () => {
  const headers = await jsonHeaders();
  const rawQuery = 'api-version=2024-11-30';
  const copy = await serveDirectly(authorizeModelCopy)({ params: {}, rawQuery, headers, body: { modelId: 'm-1' } });
  expect([copy.status, copy.records[0]?.['targets'], copy.records[0]?.['invalid']]).toEqual([200, 'm-1', undefined]);
  const body = { properties: { loggerId: 7, secretName: 1 } };
  const put = await serveDirectly(createOrUpdateApiDiagnostic)({ ...diagnostic, headers, body });
  expect([put.status, put.records[0]?.['targets']]).toEqual([400, undefined]);
  expect(put.records[0]?.['invalid']).toMatch(/^properties\.loggerId: /);
  const read = await serveDirectly(getItem)({ params, rawQuery: 'secretName=1', headers });
  expect(read.records[0]?.['invalid']).toMatch(/^\*: /);
});
