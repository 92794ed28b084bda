import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { apps } from '../../dev/personas.ts';
import { subscriptions, tenants } from '../../dev/seed.ts';
import { buildEventsPath, buildSearch, buildSearchPath } from '../support/builders.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { startStack, type TestRequest, type TestResponse } from '../support/stack.ts';

const clock = createSkippingClock();
const roles = ['HealthEvents.Read', 'RestorePoints.Search'];
const shared = { roles, resources: [`/subscriptions/${subscriptions.contoso}`, '/solutions/backupRestore'] };
/** One grant for every tenant, so that callers of two tenants have one access scope; one app has another. */
const grants = [shared, { ...shared, clients: [apps[1]?.clientId], resources: ['*'] }];
const stack = await startStack({ clock, settings: { ACCESS_POLICY: JSON.stringify({ grants }) } });

const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines`;
let count = 0;
const freshName = () => `vm-${++count}`;
const freshList = () => buildEventsPath(`${group}/${freshName()}`);
let year = 2000;
const freshSearch = () => buildSearch({ protectionTimePeriod: { startDateTime: `${++year}-01-01T00:00:00Z` } });
const get = (path: string, call: TestRequest = {}) => stack.send('GET', path, call);
const search = (body: unknown) => stack.send('POST', buildSearchPath(), { body });
const stateOf = ({ headers }: TestResponse) => headers['cache-status'];
const countCalls = async () => (await stack.upstream.calls()).length;
const miss = 'Frontdesk; fwd=uri-miss; stored';
const hit = /^Frontdesk; hit; ttl=\d+$/;

describe('a list of health events', () => {
  it('is not fetched again for what a browser adds to cache: no-store; what a caller asked for is kept for all (P-19)', async () => {
    const path = freshList();
    await get(path);
    const ofBrowser = { headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } };
    expect(stateOf(await get(path, ofBrowser))).toMatch(hit);
    const { text } = await get(path, { headers: { 'cache-control': 'no-cache' } });
    expect([(await get(path, ofBrowser)).text, (await get(path)).text]).toEqual([text, text]);
    expect(await countCalls()).toBe(2);
  });

  it('keeps its entity tag if the upstream returns the same', async () => {
    const path = buildEventsPath(undefined, '$filter=priority%20ge%200');
    const first = await get(path);
    await sleep(5);
    const second = await get(path, { headers: { 'cache-control': 'no-cache' } });
    expect(first.json.nextLink).toBeDefined();
    expect(stateOf(second)).toMatch(/fwd=request/);
    expect(second.headers['etag']).toBe(first.headers['etag']);
    expect((await get(path, { headers: { 'if-none-match': first.headers['etag'] ?? '' } })).status).toBe(304);
  });
});

describe('a stored response is reused only', () => {
  const reporting = { azp: apps[1]?.clientId };

  it('for callers with the same grants', async () => {
    const path = freshList();
    expect(stateOf(await get(path))).toBe(miss);
    expect(stateOf(await get(path, { token: await stack.issueToken(reporting) }))).toBe(miss);
    const colleague = await stack.issueToken({ oid: 'another', roles: ['HealthEvents.Read'] });
    expect(stateOf(await get(path, { token: colleague }))).toMatch(hit);
  });

  it.each([
    ['a list of events', () => ({ method: 'GET', path: freshList() })],
    ['a search', () => ({ method: 'POST', path: buildSearchPath(), body: freshSearch() })],
  ])('for one tenant, although a grant serves two: %s (I1, A23)', async (_, create) => {
    const { method, path, ...call } = create();
    for (const tid of [tenants.contoso, tenants.fabrikam]) {
      const token = await stack.issueToken({ tid, roles });
      const send = async () => stateOf(await stack.send(method, path, { ...call, token }));
      expect([await send(), await send()]).toEqual([miss, expect.stringMatching(hit)]);
    }
    expect(await countCalls()).toBe(2);
  });
});

describe('a restore-point search', () => {
  it('is a hit for 30 seconds; the response says no-store', async () => {
    const body = freshSearch();
    const [first, second] = [await search(body), await search(body)];
    expect([stateOf(first), stateOf(second)]).toEqual([
      miss,
      expect.stringMatching(/^Frontdesk; hit; ttl=(?:30|2\d)$/),
    ]);
    expect(second.headers).toMatchObject({ 'cache-control': 'no-store', age: expect.stringMatching(/^\d$/) });
    expect(second.headers).not.toHaveProperty('etag');
  });

  it('is not stored after its first restore point expires (C-43)', async () => {
    const body = freshSearch();
    const searchResults = [{ restorePoint: { id: 'a', expirationDateTime: new Date().toISOString() } }];
    await stack.upstream.fault({ api: 'graph', fault: { kind: 'patch', body: { searchResults } } });
    expect(stateOf(await search(body))).toBe('Frontdesk; fwd=uri-miss');
    expect(stateOf(await search(body))).toBe(miss);
  });
});
