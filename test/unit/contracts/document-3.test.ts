import { describe, expect, it } from 'vitest';
import { ModelCopyRequest } from '../../../functions/authorize-model-copy.ts';
import { RestorePointSearch, toCanonicalSearch, toEarliestExpiration } from '../../../lib/contracts/restore-points.ts';
import { membersOf, testBodies } from './support.ts';

const { request } = RestorePointSearch;
const units = (count: number) => Array.from({ length: count }, (_, index) => `unit${index}`);
const START = { startDateTime: '2026-03-04T05:06:07Z' };
const valid = { protectionUnitIds: ['unit'], protectionTimePeriod: START };
const ONE_UNIT = 'protectionUnitIds: must have one element when artifactQuery.queryExpression is given';
const AT = 'protectionTimePeriod';
const TOO_EARLY = 'protectionTimePeriod.endDateTime: must not be before startDateTime';
const artifactQuery = { queryExpression: "Sender -eq 'a@example.com'", artifactType: 'message' };
const inPeriod = (startDateTime: unknown, endDateTime: unknown) => ({
  ...valid,
  protectionTimePeriod: { startDateTime, endDateTime },
});

describe('document 3, Restore point search request', () => {
  const members = membersOf(request, valid);
  members.required('S3-02, S3-03, C-24', 'protectionUnitIds protectionTimePeriod');
  members.rule(
    'S3-37 (A51)',
    'protectionUnitIds',
    [units(1), units(20)],
    [[], units(21)],
    'must have 1 to 20 elements',
  );
  members.rule('C-23', 'protectionUnitIds.0', ['u', 'u'.repeat(256)], [5, null], 'must be a string');
  members.rule('C-23', 'protectionUnitIds.0', [], ['', 'u'.repeat(257)], 'must have 1 to 256 characters');
  members.rule('C-23 (A51)', 'protectionUnitIds.0', [], ['unit\n', 'un\0it'], 'must not contain control characters');
  members.types('S3-07', { object: 'artifactQuery', string: 'artifactQuery.artifactType' });
  members.lists('S3-05, S3-06, C-25', {
    restorePointPreference: ['latest', 'oldest'],
    tags: ['none', 'fastRestore', 'unknownFutureValue', 'None', 'FastRestore', 'UnknownFutureValue'],
  });
  membersOf(request, inPeriod('1970-01-01T00:00:00Z', undefined), 'protectionTimePeriod').types('S3-03', {
    'date-time': 'startDateTime endDateTime',
  });
  const expression = 'artifactQuery.queryExpression';
  const known = [
    "(Sender -like 'a*' -and HasAttachment -eq 'true') -or PitrDumpsterActionTriggeredTime -gt '{2026-01-01T00:00:00Z}'",
    'HasAttachment -contains ‘x’',
    'x'.repeat(4096),
  ];
  members.rule('S3-07, S3-09', expression, known, [5, null], 'must be a string');
  members.rule('S3-09, C-22', expression, [], ['x'.repeat(4097)], 'must have at most 4096 characters');
  members.rule(
    'C-22 (A52)',
    expression,
    [],
    ["Sender -eq 'a'\n", "Sender -eq 'a\0'"],
    'must not contain control characters',
  );
  const open = ["Sender -eq 'a", "Sender -eq a'", "(Sender -eq 'a'", "Sender -eq 'a')", ")Sender -eq 'a'("];
  const closed = ["(Sender -eq 'it''s (a') -and (Subject -like '*)*')"];
  members.rule('C-22 (A52)', expression, closed, open, 'must close its quotes and parentheses');

  const several = { ...valid, protectionUnitIds: units(2) };
  testBodies([
    ['a start is enough (S3-04)', request, valid],
    ['an end is not (S3-04)', request, inPeriod(undefined, '2026-01-01T00:00Z'), `${AT}.startDateTime: is required`],
    ['one unit with an expression (S3-08)', request, { ...valid, artifactQuery }],
    ['several units with an expression (S3-08)', request, { ...several, artifactQuery }, ONE_UNIT],
    ['several units, an empty query (S3-08)', request, { ...several, artifactQuery: {} }],
    ['several units, an empty expression (S3-08)', request, { ...several, artifactQuery: { queryExpression: '' } }],
    ['another artifact type (S3-07)', request, { ...valid, artifactQuery: { artifactType: 'event' } }],
    [
      'the rule of one unit is reported together with invalid members (S3-08)',
      request,
      { protectionUnitIds: ['unit', ''], protectionTimePeriod: {}, tags: 'slow', artifactQuery },
      'protectionUnitIds.1: must have 1 to 256 characters',
      'protectionTimePeriod.startDateTime: is required',
      'tags: must be one of none, fastRestore, unknownFutureValue, None, FastRestore, UnknownFutureValue',
      ONE_UNIT,
    ],
    ['end before start (C-24)', request, inPeriod('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), TOO_EARLY],
    ['with offsets (C-24)', request, inPeriod('2026-01-01T00:30:00Z', '2026-01-01T01:00:00+01:00'), TOO_EARLY],
    ['without zones (C-24)', request, inPeriod('2026-01-02T00:00', '2026-01-01T00:00:00'), TOO_EARLY],
    ['the same moment (C-24)', request, inPeriod('2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00Z')],
    ['a millisecond later (C-24)', request, inPeriod('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z')],
    ['one zone only is left to the upstream (C-24)', request, inPeriod('2026-01-02T00:00:00', '2026-01-01T00:00:00Z')],
    ['no time (C-24)', request, inPeriod('2026-01-02T00:00:00Z', 5), `${AT}.endDateTime: must be a string`],
    ['unknown members', request, { ...valid, structuredQueryExpression: { a: 1 } }],
  ]);
});

describe('the forms of a search for the cache', () => {
  it('equal searches have the same canonical form', () => {
    const one = { ...valid, protectionUnitIds: ['b', 'a'] };
    expect(toCanonicalSearch(one)).toEqual(toCanonicalSearch({ ...one, protectionUnitIds: ['a', 'b'] }));
    expect(toCanonicalSearch(one)).not.toEqual(toCanonicalSearch({ ...one, protectionUnitIds: ['a'] }));
  });

  it('nothing is left out of the canonical form', () => {
    const search = { ...valid, later: { member: 1 } };
    // Two of the times are one millisecond to Date.parse; without a zone the upstream's counts.
    const times = ['08Z', '08', '07.1231Z', '07.1239Z'].map((end) => `2026-03-04T05:06:${end}`);
    const changed = [
      { ...search, later: { member: 2 } },
      { ...search, tags: 'none' },
      { ...search, protectionTimePeriod: { ...START, zone: 'utc' } },
      ...times.map((endDateTime) => ({ ...search, protectionTimePeriod: { ...START, endDateTime } })),
    ];
    const forms = [search, ...changed].map((value) => JSON.stringify(toCanonicalSearch(value)));
    expect(new Set(forms).size).toBe(forms.length);
  });

  it('the earliest expiration of a result is in epoch milliseconds', () => {
    const expiring = (expirationDateTime: unknown) => ({ restorePoint: { expirationDateTime } });
    const searchResults = [expiring('2026-05-01T00:00:00Z'), expiring('2026-04-01T00:00:00Z'), expiring(null), {}];
    expect(toEarliestExpiration(searchResults)).toBe(Date.UTC(2026, 3, 1));
    expect(toEarliestExpiration([expiring('soon'), {}])).toBeUndefined();
    expect(toEarliestExpiration([])).toBeUndefined();
  });
});

describe('document 3, Model copy authorization', () => {
  const { request } = ModelCopyRequest;
  const valid = { modelId: 'my-model' };
  const MODEL_ID = [
    ['ab', 'A1', '0._~-', 'm'.repeat(64)],
    ['', 'a', 'm'.repeat(65), '.model', '-model', '..', 'a b', 'model ', 'model\n', 'a/b', 'mödel'],
    'must match ^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$',
  ] as const;

  const members = membersOf(request, valid);
  members.required('S3-17', 'modelId');
  members.rule('S3-17 (A50)', 'modelId', ...MODEL_ID);
  const long = (character: string, length: number) => character.repeat(length);
  members.rule(
    'S3-18',
    'description',
    ['', long('d', 4096), long('🚧', 4096)],
    [long('d', 4097), long('🚧', 4097)],
    'must have at most 4096 characters',
  );
  members.types('S3-19', { object: 'tags' });

  testBodies([
    ['modelId is not null (S3-17)', request, { modelId: null }, 'modelId: must be a string'],
    ['tags have any values (S3-19)', request, { ...valid, tags: { team: 'a', cost: 1 } }],
    ['unknown members', request, { ...valid, companyId: 'x' }],
  ]);
});
