import { expect, it } from 'vitest';
import type { HealthEvent } from '../../client/src/index.ts';
import { parseHash, toHref } from '../../pages/console/logic/address.ts';
import { listChanges, listOtherwise, withAt } from '../../pages/console/logic/changes.ts';
import { isIllness, listIllnesses, sortByUpdate, toPhase } from '../../pages/console/logic/events.ts';
import { formatAge, formatTime } from '../../pages/console/logic/format.ts';
import { isTarget } from '../../pages/console/logic/load-events.ts';
import { parseResourceId, parseSkipToken } from '../../pages/console/logic/resource-id.ts';
import { findIssues, findSecrets, toEditable } from '../../pages/console/logic/schema.ts';
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
    parent: { parentName: 'a' },
    resourceName: 'b',
  });
  expect([group, '/subscriptions/s', 'x'].map(parseResourceId)).toEqual([undefined, undefined, undefined]);
  expect(['/subscriptions/s', `${group}/servers/a`, '/subscriptions/', ''].map(isTarget)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(parseSkipToken('https://f.example/x?$skipToken=a%2Fb')).toBe('a/b');
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
  expect(findSecrets(JOB, schemas, job, 'missing')).toEqual([
    'properties.inputs[0].properties.datasource.properties.storageAccounts[0].accountKey',
  ]);
  expect(toEditable(JOB, schemas, job)).toEqual({ location: 'a', properties: { inputs: [INPUT] } });
});

it('changes are named by their path; defaults that the service added are none', () => {
  const sent = { location: 'a', tags: { team: 'x' }, properties: { inputs: [] } };
  const stored = { location: 'A', tags: { team: 'x' }, properties: { inputs: [], sku: 'S' }, id: '/x' };
  expect(listChanges(sent, stored).map(({ path }) => path)).toEqual(['location', 'properties.sku', 'id']);
  expect(listOtherwise(sent, stored)).toEqual([{ path: 'location', before: 'a', after: 'A' }]);
  expect(withAt({ a: { b: 1 } }, 'a.b', undefined)).toEqual({});
  expect(withAt({ a: { b: 1 } }, 'a.c', 2)).toEqual({ a: { b: 1, c: 2 } });
});
