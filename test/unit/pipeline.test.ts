import { beforeEach, expect, it, vi } from 'vitest';
import { companies, items, subscriptions, tenants } from '../../dev/seed.ts';
import { authorizeModelCopy } from '../../functions/authorize-model-copy.ts';
import { createOrUpdateApiDiagnostic } from '../../functions/create-or-update-api-diagnostic.ts';
import { getItem } from '../../functions/get-item.ts';
import { listCompanies } from '../../functions/list-companies.ts';
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

it('serves a plain message, with the request id that the host gave', async () => {
  const serve = serveDirectly(getItem);
  const { status, headers, json, records } = await serve({ params, headers: await bearer() });
  expect([status, json.id, headers['x-ms-request-id']]).toEqual([200, items.contoso.bicycle, 'request-1']);
  expect(records).toEqual([expect.objectContaining({ operation: 'getItem', requestId: 'request-1', status: 200 })]);
});

it('refuses in order: the token before access, access before the request’s own mistakes', async () => {
  const serve = serveDirectly(getItem);
  const bad = { params: { ...params, itemId: 'none' }, rawQuery: 'x=1' };
  const noRole = await bearer({ roles: ['Customers.Read'] });
  const reader = await bearer({ tid: tenants.fabrikam, oid: 'f0', roles: ['Items.Read'] });
  const statuses = await Promise.all([
    serve(bad),
    serve({ ...bad, headers: noRole }),
    serve({ ...bad, headers: await bearer() }),
    serve({ ...bad, headers: reader }),
  ]);
  expect(statuses.map(({ status, json }) => [status, json.error.code])).toEqual([
    [401, 'unauthenticated'],
    [403, 'insufficient_scope'],
    [400, 'invalid_request'],
    [403, 'forbidden'],
  ]);
});

it('a failure is a response in the operation’s error format, with the problem in the record', async () => {
  const serve = serveDirectly(getItem);
  const { status, json, records } = await serve({ params: { ...params, itemId: 'x' }, headers: await bearer() });
  expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  expect(records).toEqual([expect.objectContaining({ status: 400, problem: 'invalid_request' })]);
});

it('an unforeseen failure is 500 and never thrown', async () => {
  const serve = serveDirectly(getItem);
  const { status, json, records } = await serve({ params: null as never, headers: await bearer() });
  expect([status, json.error.code]).toEqual([500, 'internal_error']);
  expect(records).toEqual([expect.objectContaining({ problem: 'internal_error', reason: 'TypeError' })]);
});

it('the caller’s correlation id is recorded and relayed; one that is none is ignored', async () => {
  const serve = serveDirectly(getItem);
  const headers = await bearer();
  const known = await serve({ params, headers: { ...headers, 'x-ms-client-request-id': 'id-1' } });
  expect((await stack.upstream.calls())[0]?.headers['x-ms-client-request-id']).toBe('id-1');
  const odd = await serve({ params, headers: { ...headers, 'x-ms-client-request-id': 'a b' } });
  expect([known.records[0]?.['clientRequestId'], odd.records[0]?.['clientRequestId']]).toEqual(['id-1', undefined]);
});

const diagnostic = { params: putDiagnostic.values, rawQuery: putDiagnostic.query };
const jsonHeaders = async () => ({ ...(await bearer()), 'content-type': 'application/json' });

it('a failed write says what became of it, in the response and in the record; a failed read does not', async () => {
  const put = serveDirectly(createOrUpdateApiDiagnostic);
  const failed = await put({ ...diagnostic, headers: await jsonHeaders(), body: {} });
  expect([failed.status, failed.headers['x-frontdesk-outcome']]).toEqual([400, 'not-sent']);
  expect(failed.records[0]).toMatchObject({ problem: 'invalid_request', outcome: 'not-sent' });
  const read = await serveDirectly(getItem)({ params: { ...params, itemId: 'x' }, headers: await bearer() });
  expect(read.headers).not.toHaveProperty('x-frontdesk-outcome');
  expect(read.records[0]).not.toHaveProperty('outcome');
});

it('a caller above the rate limit is refused before access is decided', async () => {
  vi.stubEnv('CALLER_LIMIT', '{"perSecond":0.001,"burst":1}');
  const serve = serveDirectly(getItem);
  vi.unstubAllEnvs();
  const headers = await bearer();
  expect((await serve({ params, headers })).status).toBe(200);
  const { status, records } = await serve({ params, headers: await bearer({ roles: [] }) });
  expect([status, records[0]?.['problem']]).toEqual([429, 'throttled']);
});

it('of a stored operation a caller’s hits do not count as its calls, but ten times as many are refused (P-25)', async () => {
  vi.stubEnv('CALLER_LIMIT', '{"perSecond":0.001,"burst":1}');
  const serve = serveDirectly(listHealthEvents);
  vi.unstubAllEnvs();
  const headers = await bearer();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) statuses.push((await serve({ ...healthEvents, headers })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  expect(await stack.upstream.calls()).toHaveLength(1);
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

it('a list of what grants name needs a grant below it, not on it', async () => {
  const grants = [{ roles: ['Companies.Read'], resources: [`/companies/${companies.contoso}`] }];
  vi.stubEnv('ACCESS_POLICY', JSON.stringify({ grants }));
  const serve = serveDirectly(listCompanies);
  vi.unstubAllEnvs();
  const { status, json } = await serve({ params: {}, headers: await bearer() });
  expect([status, json.value.map(({ id }: { id: string }) => id)]).toEqual([200, [companies.contoso]]);
});

it('a response is compressed for a caller that accepts it, but not one that is a secret', async () => {
  const headers = { ...(await jsonHeaders()), 'accept-encoding': 'gzip, identity;q=0' };
  const read = await serveDirectly(getItem)({ params, headers });
  const rawQuery = 'api-version=2024-11-30';
  const copy = await serveDirectly(authorizeModelCopy)({ params: {}, rawQuery, headers, body: { modelId: 'm-1' } });
  const failed = await serveDirectly(getItem)({ params: { ...params, itemId: 'x' }, headers });
  const sent = [read, copy, failed].map((response) => [response.status, response.headers['content-encoding']]);
  expect(sent).toEqual([
    [200, 'gzip'],
    [200, undefined],
    [400, 'gzip'],
  ]);
});

it('what only an operator can fix raises an alert, a caller’s mistake does not', async () => {
  const alerts: Record<string, unknown>[] = [];
  const serve = serveDirectly(getItem, alerts);
  await serve({ params: { ...params, itemId: 'x' }, headers: await bearer() });
  expect(alerts).toEqual([]);
  await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 401 }, times: 9 });
  // A single one is no alert.
  for (let count = 0; count < 2; count++) {
    const { status, records } = await serve({ params, headers: await bearer() });
    expect([status, records[0]?.['problem']]).toEqual([502, 'upstream_auth']);
  }
  expect(alerts).toEqual([expect.objectContaining({ alert: 'upstream_auth', subject: 'businessData' })]);
});
