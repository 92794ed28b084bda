/** What two requests must share to share a stored response. Source: I1, P-16. */
import { expect, it } from 'vitest';
import { subscriptions, tenants } from '../../dev/seed.ts';
import { buildEventsPath, buildSearch, buildSearchPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

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
