import { expect, it } from 'vitest';
import { apps } from '../../dev/personas.ts';
import { resources, subscriptions, tenants } from '../../dev/seed.ts';
import { seedSubscriptionEvents } from '../../dev/upstream/seed/health-events.ts';
import { HealthEventList } from '../../tools/openapi/contracts/health-event.ts';
import { namesOf, subscription, testList } from '../support/list-tests.ts';
import { startStack, type TestResponse } from '../support/stack.ts';

const stack = await startStack();
const path = `${subscription}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
const get = (query: string) => stack.send('GET', path + query.replaceAll(' ', '%20'));
const sensitive = seedSubscriptionEvents(subscriptions.contoso).find(({ properties }) => properties.isEventSensitive);

testList(stack, {
  rule: 'R-16',
  path,
  unstored: `${path}&$filter=priority%20ge%20-3`,
  schema: HealthEventList,
  page: { size: 7, count: 3, total: 16 },
  invalid: ['queryStartTime', ['2026-06-01', '31/1/2026', '']],
  toOther: (link) => link.replace('?', '?queryStartTime=6/1/2026&'),
});

it('R-16 pages are stored by every part of the request, each page', async () => {
  const statuses: string[] = [];
  for (const query of ['', '', '&queryStartTime=6/1/2026', '&queryStartTime=6/1/2026', '&queryStartTime=6/2/2026']) {
    const { status, headers } = await get(`${query}&$filter=priority ge -1`);
    statuses.push(`${status} ${headers['cache-status']?.includes('hit') ? 'hit' : 'miss'}`);
  }
  expect(statuses).toEqual(['200 miss', '200 hit', '200 miss', '200 hit', '200 miss']);
  const { json } = await get('&$filter=priority ge -1');
  const next = json.nextLink.slice(stack.url.length);
  await stack.send('GET', next);
  expect((await stack.send('GET', next)).headers['cache-status']).toContain('hit');
  expect(await stack.upstream.calls()).toHaveLength(4);
});

it('R-16, C-55 no page has a text of a sensitive event, though the upstream returns it', async () => {
  await stack.upstream.control('modes', { showsSensitiveTexts: true, pageSize: 100 });
  const { status, json, text } = await get('&$filter=priority ge -2');
  expect([status, namesOf({ json } as TestResponse).includes(sensitive?.name ?? '')]).toEqual([200, true]);
  expect(text).not.toContain(JSON.stringify(sensitive?.properties.summary));
});

it('R-16 needs a grant for the whole subscription: one for a resource group is 403', async () => {
  const reporting = await stack.issueToken({ tid: tenants.fabrikam, azp: apps[1]?.clientId });
  const resource = `${resources.virtualMachine}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
  expect((await stack.send('GET', resource, { token: reporting })).status).toBe(200);
  const { status, json } = await stack.send('GET', path, { token: reporting });
  expect([status, json.code]).toEqual([403, 'forbidden']);
});
