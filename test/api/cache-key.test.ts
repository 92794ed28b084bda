/** What two requests must share to share a stored response. Source: I1, P-16. */
import { expect, it, onTestFinished } from 'vitest';
import { subscriptions, tenants } from '../../dev/seed.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { listRows } from '../support/abuse.ts';
import { buildEventsPath, buildSearch, buildSearchPath } from '../support/builders.ts';
import { serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { listEvents } from '../support/valid-requests.ts';
import { createControlClient } from '../testbed/control-client.ts';

/** One grant for every tenant, so that callers of two tenants have one access scope. */
const ACCESS_POLICY = JSON.stringify({
  grants: [
    {
      roles: ['HealthEvents.Read', 'RestorePoints.Search'],
      resources: [`/subscriptions/${subscriptions.contoso}`, '/solutions/backupRestore'],
    },
  ],
});
const stack = await startStack({ settings: { ACCESS_POLICY } });

const roles = ['HealthEvents.Read', 'RestorePoints.Search'];
const [own, other] = [
  await stack.issueToken({ tid: tenants.contoso, roles }),
  await stack.issueToken({ tid: tenants.fabrikam, roles }),
];
const miss = 'Frontdesk; fwd=uri-miss; stored';
const hit = expect.stringMatching(/^Frontdesk; hit; ttl=\d+$/);

it.each([
  ['a list of events', 'GET', buildEventsPath(), undefined],
  ['a search', 'POST', buildSearchPath(), buildSearch()],
] as const)('two tenants that one grant serves do not share %s (I1, A23)', async (_, method, path, body) => {
  const stateOf = async (token: string) => (await stack.send(method, path, { token, body })).headers['cache-status'];
  expect([await stateOf(own), await stateOf(own)]).toEqual([miss, hit]);
  expect([await stateOf(other), await stateOf(other)]).toEqual([miss, hit]);
  expect(await stack.upstream.calls()).toHaveLength(2);
});

/** Requests a list of events from an instance with this upstream, and the stack's table; returns its Cache-Status. */
async function listThrough(armBaseUrl: string, rawQuery: string) {
  const services = createServices(readSettings({ ...process.env, ARM_BASE_URL: armBaseUrl }), systemClock, () => {});
  onTestFinished(services.close);
  const headers = { authorization: `Bearer ${own}` };
  const message = { params: listEvents.values, rawQuery, headers };
  const { status, headers: received } = await serveBy(services, listHealthEvents)(message);
  expect(status).toBe(200);
  await services.cache.settle();
  return received['cache-status'];
}

it('two environments on one table do not read each other’s responses (P-16)', async () => {
  const another = await startUpstream({ port: 0, profile: 'vendor' });
  onTestFinished(() => another.close());
  const query = 'api-version=2025-05-01&$filter=priority%20ge%201';
  const before = (await listRows(stack)).length;
  const environments = [`${stack.upstream.url}/arm`, `${another.url}/arm`];
  for (const url of environments) expect(await listThrough(url, query)).toBe(miss);
  for (const url of environments) expect(await listThrough(url, query)).toEqual(hit);
  // A row of the test before may still have been on its way.
  expect((await listRows(stack)).length - before).toBeGreaterThanOrEqual(2);
  expect(await createControlClient(another.url).calls()).toHaveLength(1);
});
