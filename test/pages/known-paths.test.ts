import { expect, it } from 'vitest';
import { isGranted, listNames, listResources, toResourcePath } from '../../pages/console/logic/known-paths.ts';

const job = '/subscriptions/s1/resourcegroups/g1/providers/Vendor.StreamAnalytics/streamingjobs/clicks';
const database = '/subscriptions/s1/resourceGroups/G1/providers/Vendor.Sql/servers/sql/databases/orders';
const api = '/subscriptions/s2/resourceGroups/g2/providers/Vendor.ApiManagement/service/gateway/apis/orders';

it.each([
  ['GET', `${job}?api-version=1`, job],
  ['PUT', job, job],
  ['POST', `${job}/start`, job],
  ['GET', `${database}/providers/Vendor.ResourceHealth/events?$filter=x`, database],
  ['GET', '/v2.0/companies(c1)/customers(k1)?$expand=currency', '/companies/c1/customers/k1'],
  ['DELETE', '/v1.0/solutions/backupRestore/restoreSessions/r1', '/solutions/backupRestore/restoreSessions/r1'],
  [
    'GET',
    '/subscriptions/s1/resourceGroups/a%20b/providers/N.T/types/x',
    '/subscriptions/s1/resourceGroups/a b/providers/N.T/types/x',
  ],
])('%s %s is about %s', (method, url, path) => {
  expect(toResourcePath(method, url)).toBe(path);
});

it.each([
  ['GET', job.replace('/clicks', '')],
  ['GET', '/companies'],
  ['GET', '/companies(c1)/items'],
  ['GET', '/subscriptions/s1/providers/Vendor.ResourceHealth/events'],
  ['POST', '/solutions/backupRestore/restorePoints/search'],
  ['POST', '/vendor-docs/documentModels:authorizeCopy'],
])('%s %s is about no single resource', (method, url) => {
  expect(toResourcePath(method, url)).toBeUndefined();
});

it('lists names within others, without regard to case, each once, in the order of the paths', () => {
  const paths = [{ path: job, isRecent: true }, { path: '/subscriptions/S1' }, { path: database }, { path: api }];
  expect(listNames(paths, {}, 'subscriptions')).toEqual([
    { id: 's1', isRecent: true },
    { id: 's2', isRecent: false },
  ]);
  expect(listNames(paths, { subscriptions: 'S1' }, 'resourceGroups').map(({ id }) => id)).toEqual(['g1']);
  const service = { subscriptions: 's2', resourcegroups: 'g2', service: 'gateway' };
  expect(listNames(paths, service, 'apis').map(({ id }) => id)).toEqual(['orders']);
  expect(listNames(paths, { ...service, service: '' }, 'apis')).toEqual([]);
});

it('lists resources, not what only leads to them', () => {
  const paths = [{ path: '/subscriptions/s1/resourceGroups/g1' }, { path: job }, { path: database }, { path: api }];
  const ids = listResources(paths, { subscriptions: 's1', resourcegroups: 'g1' }).map(({ id }) => id);
  expect(ids).toEqual([job, database]);
});

it('a grant covers what is below it, by whole segments', () => {
  expect(isGranted('/subscriptions/S1/resourceGroups/g', ['/subscriptions/s1'])).toBe(true);
  expect(isGranted('/subscriptions/s10', ['/subscriptions/s1'])).toBe(false);
  expect(isGranted('/companies/c', ['*'])).toBe(true);
  expect(isGranted('/companies/c', [])).toBe(false);
});
