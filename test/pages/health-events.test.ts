import { expect, it } from 'vitest';
import type { HealthEvent } from '../../client/src/index.ts';
import { countFacets, isChosen, NO_FACETS } from '../../pages/console/logic/facets.ts';
import { parseResourceId, readSkipToken } from '../../pages/console/logic/resource-id.ts';
import { toLastDays, toPeriod, toPlace, toStretch, toTicks } from '../../pages/console/logic/timeline.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hourMs = 3_600_000;

const event = (properties: object): HealthEvent => ({ name: 'E-1', properties }) as HealthEvent;

it('an event that is active lasts until now, a resolved one until its end, a planned one as long as it is to take', () => {
  const started = { impactStartTime: '2026-11-20T12:00:00Z' };
  expect(toPeriod(event({ ...started, status: 'Active' }), now)).toEqual({ from: now - 24 * hourMs, to: now });
  const resolved = { ...started, status: 'Resolved', impactMitigationTime: '2026-11-20T14:00:00Z' };
  expect(toPeriod(event(resolved), now).to).toBe(now - 22 * hourMs);
  const planned = { status: 'Active', impactStartTime: '2026-11-22T12:00:00Z', duration: 7200 };
  expect(toPeriod(event(planned), now)).toEqual({ from: now + 24 * hourMs, to: now + 26 * hourMs });
});

it('an event of which nothing is told lies at now, and never ends before it began', () => {
  expect(toPeriod(event({}), now)).toEqual({ from: now, to: now });
  const odd = { impactStartTime: '2026-11-20T12:00:00Z', impactMitigationTime: '2026-11-19T12:00:00Z' };
  expect(toPeriod(event(odd), now)).toEqual({ from: now - 24 * hourMs, to: now - 24 * hourMs });
});

it('places a period on the stretch, cut at its ends, and says on which side one lies that is beyond', () => {
  const stretch = { from: 0, to: 100 };
  expect(toPlace({ from: 25, to: 75 }, stretch)).toEqual({ start: 0.25, length: 0.5 });
  expect(toPlace({ from: -50, to: 50 }, stretch)).toEqual({ start: 0, length: 0.5 });
  expect(toPlace({ from: -50, to: -10 }, stretch).beyond).toBe('before');
  expect(toPlace({ from: 110, to: 120 }, stretch).beyond).toBe('after');
});

it('the stretch of all holds every event and now', () => {
  const { from, to } = toStretch([{ from: now - 1000 * hourMs, to: now - 900 * hourMs }], now);
  expect(from).toBeLessThan(now - 1000 * hourMs);
  expect(to).toBeGreaterThan(now);
});

it('a week is marked by days, a year by months', () => {
  expect(toTicks(toLastDays(7, now)).map(({ label }) => label)).toEqual(['15 Nov', '17 Nov', '19 Nov', '21 Nov']);
  const year = toTicks(toLastDays(365, now)).map(({ label }) => label);
  expect(year.length).toBeGreaterThan(2);
  expect(year.every((label) => /^[A-Z][a-z]{2,3}$/.test(label))).toBe(true);
});

const inRegion = (eventLevel: string, ...regions: string[]) =>
  event({ eventLevel, impact: [{ impactedRegions: regions.map((impactedRegion) => ({ impactedRegion })) }] });

it('counts levels by their gravity and regions by their names, a region once an event', () => {
  const events = [inRegion('Warning', 'West US', 'West US'), inRegion('Critical', 'Global'), inRegion('Warning')];
  const [level, , region] = countFacets(events);
  expect(level?.values).toEqual([
    { value: 'Critical', count: 1 },
    { value: 'Warning', count: 2 },
  ]);
  expect(region?.values).toEqual([
    { value: 'Global', count: 1 },
    { value: 'West US', count: 1 },
  ]);
});

it('an event is shown when it has one of the chosen values of each facet', () => {
  const chosen = { ...NO_FACETS, level: ['Critical', 'Warning'], region: ['Global'] };
  expect(isChosen(inRegion('Warning', 'Global'), chosen)).toBe(true);
  expect(isChosen(inRegion('Warning', 'West US'), chosen)).toBe(false);
  expect(isChosen(inRegion('Error', 'Global'), chosen)).toBe(false);
  expect(isChosen(inRegion('Error'), NO_FACETS)).toBe(true);
});

const group = '/subscriptions/s/resourceGroups/g/providers';

it('reads the id of a resource, nested or not, and nothing else', () => {
  const place = { subscriptionId: 's', resourceGroupName: 'g', resourceProviderNamespace: 'Vendor.Sql' };
  expect(parseResourceId(`${group}/Vendor.Sql/servers/a`)).toEqual({
    ...place,
    resourceType: 'servers',
    resourceName: 'a',
  });
  expect(parseResourceId(`${group}/Vendor.Sql/servers/a/databases/b`)).toEqual({
    ...place,
    resourceType: 'databases',
    resourceName: 'b',
    parent: { parentType: 'servers', parentName: 'a' },
  });
  expect(parseResourceId(`${group}/Vendor.Sql/servers/a/databases/b/tables/c`)).toBeUndefined();
  expect(parseResourceId(`${group}/Vendor.Sql/servers`)).toBeUndefined();
});

it('takes the page token out of a link, wherever the link leads', () => {
  expect(readSkipToken('http://elsewhere.example/x?api-version=1&$skipToken=a%2Bb')).toBe('a+b');
  expect(readSkipToken(undefined)).toBeUndefined();
  expect(readSkipToken('')).toBeUndefined();
});
