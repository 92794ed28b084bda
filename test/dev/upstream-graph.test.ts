import { describe, expect, it } from 'vitest';
import { protectionUnits, restoreSessions } from '../../dev/seed.ts';
import { startUpstreamClient } from './upstream-client.ts';

const vendor = await startUpstreamClient();
const microsoft = await startUpstreamClient({ profile: 'microsoft' });
const { shopSite, financeSite, drive, mailbox, empty } = protectionUnits;
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

describe('POST restorePoints/search', () => {
  const path = '/graph/v1.0/solutions/backupRestore/restorePoints/search';
  const search = (body: unknown, client = vendor) => client.send('POST', path, { body });
  const protectionTimePeriod = { startDateTime: '2020-01-01T00:00:00Z' };

  it('returns at most five restore points', async () => {
    const { status, json } = await search({ protectionUnitIds: [shopSite], protectionTimePeriod });
    expect(status).toBe(200);
    expect(json.searchResults).toHaveLength(5);
    expect(json).not.toHaveProperty('@odata.nextLink');
  });

  it('returns units of every kind, each with its own members', async () => {
    const protectionUnitIds = [shopSite, drive, mailbox];
    const { json } = await search({ protectionUnitIds, protectionTimePeriod, restorePointPreference: 'latest' });
    expect(json.searchResponseId).toEqual(expect.any(String));
    const units = json.searchResults.map(({ restorePoint }: { restorePoint: Record<string, unknown> }) => {
      expect(restorePoint['@odata.type']).toBe('#vendor.graph.restorePoint');
      return restorePoint['protectionUnit'];
    });
    expect(units).toEqual([
      expect.objectContaining({
        '@odata.type': '#vendor.graph.siteProtectionUnit',
        id: shopSite,
        siteId: expect.any(String),
      }),
      expect.objectContaining({ '@odata.type': '#vendor.graph.driveProtectionUnit', email: 'mia@contoso.example' }),
      expect.objectContaining({ '@odata.type': '#vendor.graph.mailboxProtectionUnit', policyId: expect.any(String) }),
    ]);
  });

  it('names the units without a result, in a request without a query', async () => {
    const { json } = await search({ protectionUnitIds: [shopSite, empty, 'unknown'], protectionTimePeriod });
    expect(json.noResultProtectionUnitIds).toEqual([empty, 'unknown']);
    expect(json.searchResults[0]).not.toHaveProperty('artifactHitCount');
  });

  it('counts artifact hits in a request with a query, and names no unit without a result', async () => {
    const artifactQuery = {
      queryExpression: "(Sender -eq 'a@b.example') -and (Subject -like 'x*')",
      artifactType: 'message',
    };
    const { status, json } = await search({ protectionUnitIds: [mailbox], protectionTimePeriod, artifactQuery });
    expect(status).toBe(200);
    expect(json.searchResults[0].artifactHitCount).toEqual(expect.any(Number));
    expect(json).not.toHaveProperty('noResultProtectionUnitIds');
  });

  it.each([
    ['latest', 1],
    ['oldest', 30],
  ])('prefers the %s restore point in the period', async (restorePointPreference, days) => {
    const { json } = await search({ protectionUnitIds: [shopSite], protectionTimePeriod, restorePointPreference });
    expect(json.searchResults).toHaveLength(1);
    const age = Date.now() - Date.parse(json.searchResults[0].restorePoint.protectionDateTime);
    expect(Math.floor(age / dayMs)).toBe(days);
  });

  it('honours the protection time period', async () => {
    const period = { startDateTime: daysAgo(8), endDateTime: daysAgo(5) };
    const { json } = await search({ protectionUnitIds: [shopSite, financeSite, drive], protectionTimePeriod: period });
    expect(json.searchResults).toHaveLength(2);
    expect(json.noResultProtectionUnitIds).toEqual([drive]);
  });

  it('finds only restore points of the requested kind', async () => {
    const { json } = await search({ protectionUnitIds: [financeSite], protectionTimePeriod, tags: 'fastRestore' });
    expect(json.searchResults.map(({ restorePoint }: { restorePoint: { tags: string } }) => restorePoint.tags)).toEqual(
      ['fastRestore'],
    );
  });

  it('names types as the live service does in the microsoft profile', async () => {
    const { text } = await search({ protectionUnitIds: [shopSite], protectionTimePeriod }, microsoft);
    expect(text).toContain('"#microsoft.graph.restorePoint"');
  });

  const units = Array.from({ length: 21 }, (_, index) => `unit-${index}`);
  it.each([
    ['more than 20 units', { protectionUnitIds: units, protectionTimePeriod }, 'InvalidSearchRequest'],
    [
      'several units with a query expression',
      { protectionUnitIds: [shopSite, drive], protectionTimePeriod, artifactQuery: { queryExpression: 'x' } },
      'InvalidSearchRequest',
    ],
    ['no unit', { protectionTimePeriod }, 'InvalidSearchRequest'],
    ['no period', { protectionUnitIds: [shopSite] }, 'InvalidSearchRequest'],
    [
      'a preference that is not listed',
      { protectionUnitIds: [shopSite], protectionTimePeriod, restorePointPreference: 'x' },
      'InvalidSearchRequest',
    ],
    [
      'tags that are not listed',
      { protectionUnitIds: [shopSite], protectionTimePeriod, tags: 'slow' },
      'InvalidSearchRequest',
    ],
    [
      'an expression that is not closed',
      { protectionUnitIds: [mailbox], protectionTimePeriod, artifactQuery: { queryExpression: "(Sender -eq 'a)" } },
      'InvalidSearchRequest',
    ],
    ['an id with a slash', { protectionUnitIds: ['a/b'], protectionTimePeriod }, 'InvalidProtectionUnitId'],
    ['no JSON', '{', 'InvalidSearchRequest'],
  ])('refuses %s', async (_, body, code) => {
    const { status, json } = await search(body);
    expect(status).toBe(400);
    expect(json.error).toEqual({
      code,
      message: expect.any(String),
      innerError: {
        date: expect.any(String),
        'request-id': expect.any(String),
        'client-request-id': expect.any(String),
      },
    });
  });
});

describe('GET restoreSessions', () => {
  const list = '/graph/v1.0/solutions/backupRestore/restoreSessions';

  it.each(['', '?$top=4'])(
    'lists sessions of every kind over pages%s, whose links lead to another collection',
    async (query) => {
      const sessions: { id: string; '@odata.type': string }[] = [];
      for (let path: string | undefined = list + query; path; ) {
        const { status, json } = await vendor.send('GET', path);
        expect(status).toBe(200);
        sessions.push(...json.value);
        const next: string | undefined = json['@odata.nextLink'];
        if (next) expect(next).toContain('/sharepointRestoreSessions?');
        path = next?.slice(vendor.url.length);
      }
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(16);
      expect(new Set(sessions.map((session) => session['@odata.type'])).size).toBe(3);
    },
  );

  it.each(['$top=0', '$skiptoken=x'])('refuses %s', async (query) => {
    expect((await vendor.send('GET', `${list}?${query}`)).status).toBe(400);
  });
});

describe('DELETE restoreSessions', () => {
  const remove = (id: string) => vendor.send('DELETE', `/graph/v1.0/solutions/backupRestore/restoreSessions/${id}`);

  it('returns 204 with no body for a draft and deletes it', async () => {
    const { status, text, headers } = await remove(restoreSessions.draft);
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    const again = await remove(restoreSessions.draft);
    expect([again.status, again.json.error.code]).toEqual([404, 'RestoreSessionNotFound']);
    expect((await remove(restoreSessions.secondDraft)).status).toBe(204);
  });

  it.each(['activating', 'active', 'completed', 'completedWithError', 'failed'] as const)(
    'refuses a session that is %s',
    async (state) => {
      const { status, json } = await remove(restoreSessions[state]);
      expect([status, json.error.code]).toEqual([403, 'RestoreSessionActionNotAllowed']);
    },
  );

  it('brings a deleted draft back on reset', async () => {
    await remove(restoreSessions.draft);
    await vendor.reset();
    expect((await remove(restoreSessions.draft)).status).toBe(204);
  });
});
