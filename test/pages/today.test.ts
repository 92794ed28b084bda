import { expect, it } from 'vitest';
import type { HealthEvent } from '../../client/src/index.ts';
import { listActive, listScopes, listSubscriptions, toCacheShare } from '../../pages/console/logic/today.ts';

it('lists active events, the most severe first, of one level the latest first', () => {
  const event = (name: string, eventLevel: string, impactStartTime: string, status = 'Active') =>
    ({ name, properties: { status, eventLevel, impactStartTime } }) as HealthEvent;
  const events = [
    event('old', 'Warning', '2026-11-01'),
    event('ended', 'Critical', '2026-11-21', 'Resolved'),
    event('new', 'Warning', '2026-11-20'),
    event('worst', 'Critical', '2026-10-01'),
  ];
  expect(listActive(events).map(({ name }) => name)).toEqual(['worst', 'new', 'old']);
});

it('counts what the cache served of the requests that it can serve', () => {
  const statuses = ['Frontdesk; hit; ttl=60', 'Frontdesk; fwd=miss', 'Frontdesk; fwd=uri-miss; collapsed', undefined];
  expect(toCacheShare(statuses)).toEqual({
    all: 3,
    served: 2,
    parts: [
      { kind: 'hit', count: 1 },
      { kind: 'shared', count: 1 },
      { kind: 'miss', count: 1 },
    ],
  });
  expect(toCacheShare([undefined, ''])).toBeUndefined();
});

it('takes the first three resource groups, and whole subscriptions, that are known and granted', () => {
  const paths = [
    's0/resourceGroups/x',
    's1/resourceGroups/a',
    's1/resourceGroups/b',
    's2/resourceGroups/c',
    's3/resourceGroups/d',
  ].map((path) => ({ path: `/subscriptions/${path}` }));
  const mayTouch = (path: string) => !path.startsWith('/subscriptions/s0') && path !== '/subscriptions/s2';
  const scopes = listScopes(paths, mayTouch).map((scope) => scope.subscriptionId + scope.resourceGroupName);
  expect(scopes).toEqual(['s1a', 's1b', 's2c']);
  expect(listSubscriptions(paths, mayTouch)).toEqual(['s1', 's3']);
});
