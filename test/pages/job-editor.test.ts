import { expect, it } from 'vitest';
import { streamingJob } from '../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { parseDraft } from '../../pages/console/logic/issues.ts';
import { diffValues, findSecrets, foldSame, toComparable } from '../../pages/console/logic/job-diff.ts';
import { listJobTemplates } from '../../pages/console/logic/job-templates.ts';
import { findLines, lineOf } from '../../pages/console/logic/json-lines.ts';

const { request } = streamingJob(PROFILES.vendor.streaming);

it('finds the line of every member, including elements and escaped names', () => {
  const lines = findLines('{\n  "a": [\n    1,\n    { "b\\"c": "}{][,:" }\n  ],\n  "d": {}\n}');
  expect(Object.fromEntries(lines)).toEqual({ '': 1, a: 2, 'a[0]': 3, 'a[1]': 4, 'a[1].b"c': 4, d: 6 });
});

it('shows a missing member at the line of its parent', () => {
  const lines = findLines('{\n  "properties": {\n    "inputs": [\n      {}\n    ]\n  }\n}');
  expect(lineOf(lines, 'properties.inputs[0].name')).toBe(4);
  expect(lineOf(lines, 'properties.sku.name')).toBe(2);
  expect(lineOf(lines, 'location')).toBe(1);
});

it("reports every problem with the API's message, at its line", () => {
  const text = JSON.stringify(
    { properties: { sku: { name: 'Standard' }, jobType: 'Fog', inputs: [{}] } },
    undefined,
    2,
  );
  expect(parseDraft(request, text).issues).toEqual([
    { line: 6, path: 'properties.jobType', message: 'must be one of Cloud, Edge' },
    { line: 8, path: 'properties.inputs[0].name', message: 'is required' },
    { line: 8, path: 'properties.inputs[0].properties', message: 'is required' },
  ]);
});

it('reports the line of a JSON syntax error', () => {
  expect(parseDraft(request, '{\n  "a": 1,\n  oops\n}')).toEqual({
    issues: [{ line: 3, path: '', message: 'is not valid JSON' }],
  });
});

it.each(Object.values(PROFILES))('offers templates that the $name schema accepts, and an invalid one', (profile) => {
  const schema = streamingJob(profile.streaming).request;
  const results = listJobTemplates(profile.namespace).map(({ name, job }) => {
    const { issues } = parseDraft(schema, JSON.stringify(job));
    return [name, issues.length > 0];
  });
  expect(results).toEqual([
    ['Clicks from blobs to a database', false],
    ['Empty job', false],
    ['Invalid job', true],
  ]);
});

const sent = listJobTemplates('Vendor')[0]?.job;

it('compares without secrets and read-only members', () => {
  const received = { id: '/x', name: 'x', ...(sent as object), etag: null } as Record<string, unknown>;
  const stored = JSON.stringify(toComparable(request, received));
  expect(stored).not.toMatch(/accountKey|password|"\/x"/);
  expect(stored).toContain('sql-shop');
  expect(
    diffValues(toComparable(request, received), toComparable(request, sent)).filter(({ kind }) => kind !== 'same'),
  ).toEqual([]);
});

it('lists the paths of the secrets that will be sent', () => {
  expect(findSecrets(request, sent)).toEqual([
    'properties.inputs[0].properties.datasource.properties.storageAccounts[0].accountKey',
    'properties.outputs[0].properties.datasource.properties.password',
  ]);
});

it('shows removed and added lines with three lines of context', () => {
  const before = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 };
  expect(foldSame(diffValues(before, { ...before, g: 8 }))).toEqual([
    { kind: 'skipped', text: '4 equal lines' },
    { kind: 'same', text: '  "d": 4,' },
    { kind: 'same', text: '  "e": 5,' },
    { kind: 'same', text: '  "f": 6,' },
    { kind: 'removed', text: '  "g": 7' },
    { kind: 'added', text: '  "g": 8' },
    { kind: 'same', text: '}' },
  ]);
});

it('shows an unknown job as all added', () => {
  expect(diffValues(undefined, { a: 1 })).toEqual([
    { kind: 'added', text: '{' },
    { kind: 'added', text: '  "a": 1' },
    { kind: 'added', text: '}' },
  ]);
});
