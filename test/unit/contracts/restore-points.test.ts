import { describe, expect, it } from 'vitest';
import {
  RestorePointSearch as Search,
  toCanonicalSearch,
  toEarliestExpiration,
} from '../../../lib/contracts/restore-points.ts';
import { RestorePointSearchResult } from '../../../tools/openapi/contracts/backup-restore.ts';
import { buildSearch } from './builders.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName, withMember } from './support.ts';

const RestorePointSearch = Search.request;
const units = (count: number) => Array.from({ length: count }, (_, index) => `unit${index}`);
const { artifactQuery, ...plainSearch } = buildSearch();

describe('document 3, Restore point search request', () => {
  it.each(['protectionUnitIds', 'protectionTimePeriod'])('S3-02, S3-03, C-24 %s is required', (name) => {
    expect(failuresOf(RestorePointSearch, buildSearch())).toEqual([]);
    expect(failuresOf(RestorePointSearch, withMember(buildSearch(), name, undefined))).toEqual([
      `${name}: is required`,
    ]);
  });

  it('S3-37 at most 20 protection units are requested, and at least one', () => {
    expectRule(RestorePointSearch, plainSearch, {
      at: 'protectionUnitIds',
      accepted: [units(1), units(20)],
      refused: [[], units(21)],
      message: 'must have 1 to 20 elements',
    });
  });

  it('C-23 protectionUnitIds are strings, of 1 to 256 characters by a limit of ours', () => {
    const at = 'protectionUnitIds.0';
    const accepted = ['u', 'u'.repeat(256)];
    expectRule(RestorePointSearch, buildSearch(), { at, accepted, refused: [5, null], message: 'must be a string' });
    const tooLong = 'u'.repeat(257);
    expectRule(RestorePointSearch, buildSearch(), {
      at,
      accepted,
      refused: ['', tooLong],
      message: 'must have 1 to 256 characters',
    });
    const message = 'must not contain control characters';
    expectRule(RestorePointSearch, buildSearch(), { at, accepted, refused: ['unit\n', 'un\0it'], message });
  });

  it('S3-08 exactly one protection unit is requested with a query expression', () => {
    expect(failuresOf(RestorePointSearch, { ...buildSearch(), protectionUnitIds: units(1) })).toEqual([]);
    expect(failuresOf(RestorePointSearch, { ...buildSearch(), protectionUnitIds: units(2) })).toEqual([
      'protectionUnitIds: must have one element when artifactQuery.queryExpression is given',
    ]);
  });

  it('S3-08 several protection units may be requested with an artifactQuery that has no expression', () => {
    for (const query of [{}, { artifactType: 'message' }, { queryExpression: '' }]) {
      expect(
        failuresOf(RestorePointSearch, { ...plainSearch, protectionUnitIds: units(2), artifactQuery: query }),
      ).toEqual([]);
    }
  });

  it('S3-08 the rule of one unit is reported together with invalid members', () => {
    const search = { protectionUnitIds: ['unit', ''], protectionTimePeriod: {}, tags: 'slow', artifactQuery };
    expect(failuresOf(RestorePointSearch, search)).toEqual([
      'protectionUnitIds.1: must have 1 to 256 characters',
      'protectionTimePeriod.startDateTime: is required',
      'tags: must be one of none, fastRestore, unknownFutureValue, None, FastRestore, UnknownFutureValue',
      'protectionUnitIds: must have one element when artifactQuery.queryExpression is given',
    ]);
  });

  it('S3-04 a request with only startDateTime is accepted', () => {
    const startDateTime = '2026-03-04T05:06:07Z';
    expect(failuresOf(RestorePointSearch, { ...buildSearch(), protectionTimePeriod: { startDateTime } })).toEqual([]);
    expect(
      failuresOf(RestorePointSearch, { ...buildSearch(), protectionTimePeriod: { endDateTime: startDateTime } }),
    ).toEqual(['protectionTimePeriod.startDateTime: is required']);
  });

  it.each(['startDateTime', 'endDateTime'])('S3-03 protectionTimePeriod.%s is an ISO 8601 date-time', (name) => {
    const search = withMember(buildSearch(), 'protectionTimePeriod', { startDateTime: '1970-01-01T00:00:00Z' });
    expectType(RestorePointSearch, search, `protectionTimePeriod.${name}`, 'date-time');
  });

  it('C-24 a period does not end before it starts; times of which one has no zone are left to the upstream', () => {
    const at = (startDateTime: unknown, endDateTime: unknown) =>
      failuresOf(RestorePointSearch, { ...buildSearch(), protectionTimePeriod: { startDateTime, endDateTime } });
    const message = 'protectionTimePeriod.endDateTime: must not be before startDateTime';
    expect(at('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual([message]);
    expect(at('2026-01-01T00:30:00Z', '2026-01-01T01:00:00+01:00')).toEqual([message]);
    expect(at('2026-01-02T00:00', '2026-01-01T00:00:00')).toEqual([message]);
    expect(at('2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00Z')).toEqual([]);
    expect(at('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z')).toEqual([]);
    expect(at('2026-01-02T00:00:00', '2026-01-01T00:00:00Z')).toEqual([]);
    expect(at('2026-01-02T00:00:00Z', 5)).toEqual(['protectionTimePeriod.endDateTime: must be a string']);
  });

  it('S3-05 restorePointPreference is latest or oldest', () => {
    expectClosedList(RestorePointSearch, buildSearch(), 'restorePointPreference', ['latest', 'oldest']);
  });

  it('S3-06, C-25 tags is a restore point type, as the table names it or as it appears in JSON', () => {
    expectClosedList(RestorePointSearch, buildSearch(), 'tags', [
      'none',
      'fastRestore',
      'unknownFutureValue',
      'None',
      'FastRestore',
      'UnknownFutureValue',
    ]);
  });

  it('S3-07 values of artifactType are examples', () => {
    for (const artifactType of ['message', 'event']) {
      expect(
        failuresOf(RestorePointSearch, withMember(buildSearch(), 'artifactQuery.artifactType', artifactType)),
      ).toEqual([]);
    }
    expectType(RestorePointSearch, buildSearch(), 'artifactQuery.artifactType', 'string');
    expectType(RestorePointSearch, buildSearch(), 'artifactQuery', 'object');
  });

  it('S3-07, S3-09 the query expression is sent as text, within 4096 characters by a limit of ours', () => {
    const at = 'artifactQuery.queryExpression';
    const accepted = [
      "(Sender -like 'a*' -and HasAttachment -eq 'true') -or PitrDumpsterActionTriggeredTime -gt '{2026-01-01T00:00:00Z}'",
      'HasAttachment -contains ‘x’',
      'x'.repeat(4096),
    ];
    const tooLong = ['x'.repeat(4097)];
    expectRule(RestorePointSearch, buildSearch(), {
      at,
      accepted,
      refused: tooLong,
      message: 'must have at most 4096 characters',
    });
    expectRule(RestorePointSearch, buildSearch(), { at, accepted, refused: [5, null], message: 'must be a string' });
    const message = 'must not contain control characters';
    expectRule(RestorePointSearch, buildSearch(), { at, accepted, refused: ["Sender -eq 'a'\n"], message });
  });

  it('unknown members pass unchanged', () => {
    const search = { ...buildSearch(), structuredQueryExpression: { a: 1 } };
    expect(RestorePointSearch.parse(search)).toEqual(search);
  });
});

const RESULT = {
  searchResponseId: 'id',
  searchResults: [
    {
      artifactHitCount: 1,
      restorePoint: {
        id: 'point',
        protectionDateTime: '2026-03-04T05:06:07Z',
        expirationDateTime: '2027-03-04T05:06:07Z',
        protectionUnit: { id: 'unit', siteId: 'site', policyId: 'policy' },
        tags: 'fastRestore',
      },
    },
  ],
  noResultProtectionUnitIds: ['other'],
};

describe('document 3, Restore point search response', () => {
  it.each<[string, TypeName]>([
    ['searchResponseId', 'string'],
    ['searchResults.0.artifactHitCount', 'int32'],
    ['searchResults.0.restorePoint', 'object'],
    ['searchResults.0.restorePoint.id', 'string'],
    ['searchResults.0.restorePoint.protectionDateTime', 'date-time'],
    ['searchResults.0.restorePoint.expirationDateTime', 'date-time'],
    ['searchResults.0.restorePoint.protectionUnit', 'object'],
    ['searchResults.0.restorePoint.protectionUnit.id', 'string'],
    ['searchResults.0.restorePoint.protectionUnit.siteId', 'string'],
    ['searchResults.0.restorePoint.protectionUnit.policyId', 'string'],
    ['searchResults.0.restorePoint.tags', 'string'],
    ['noResultProtectionUnitIds', 'string[]'],
  ])('S3-11, S3-12, S3-13, S3-14, S3-15 %s is of type %s', (at, type) => {
    expectType(RestorePointSearchResult, RESULT, at, type, !at.endsWith('.restorePoint'));
  });

  it('S3-11, S3-14, S3-15 the odata members are strings', () => {
    const typed = {
      '@odata.type': '#vendor.graph.restorePoint',
      protectionUnit: { '@odata.type': '#vendor.graph.siteProtectionUnit' },
    };
    const result = { '@odata.context': '$metadata', searchResults: [{ restorePoint: typed }] };
    expect(failuresOf(RestorePointSearchResult, result)).toEqual([]);
    expect(failuresOf(RestorePointSearchResult, { ...result, '@odata.context': 1 })).toEqual([
      '@odata.context: must be a string',
    ]);
    expect(failuresOf(RestorePointSearchResult, { searchResults: [{ restorePoint: { '@odata.type': 1 } }] })).toEqual([
      'searchResults.0.restorePoint.@odata.type: must be a string',
    ]);
  });

  it('S3-11 a response has searchResults', () => {
    expect(failuresOf(RestorePointSearchResult, { searchResults: [] })).toEqual([]);
    expect(failuresOf(RestorePointSearchResult, {})).toEqual(['searchResults: is required']);
    expect(failuresOf(RestorePointSearchResult, { searchResults: null })).toEqual(['searchResults: must be an array']);
  });
});

describe('the forms of a search for the cache', () => {
  it('equal searches have the same canonical form', () => {
    const one = { ...buildSearch(), protectionUnitIds: ['b', 'a'] };
    expect(toCanonicalSearch(one)).toEqual(toCanonicalSearch({ ...one, protectionUnitIds: ['a', 'b'] }));
    expect(toCanonicalSearch(one)).not.toEqual(toCanonicalSearch({ ...one, protectionUnitIds: ['a'] }));
  });

  it('nothing is left out of the canonical form', () => {
    const search = { ...buildSearch(), later: { member: 1 } };
    const changed = [
      { ...search, later: { member: 2 } },
      { ...search, tags: 'none' },
      { ...search, protectionTimePeriod: { ...search.protectionTimePeriod, zone: 'utc' } },
      // The last two are one millisecond to Date.parse; without a zone the upstream's counts.
      ...['2026-03-04T05:06:08Z', '2026-03-04T05:06:08', '2026-03-04T05:06:07.1231Z', '2026-03-04T05:06:07.1239Z'].map(
        (endDateTime) => ({ ...search, protectionTimePeriod: { ...search.protectionTimePeriod, endDateTime } }),
      ),
    ];
    const forms = [search, ...changed].map((value) => JSON.stringify(toCanonicalSearch(value)));
    expect(new Set(forms).size).toBe(forms.length);
  });

  it('the earliest expiration of a result is in epoch milliseconds', () => {
    const expiring = (expirationDateTime: unknown) => ({ restorePoint: { expirationDateTime } });
    const searchResults = [expiring('2026-05-01T00:00:00Z'), expiring('2026-04-01T00:00:00Z'), expiring(null), {}];
    expect(toEarliestExpiration({ searchResults })).toBe(Date.UTC(2026, 3, 1));
    expect(toEarliestExpiration({ searchResults: [expiring('soon'), {}] })).toBeUndefined();
    expect(toEarliestExpiration({ searchResults: [] })).toBeUndefined();
  });
});
