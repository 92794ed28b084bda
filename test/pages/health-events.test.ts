import { expect, it } from 'vitest';
import type { HealthEvent } from '../../client/src/index.ts';
import { countFacets, isSelected, NO_FACETS } from '../../pages/console/logic/facets.ts';
import { parseResourceId, parseSkipToken } from '../../pages/console/logic/resource-id.ts';
import { toFullRange, toLastDays, toPeriod, toPosition, toTicks } from '../../pages/console/logic/timeline.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hourMs = 3_600_000;

const event = (properties: object): HealthEvent => ({ name: 'E-1', properties }) as HealthEvent;

it('an active event lasts until now, a resolved one until its end, a planned one for its duration', () => {
  const started = { impactStartTime: '2026-11-20T12:00:00Z' };
  expect(toPeriod(event({ ...started, status: 'Active' }), now)).toEqual({ from: now - 24 * hourMs, to: now });
  const resolved = { ...started, status: 'Resolved', impactMitigationTime: '2026-11-20T14:00:00Z' };
  expect(toPeriod(event(resolved), now).to).toBe(now - 22 * hourMs);
  const planned = { status: 'Active', impactStartTime: '2026-11-22T12:00:00Z', duration: 7200 };
  expect(toPeriod(event(planned), now)).toEqual({ from: now + 24 * hourMs, to: now + 26 * hourMs });
});

it('an event without times is at now, and no event ends before it starts', () => {
  expect(toPeriod(event({}), now)).toEqual({ from: now, to: now });
  const odd = { impactStartTime: '2026-11-20T12:00:00Z', impactMitigationTime: '2026-11-19T12:00:00Z' };
  expect(toPeriod(event(odd), now)).toEqual({ from: now - 24 * hourMs, to: now - 24 * hourMs });
});

it('positions a period in the range, cut at its ends, or names the side it is on', () => {
  const range = { from: 0, to: 100 };
  expect(toPosition({ from: 25, to: 75 }, range)).toEqual({ start: 0.25, length: 0.5 });
  expect(toPosition({ from: -50, to: 50 }, range)).toEqual({ start: 0, length: 0.5 });
  expect(toPosition({ from: -50, to: -10 }, range).outside).toBe('before');
  expect(toPosition({ from: 110, to: 120 }, range).outside).toBe('after');
});

it('the full range includes every event and now', () => {
  const { from, to } = toFullRange([{ from: now - 1000 * hourMs, to: now - 900 * hourMs }], now);
  expect(from).toBeLessThan(now - 1000 * hourMs);
  expect(to).toBeGreaterThan(now);
});

it('a week has daily ticks, a year monthly ones', () => {
  expect(toTicks(toLastDays(7, now)).map(({ label }) => label)).toEqual(['15 Nov', '17 Nov', '19 Nov', '21 Nov']);
  const year = toTicks(toLastDays(365, now)).map(({ label }) => label);
  expect(year.length).toBeGreaterThan(2);
  expect(year.every((label) => /^[A-Z][a-z]{2,3}$/.test(label))).toBe(true);
});

const inRegion = (eventLevel: string, ...regions: string[]) =>
  event({ eventLevel, impact: [{ impactedRegions: regions.map((impactedRegion) => ({ impactedRegion })) }] });

it('sorts levels by severity and regions by name, and counts a region once per event', () => {
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

it('an event is shown if it has a selected value of every facet', () => {
  const selected = { ...NO_FACETS, level: ['Critical', 'Warning'], region: ['Global'] };
  expect(isSelected(inRegion('Warning', 'Global'), selected)).toBe(true);
  expect(isSelected(inRegion('Warning', 'West US'), selected)).toBe(false);
  expect(isSelected(inRegion('Error', 'Global'), selected)).toBe(false);
  expect(isSelected(inRegion('Error'), NO_FACETS)).toBe(true);
});

const group = '/subscriptions/s/resourceGroups/g/providers';

it('parses the id of a resource, nested once at most', () => {
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

it('reads the page token of a link, whatever its host', () => {
  expect(parseSkipToken('http://elsewhere.example/x?api-version=1&$skipToken=a%2Bb')).toBe('a+b');
  expect(parseSkipToken(undefined)).toBeUndefined();
  expect(parseSkipToken('')).toBeUndefined();
});
