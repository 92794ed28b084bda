import { describe, expect, it } from 'vitest';
import { protectionUnits } from '../../dev/seed.ts';
import { RestorePointSearchResult } from '../../tools/openapi/contracts/backup-restore.ts';
import { BackupRestoreError } from '../../tools/openapi/error-schemas.ts';
import { buildSearch, buildSearchPath } from '../support/builders.ts';
import { listFailures, startStack } from '../support/stack.ts';

const stack = await startStack();

const path = buildSearchPath();
const search = (members: Readonly<Record<string, unknown>> = {}) =>
  stack.send('POST', path, { body: buildSearch(members) });

describe('the response', () => {
  // Also S3-14, S3-15, S3-35, S3-62.
  it('contains the restore points, each with its protection unit (S3-11, S3-12, S3-13)', async () => {
    const response = await search({ protectionUnitIds: [protectionUnits.financeSite, protectionUnits.empty] });
    expect(response.status).toBe(200);
    expect(RestorePointSearchResult.parse(response.json)).toMatchObject({
      '@odata.context': expect.any(String),
      searchResponseId: expect.any(String),
      noResultProtectionUnitIds: [protectionUnits.empty],
    });
    expect(response.json.searchResults).toHaveLength(2);
    for (const { restorePoint, ...result } of response.json.searchResults) {
      expect(result).toEqual({});
      expect(restorePoint).toMatchObject({ '@odata.type': '#vendor.graph.restorePoint', id: expect.any(String) });
      expect(['none', 'fastRestore']).toContain(restorePoint.tags);
      expect(Date.parse(restorePoint.expirationDateTime)).toBeGreaterThan(Date.now());
      expect(restorePoint.protectionUnit).toMatchObject({
        '@odata.type': '#vendor.graph.siteProtectionUnit',
        id: protectionUnits.financeSite,
        siteId: expect.any(String),
        policyId: expect.any(String),
      });
    }
  });

  it('contains at most five restore points and is not paginated (S3-36, S3-38)', async () => {
    const { json } = await search();
    expect(json.searchResults).toHaveLength(5);
    expect(json).not.toHaveProperty('@odata.nextLink');
  });

  it('is not cut if the upstream sends more than five (C-38)', async () => {
    const searchResults = Array.from({ length: 6 }, (_, index) => ({ restorePoint: { id: `p${index}` } }));
    await stack.upstream.fault({ api: 'graph', fault: { kind: 'patch', body: { searchResults } } });
    expect((await search({ tags: 'unknownFutureValue' })).json.searchResults).toEqual(searchResults);
  });
});

describe('the request', () => {
  it.each(['fastRestore', 'FastRestore'])(
    'accepts both spellings of tags and relays the given one: %s',
    async (tags) => {
      const { status, json } = await search({ tags, restorePointPreference: 'oldest' });
      expect([status, json.searchResults[0].restorePoint.tags]).toEqual([200, 'fastRestore']);
      expect((await stack.lastCall())?.body).toContain(`"tags":"${tags}"`);
    },
  );

  it('lists every invalid member with its path, and sends nothing upstream (S3-02, S3-03, S3-05)', async () => {
    const body = { protectionUnitIds: ['', 5], protectionTimePeriod: {}, restorePointPreference: 'newest' };
    const response = await stack.send('POST', path, { body });
    expect(response.status).toBe(400);
    expect(BackupRestoreError.parse(response.json).error).toMatchObject({ code: 'invalid_request' });
    expect(listFailures(response)).toEqual([
      'protectionUnitIds[0]: must have 1 to 256 characters',
      'protectionUnitIds[1]: must be a string',
      'protectionTimePeriod.startDateTime: is required',
      'restorePointPreference: must be one of latest, oldest',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
