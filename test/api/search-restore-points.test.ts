import { describe, expect, it } from 'vitest';
import { protectionUnits } from '../../dev/seed.ts';
import { RestorePointSearchResult } from '../../tools/openapi/contracts/backup-restore.ts';
import { buildSearch, buildSearchPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

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

  // Also S3-36, S3-38.
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
});
