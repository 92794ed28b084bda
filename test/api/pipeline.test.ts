import { createServer } from 'node:http';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { companies, items, subscriptions, tenants } from '../../dev/seed.ts';
import { listen } from '../../dev/server.ts';
import { authorizeModelCopy } from '../../functions/authorize-model-copy.ts';
import { createOrUpdateApiDiagnostic } from '../../functions/create-or-update-api-diagnostic.ts';
import { getApiDiagnostic } from '../../functions/get-api-diagnostic.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { listStreamingJobs } from '../../functions/list-streaming-jobs.ts';
import type { Operation } from '../../lib/operation.ts';
import { openServices, serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { itemDefinition, putDiagnostic, putJob, toPath, type ValidRequest } from '../support/valid-requests.ts';

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
  const serve = serveDirectly(itemDefinition);
  const { status, json, records } = await serve({ params: null as never, headers: await bearer() });
  expect([status, json.error.code]).toEqual([500, 'internal_error']);
  expect(records).toEqual([expect.objectContaining({ problem: 'internal_error', reason: 'TypeError' })]);
});

const diagnostic = { params: putDiagnostic.values, rawQuery: putDiagnostic.query };
const jsonHeaders = async () => ({ ...(await bearer()), 'content-type': 'application/json' });

const ofCaller = (burst: number) => ({ LIMITS: JSON.stringify({ caller: { perSecond: 0.001, burst } }) });

it('a caller above the rate limit is refused before access is decided', async () => {
  const serve = serveDirectly(itemDefinition, ofCaller(1));
  const headers = await bearer();
  expect((await serve({ params, headers })).status).toBe(200);
  const { status, records } = await serve({ params, headers: await bearer({ roles: [] }) });
  expect([status, records[0]?.['problem']]).toEqual([429, 'throttled']);
});

it.each([
  ['access', { roles: [] }, healthEvents.rawQuery, 403],
  ['its parameters', {}, 'api-version=1999-01-01', 400],
])(
  'of a cached operation a request that is refused for %s counts a twentieth (P-25)',
  async (_, claims, rawQuery, refusal) => {
    const serve = serveDirectly(listHealthEvents, ofCaller(1));
    const refused = { ...healthEvents, rawQuery, headers: await bearer(claims) };
    const statuses: number[] = [];
    for (let count = 0; count < 21; count++) statuses.push((await serve(refused)).status);
    expect(statuses).toEqual([...Array(20).fill(refusal), 429]);
  },
);

it('a body above the cap is refused by its Content-Length, after the token and before it is read (A44)', async () => {
  const serve = serveDirectly(createOrUpdateApiDiagnostic);
  const headers = { ...(await jsonHeaders()), 'content-length': String(64 * 1024 + 1) };
  const large = { ...diagnostic, headers, body: {} };
  const { status, headers: sent, records, reads } = await serve(large);
  expect([status, sent['x-frontdesk-outcome'], records.length, reads]).toEqual([413, 'not-sent', 1, 0]);
  expect(await serve({ ...large, headers: { ...headers, authorization: 'Bearer x' } })).toMatchObject({ status: 401 });
});

it('the record has the caller, the path, the trace and every stage; no path where a value is unsafe', async () => {
  const serve = serveDirectly(itemDefinition);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { ...(await bearer()), traceparent, tracestate: 'a=1' };
  const { records } = await serve({ params, headers });
  const [call] = await stack.upstream.calls();
  expect(call?.headers['tracestate']).toBe('a=1');
  const [aText, ms] = [expect.any(String), expect.any(Number)];
  expect(records[0]).toMatchObject({
    ...{ tenant: tenants.contoso, subject: aText, client: aText, traceId: '0af7651916cd43dd8448eb211c80319c' },
    ...{ resource: `/companies(${params.companyId})/items(${params.itemId})` },
    ...{ authenticateMs: ms, rateLimitMs: ms, authorizeMs: ms, parseRequestMs: ms, fetchMs: ms, respondMs: ms },
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
  const read = await serveDirectly(itemDefinition)({ params, rawQuery: 'secretName=1', headers });
  expect(read.records[0]?.['invalid']).toMatch(/^\*: /);
});

const headers = await bearer();

it('the upstream’s status and the number of tries are recorded', async () => {
  await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 404 } });
  const { status, records } = await serveDirectly(itemDefinition)({ params, headers });
  expect(status).toBe(404);
  expect(records).toEqual([expect.objectContaining({ upstreamStatus: 404, upstreamTries: 1 })]);
});

const json = await jsonHeaders();
const toPut = ({ values, query = '', body }: ValidRequest, subscriptionId = values['subscriptionId'] ?? '') => ({
  params: { ...values, subscriptionId },
  rawQuery: query.slice(1),
  headers: json,
  body,
});

function serveWithLimits(arm: object, operation: Operation = createOrUpdateApiDiagnostic) {
  const grants = [{ roles: ['ApiDiagnostics.Write', 'ApiDiagnostics.Read'], resources: ['*'] }];
  return serveDirectly(operation, { ACCESS_POLICY: JSON.stringify({ grants }), LIMITS: JSON.stringify({ arm }) });
}

it('writes and reads have their own places, and a rate by subscription in any casing (P-11, P-12)', async () => {
  const room = { parallel: 8, queue: 8 };
  const one = { parallel: 1, queue: 0 };
  const places = serveWithLimits({ bulkhead: { read: room, write: one } });
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 200 } });
  const both = await Promise.all([places(toPut(putDiagnostic)), places(toPut(putDiagnostic))]);
  expect(both.map(({ status }) => status < 300 || status).sort()).toEqual([503, true]);
  const reads = serveWithLimits({ bulkhead: { read: one, write: room } }, getApiDiagnostic);
  const get = { params: putDiagnostic.values, rawQuery: putDiagnostic.query?.slice(1) ?? '', headers };
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 200 } });
  const two = await Promise.all([reads(get), reads(get)]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 503]);
  const rate = { write: { perSecond: 0.001, burst: 4 } };
  const hurried = { ...createOrUpdateApiDiagnostic, timeoutMs: 1_000 };
  const rated = serveWithLimits({ bulkhead: { read: room, write: room }, rate }, hurried);
  const put = async (subscriptionId: string) => (await rated(toPut(putDiagnostic, subscriptionId))).status;
  const { contoso, fabrikam } = subscriptions;
  for (let count = 0; count < 4; count++) expect(await put(contoso)).toBeLessThan(300);
  expect(await put(contoso.toUpperCase())).toBe(429);
  expect([403, 429]).not.toContain(await put(fabrikam));
});

it('the link to the next page is edited as well as what has secrets', async () => {
  const { subscriptionId = '', resourceGroupName = '' } = putJob.values;
  const list = { params: { subscriptionId, resourceGroupName }, rawQuery: putJob.query?.slice(1) ?? '', headers };
  const path = toPath(putJob).replace(/\/[^/]+$/, '');
  const nextLink = `${process.env['ARM_BASE_URL']}${path}${putJob.query}&$skipToken=2`;
  const value = [{ id: 'j', properties: { inputs: [{ properties: { sharedAccessPolicyKey: 'canary' } }] } }];
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { value, nextLink } } });
  const { status, json } = await serveDirectly(listStreamingJobs)(list);
  expect([status, new URL(json.nextLink).origin]).toEqual([200, new URL(stack.url).origin]);
  expect(JSON.stringify(json)).not.toContain('canary');
});

it('a table that is named by its address is reached with the managed identity’s token', async () => {
  const seen: unknown[] = [];
  const table = await listen(
    createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"value":[]}');
    }),
    0,
  );
  onTestFinished(table.close);
  await openServices({ CACHE_CONNECTION_STRING: undefined, CACHE_TABLE_URL: table.url }).sweep();
  expect(seen.length).toBeGreaterThan(0);
  for (const authorization of seen) expect(authorization).toMatch(/^Bearer ey/);
});
