import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { protectionUnits, subscriptions } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { searchRestorePoints } from '../../functions/search-restore-points.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const authorization = `Bearer ${await stack.issueToken({})}`;
const countCalls = async () => (await stack.upstream.calls()).length;

/** A list that no test has asked for before. */
const freshList = () => ({
  params: {
    subscriptionId: subscriptions.contoso,
    resourceGroupName: 'rg-shop',
    resourceProviderNamespace: 'Vendor.Compute',
    resourceType: 'virtualMachines',
    resourceName: `vm-${randomUUID()}`,
  },
  rawQuery: 'api-version=2025-05-01',
  headers: { authorization },
});

it('a list is fetched once and stored; Cache-Status and Age say so', async () => {
  const serve = serveDirectly(listHealthEvents);
  const request = freshList();
  const [first, second] = [await serve(request), await serve(request)];
  expect(first.headers['cache-status']).toBe('Frontdesk; fwd=uri-miss; stored');
  expect(second.headers).toMatchObject({ 'cache-status': expect.stringMatching(/; hit; ttl=/), age: '0' });
  expect(second.records).toEqual([expect.objectContaining({ cache: second.headers['cache-status'] })]);
  expect(await countCalls()).toBe(1);
});

it('paths that differ by case share a stored response', async () => {
  const serve = serveDirectly(listHealthEvents);
  const request = freshList();
  await serve(request);
  await serve({ ...request, params: { ...request.params, resourceGroupName: 'RG-SHOP' } });
  expect(await countCalls()).toBe(1);
});

it('a request whose entity tag still matches gets 304 without a body', async () => {
  const serve = serveDirectly(listHealthEvents);
  const request = freshList();
  const { headers } = await serve(request);
  const again = await serve({ ...request, headers: { authorization, 'if-none-match': String(headers['etag']) } });
  expect([again.status, again.body, again.headers['etag']]).toEqual([304, undefined, headers['etag']]);
});

it('a search that asks for the same in another order shares a stored response; it has no entity tag', async () => {
  const serve = serveDirectly(searchRestorePoints);
  const period = { startDateTime: '2026-01-01T00:00:00Z', endDateTime: '2026-02-01T00:00:00Z' };
  const headers = { authorization, 'content-type': 'application/json' };
  const ids = [protectionUnits.shopSite, protectionUnits.drive];
  const search = (protectionUnitIds: readonly string[]) =>
    serve({ params: {}, headers, body: { protectionUnitIds, protectionTimePeriod: period } });
  const [first, second] = [await search(ids), await search(ids.toReversed())];
  expect([first.status, second.status, first.headers['etag']]).toEqual([200, 200, undefined]);
  expect(second.headers['cache-status']).toMatch(/; hit; /);
});

it('a failure is not stored', async () => {
  const serve = serveDirectly(listHealthEvents);
  const request = freshList();
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 409 } });
  expect((await serve(request)).status).toBe(409);
  expect((await serve(request)).status).toBe(200);
});

it('a refusal is remembered for seconds, and its record says so (P-27)', async () => {
  const serve = serveDirectly(listHealthEvents);
  const request = freshList();
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 404 } });
  expect((await serve(request)).status).toBe(404);
  const { status, headers, records } = await serve(request);
  expect([status, headers['cache-status']]).toEqual([404, 'Frontdesk; hit; detail=refused']);
  expect(records).toEqual([expect.objectContaining({ status: 404, cache: headers['cache-status'] })]);
  expect(await countCalls()).toBe(1);
});
