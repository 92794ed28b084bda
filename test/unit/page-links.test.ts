import { beforeEach, expect, it } from 'vitest';
import { resources } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
const [, , subscriptionId = '', , resourceGroupName = '', , namespace = '', resourceType = '', resourceName = ''] =
  resources.virtualMachine.split('/');
const params = { subscriptionId, resourceGroupName, resourceProviderNamespace: namespace, resourceType, resourceName };
const version = 'api-version=2025-05-01';

it('nextLink leads through Frontdesk to the next page, with a token of ours', async () => {
  const serve = serveDirectly(listHealthEvents);
  const first = await serve({ params, rawQuery: version, headers });
  const link = new URL(first.json.nextLink);
  expect(link.origin).toBe(new URL(stack.url).origin);
  const second = await serve({ params, rawQuery: link.search.slice(1), headers });
  expect(second.status).toBe(200);
  expect(second.json.value[0].name).not.toBe(first.json.value[0].name);
  const sent = (await stack.upstream.calls()).map(({ path }) =>
    new URL(path, stack.url).searchParams.get('$skipToken'),
  );
  expect(sent[1]).not.toBe(link.searchParams.get('$skipToken'));
});

it('a page token of another list, or none of ours, is refused', async () => {
  const serve = serveDirectly(listHealthEvents);
  const { json } = await serve({ params, rawQuery: version, headers });
  const { search } = new URL(json.nextLink);
  const other = await serve({ params: { ...params, resourceName: 'vm-other' }, rawQuery: search.slice(1), headers });
  const forged = await serve({ params, rawQuery: `${version}&$skipToken=forged`, headers });
  expect([other, forged].map(({ status, json: body }) => [status, body.code])).toEqual([
    [400, 'invalid_cursor'],
    [400, 'invalid_cursor'],
  ]);
});

it.each([null, ''])('the nextLink %j means that there is no next page', async (nextLink) => {
  const serve = serveDirectly(listHealthEvents);
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { nextLink } } });
  const { status } = await serve({
    params,
    rawQuery: `${version}&$filter=priority%20ge%20-${nextLink === null ? 1 : 2}`,
    headers,
  });
  expect(status).toBe(200);
});

it('a nextLink that leads elsewhere is 502, and its text stays out of the response', async () => {
  const serve = serveDirectly(listHealthEvents);
  const nextLink = 'https://elsewhere.example/?$skipToken=canary';
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { nextLink } } });
  const { status, json } = await serve({ params, rawQuery: `${version}&$filter=priority%20ge%20-3`, headers });
  expect([status, json.code]).toEqual([502, 'upstream_invalid_response']);
  expect(JSON.stringify(json)).not.toMatch(/elsewhere\.example|canary/);
});
