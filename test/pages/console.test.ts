import { describe, expect, it } from 'vitest';
import { FrontdeskError, type HealthEvent } from '../../client/src/index.ts';
import { parseHash, toHref } from '../../pages/console/logic/address.ts';
import { listChanges, listOtherwise, merge, withAt } from '../../pages/console/logic/changes.ts';
import { isIllness, listIllnesses, sortByUpdate, toPhase } from '../../pages/console/logic/events.ts';
import { formatAge, formatTime } from '../../pages/console/logic/format.ts';
import {
  isGranted,
  listNames,
  listResources,
  parseResourceId,
  toResourcePath,
} from '../../pages/console/logic/known-paths.ts';
import { isTarget } from '../../pages/console/logic/load-events.ts';
import { isOutcomeOpen, NotSent, StoppedWaiting } from '../../pages/console/logic/open-outcome.ts';
import { findIssues, findMissingSecrets, mapSecrets, toEditable } from '../../pages/console/logic/schema.ts';
import { readDocument } from '../support/openapi.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const event = (properties: object): HealthEvent => ({ name: 'E-1', properties }) as HealthEvent;

it('one rule says when an event is active, planned and resolved', () => {
  const [past, future] = ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z'];
  const cases = [
    [{ status: 'Active', impactStartTime: past }, 'active'],
    [{ status: 'Active', impactStartTime: future }, 'planned'],
    [{ status: 'Active', impactStartTime: past, impactMitigationTime: past }, 'active'],
    [{ status: 'Resolved', impactStartTime: future }, 'resolved'],
    [{ impactStartTime: past, duration: 60 }, 'resolved'],
    [{}, 'active'],
  ] as const;
  for (const [properties, phase] of cases) expect(toPhase(event(properties), now)).toBe(phase);
});

it('a billing notice makes no resource unwell; the worst illness comes first, then the newest', () => {
  const of = (eventLevel: string, lastUpdateTime: string, eventType = 'ServiceIssue') =>
    event({ status: 'Active', eventLevel, lastUpdateTime, impactStartTime: '2026-11-01T00:00:00Z', eventType });
  const events = [
    of('Warning', '2026-11-20T00:00:00Z'),
    of('Critical', '2026-11-18T00:00:00Z'),
    of('Critical', '2026-11-19T00:00:00Z'),
    of('Critical', '2026-11-20T12:00:00Z', 'Billing'),
  ];
  expect(isIllness(events[3] as HealthEvent, now)).toBe(false);
  expect(listIllnesses(events, now)).toEqual([events[2], events[1], events[0]]);
  expect(sortByUpdate(events)[0]).toBe(events[3]);
});

it('times are read as every service writes them, and ages are short', () => {
  const texts = ['2026-11-20T09:30:03Z', '2026-11-20T09-30-03.45Z', '2026-11-20T04:30:03-05:00'];
  expect(texts.map(formatTime)).toEqual(texts.map(() => '20 Nov 2026, 09:30 UTC'));
  expect(['soon', null, undefined].map(formatTime)).toEqual(['—', '—', '—']);
  const ages = [-5, 1, 9, 119, 120, 7_199, 7_200].map((seconds) => formatAge(seconds * 1_000));
  expect(ages).toEqual(['just now', 'just now', '9 s ago', '119 s ago', '2 min ago', '119 min ago', '2 hours ago']);
});

it('an address keeps what it is given', () => {
  const query = { in: '/subscriptions/s/resourceGroups/g', filter: "status eq 'Active'", item: 'a&b=c' };
  expect(parseHash(toHref('health-events', { ...query, tab: '' }))).toEqual({ view: 'health-events', query });
  expect(parseHash('')).toEqual({ view: '', query: {} });
});

it('resource ids are parsed, nested ones too; other texts are none', () => {
  const group = '/subscriptions/s/resourceGroups/g/providers/Vendor.Sql';
  expect(parseResourceId(`${group}/servers/a/databases/b`)).toMatchObject({
    parentName: 'a',
    resourceName: 'b',
  });
  expect([group, '/subscriptions/s', 'x'].map(parseResourceId)).toEqual([undefined, undefined, undefined]);
  expect(['/subscriptions/s', `${group}/servers/a`, '/subscriptions/', ''].map(isTarget)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const { schemas } = readDocument().components as { readonly schemas: Readonly<Record<string, object>> };
const JOB = { $ref: '#/components/schemas/StreamingJobRequest' };
const SOURCE = {
  type: 'Vendor.Storage/Blob',
  properties: { storageAccounts: [{ accountName: 'shop' }], container: 'clicks' },
};
const INPUT = {
  name: 'clicks',
  properties: { type: 'Stream', datasource: SOURCE, serialization: { type: 'Json', properties: { encoding: 'UTF8' } } },
};

it('a body is checked against the OpenAPI document, also in lists and kinds', () => {
  const job = { location: 'West Europe', properties: { sku: { name: 'Standard' }, inputs: [INPUT] } };
  expect(findIssues(JOB, schemas, job)).toEqual([]);
  const wrong = {
    properties: {
      jobType: 'Fog',
      inputs: [{ ...INPUT, name: undefined }],
      transformation: { properties: { streamingUnits: 'three' } },
    },
  };
  expect(findIssues(JOB, schemas, wrong).map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'properties.jobType',
      'properties.inputs[0].name',
      'properties.transformation.properties.streamingUnits',
    ]),
  );
  const DIAGNOSTIC = { $ref: '#/components/schemas/ApiDiagnosticRequest' };
  const sampled = (percentage: number) => ({ properties: { loggerId: '/loggers/l', sampling: { percentage } } });
  expect(findIssues(DIAGNOSTIC, schemas, sampled(100))).toEqual([]);
  expect(findIssues(DIAGNOSTIC, schemas, sampled(101))).toEqual([
    { path: 'properties.sampling.percentage', message: 'must be at most 100' },
  ]);
});

it('the secrets that a read job lacks are named, and what the service sets is not edited', () => {
  const job = { id: '/x', name: 'j', location: 'a', tags: null, properties: { jobState: 'Running', inputs: [INPUT] } };
  const body = { schema: JOB, schemas };
  const path = 'properties.inputs[0].properties.datasource.properties.storageAccounts[0].accountKey';
  expect(findMissingSecrets(body, job)).toEqual([path]);
  const typed = mapSecrets(
    body,
    { ...job, tags: { team: 'x', apiKey: 'in a map' } },
    (secret, at) => secret ?? (at === path && 'typed'),
  );
  expect(JSON.stringify(typed)).toContain('"accountKey":"typed"');
  expect(JSON.stringify(mapSecrets(body, typed, () => undefined))).not.toMatch(/typed|in a map/);
  expect(toEditable(JOB, schemas, job)).toEqual({ location: 'a', properties: { inputs: [INPUT] } });
});

it('changes are named by their path; defaults that the service added are none', () => {
  const sent = { location: 'a', tags: { team: 'x' }, properties: { inputs: [] } };
  const stored = { location: 'A', tags: { team: 'x' }, properties: { inputs: [], sku: 'S' }, id: '/x' };
  expect(listChanges(sent, stored).map(({ path }) => path)).toEqual(['location', 'properties.sku', 'id']);
  expect(listOtherwise(sent, stored)).toEqual([{ path: 'location', before: 'a', after: 'A' }]);
  expect(withAt({ a: { b: 1 } }, 'a.b', undefined)).toEqual({});
  expect(withAt({ a: { b: 1 } }, 'a.c', 2)).toEqual({ a: { b: 1, c: 2 } });
  const seen = { a: { b: 1, c: [1] }, d: 1 };
  expect(merge(seen, { a: { b: 2, c: [1] }, d: 1 }, { a: { b: 1, c: [2] } })).toEqual({
    value: { a: { b: 2, c: [2] } },
  });
  expect(merge(seen, { ...seen, d: 2 }, { ...seen, d: 3 })).toBeUndefined();
});

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
  const paths = [{ path: job }, { path: '/subscriptions/S1' }, { path: database }, { path: api }];
  expect(listNames(paths, {}, 'subscriptions')).toEqual(['s1', 's2']);
  expect(listNames(paths, { subscriptions: 'S1' }, 'resourceGroups')).toEqual(['g1']);
  const service = { subscriptions: 's2', resourcegroups: 'g2', service: 'gateway' };
  expect(listNames(paths, service, 'apis')).toEqual(['orders']);
  expect(listNames(paths, { ...service, service: '' }, 'apis')).toEqual([]);
});

it('lists resources, not what only leads to them', () => {
  const paths = [{ path: '/subscriptions/s1/resourceGroups/g1' }, { path: job }, { path: database }, { path: api }];
  const ids = listResources(paths, { subscriptions: 's1', resourcegroups: 'g1' });
  expect(ids).toEqual([job, database]);
});

it('a grant covers what is below it, by whole segments', () => {
  expect(isGranted('/subscriptions/S1/resourceGroups/g', ['/subscriptions/s1'])).toBe(true);
  expect(isGranted('/subscriptions/s10', ['/subscriptions/s1'])).toBe(false);
  expect(isGranted('/companies/c', ['*'])).toBe(true);
  expect(isGranted('/companies/c', [])).toBe(false);
});

const SENT = { operation: 'createOrUpdateAuthorization', method: 'PUT', url: '/', attempt: 1 } as const;

function createError(status: number, outcome?: string): FrontdeskError {
  const headers = new Headers(outcome === undefined ? {} : { 'x-frontdesk-outcome': outcome });
  return new FrontdeskError({ status, ok: status < 400, headers } as Response, {}, SENT);
}

describe('a write that failed', () => {
  it.each([
    ['has an unknown outcome', createError(504, 'unknown'), true],
    ['was accepted, and its response was invalid', createError(502, 'accepted'), true],
    ['failed at something between, which tells no outcome', createError(502), true],
    ['succeeded with a page of something between', createError(200), true],
    ['got no response', new TypeError('Failed to fetch'), true],
    ['was not waited for', new StoppedWaiting(), true],
    ['was not sent upstream', createError(503, 'not-sent'), false],
    ['was rejected', createError(500, 'rejected'), false],
    ['was refused by something between', createError(403), false],
    ['had no token', new NotSent('The session has ended.'), false],
  ])('that %s may have taken effect or not', (_, error, isOpen) => {
    expect(isOutcomeOpen(error)).toBe(isOpen);
  });
});
