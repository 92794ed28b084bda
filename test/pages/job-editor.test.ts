import { expect, it } from 'vitest';
import { streamingJob } from '../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { parseDraft } from '../../pages/console/logic/issues.ts';
import { diffValues, findSecrets, foldSame, toComparable } from '../../pages/console/logic/job-diff.ts';
import { listJobTemplates } from '../../pages/console/logic/job-templates.ts';
import { findPositions, positionOf } from '../../pages/console/logic/json-positions.ts';

const { request } = streamingJob(PROFILES.vendor.streaming);

it('finds every member, including elements and escaped names', () => {
  const text = '{\n  "a": [\n    1,\n    { "b\\"c": "}{][,:" }\n  ],\n  "d": {}\n}';
  const found = [...findPositions(text)].map(([path, { line, from, to }]) => [path, line, text.slice(from, to)]);
  expect(found).toEqual([
    ['', 1, '{'],
    ['a', 2, '"a"'],
    ['a[0]', 3, '1'],
    ['a[1]', 4, '{'],
    ['a[1].b"c', 4, '"b\\"c": "}{][,:"'],
    ['d', 6, '"d"'],
  ]);
});

it('shows a missing member at its parent', () => {
  const positions = findPositions('{\n  "properties": {\n    "inputs": [\n      {}\n    ]\n  }\n}');
  expect(positionOf(positions, 'properties.inputs[0].name').line).toBe(4);
  expect(positionOf(positions, 'properties.sku.name').line).toBe(2);
  expect(positionOf(positions, 'location').line).toBe(1);
  expect(positionOf(positions, 'properties.').line).toBe(2);
});

it("reports every problem with the API's message, at its member", () => {
  const text = JSON.stringify(
    { properties: { sku: { name: 'Standard' }, jobType: 'Fog', inputs: [{}] } },
    undefined,
    2,
  );
  const { issues } = parseDraft(request, text);
  expect(issues.map(({ line, from, to, path, message }) => [line, text.slice(from, to), path, message])).toEqual([
    [6, '"jobType": "Fog"', 'properties.jobType', 'must be one of Cloud, Edge'],
    [8, '{', 'properties.inputs[0].name', 'is required'],
    [8, '{', 'properties.inputs[0].properties', 'is required'],
  ]);
});

it.each([
  ['a word', '{\n  "a": 1,\n  oops\n}', 3, 'oops'],
  ['a comma at the end', '{\n  "a": [1,\n  ]\n}', 3, ']'],
  ['a text without an end', '{\n  "a": "b\n}', 2, '"'],
  ['no end', '{\n  "a": {}\n', 3, ''],
  ['two values', '{}\n{}', 2, '{'],
  ['a number that JSON does not have', '[\n  012\n]', 2, '012'],
  ['a name without quotes', '{ a: 1 }', 1, 'a'],
])('reports where a JSON text is wrong: %s', (_, text, line, part) => {
  const { value, issues } = parseDraft(request, text);
  const [issue] = issues;
  expect([value, issues.length]).toEqual([undefined, 1]);
  expect(issue).toMatchObject({ line, path: '', message: 'is not valid JSON' });
  expect(text.slice(issue?.from, issue?.to)).toBe(part);
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
