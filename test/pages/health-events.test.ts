import { expect, it } from 'vitest';
import type { HealthEvent } from '../../client/src/index.ts';
import {
  compareEvents,
  groupByPhase,
  groupByPlace,
  listInRange,
  toRows,
} from '../../pages/console/logic/event-groups.ts';
import { isSameQuestion } from '../../pages/console/logic/event-question.ts';
import { countFacets, isSelected, listSelected, NO_FACETS } from '../../pages/console/logic/facets.ts';
import { formatAge, formatLength, formatTime, parseTime } from '../../pages/console/logic/format.ts';
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

it('a time is read as every service writes it', () => {
  const texts = ['2026-11-20T09:30:03Z', '2026-11-20T09-30-03.45Z', '2026-11-20T04:30:03-05:00'];
  expect(texts.map(formatTime)).toEqual(texts.map(() => '20 Nov 2026, 09:30 UTC'));
  expect(['soon', null, undefined].map(formatTime)).toEqual(['—', '—', '—']);
  expect(['1970-01-01T00:00:01Z', 'soon', '', null].map(parseTime)).toEqual([1000, undefined, undefined, undefined]);
});

it('an age is short, and in hours from two on', () => {
  const ages = [-5, 1, 9, 119, 120, 7_199, 7_200].map((seconds) => formatAge(seconds * 1_000));
  expect(ages).toEqual(['just now', 'just now', '9 s ago', '119 s ago', '2 min ago', '119 min ago', '2 hours ago']);
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
  const [, level, , region] = countFacets(events);
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
  expect(listSelected(selected)).toEqual(['Critical', 'Warning', 'Global']);
  expect(isSelected(inRegion('Warning', 'Global'), selected)).toBe(true);
  expect(isSelected(inRegion('Warning', 'West US'), selected)).toBe(false);
  expect(isSelected(inRegion('Error', 'Global'), selected)).toBe(false);
  expect(isSelected(inRegion('Error'), NO_FACETS)).toBe(true);
});

const named = (name: string, properties: object): HealthEvent => ({ name, properties }) as HealthEvent;
const daysAgo = (days: number) => new Date(now - days * 24 * hourMs).toISOString();
const ended = (days: number) => ({
  status: 'Resolved',
  impactStartTime: daysAgo(days + 1),
  impactMitigationTime: daysAgo(days),
});

it('what is active comes first, then what is planned; within both by severity, then the newest', () => {
  const rows = toRows(
    [
      named('resolved', { ...ended(1), eventLevel: 'Critical' }),
      named('minor', { status: 'Active', impactStartTime: daysAgo(1) }),
      named('planned', { status: 'Active', impactStartTime: daysAgo(-2), duration: 60, eventLevel: 'Critical' }),
      named('older', { status: 'Active', impactStartTime: daysAgo(9), eventLevel: 'Error' }),
      named('newer', { status: 'Active', impactStartTime: daysAgo(2), eventLevel: 'Error' }),
    ],
    now,
  );
  expect(rows.map(({ event: { name } }) => name)).toEqual(['newer', 'older', 'minor', 'planned', 'resolved']);
  expect(groupByPhase(rows).map(({ title, rows: { length } }) => [title, length])).toEqual([
    ['Active', 3],
    ['Planned', 1],
    ['Resolved', 1],
  ]);
});

it('a range leaves out what was resolved before it, and never what is active or planned', () => {
  const rows = toRows(
    [
      named('long', { status: 'Active', impactStartTime: daysAgo(300) }),
      named('planned', { status: 'Active', impactStartTime: daysAgo(-90) }),
      named('recent', ended(20)),
      named('past', ended(40)),
    ],
    now,
  );
  const shown = listInRange(rows, toLastDays(30, now)).map(({ event: { name } }) => name);
  expect(shown).toEqual(['long', 'planned', 'recent']);
});

it('the last days reach into the future as far as something is planned there, up to a third', () => {
  const planned = (days: number) => ({ from: now, to: now + days * 24 * hourMs });
  expect(toLastDays(30, now, [planned(9)]).to).toBeGreaterThan(now + 9 * 24 * hourMs);
  expect(toLastDays(30, now, [planned(20)]).to).toBe(now + 3 * 24 * hourMs);
});

it('groups by service and region, the worst first, an event of two services in both', () => {
  const impacts = (...places: (readonly [string, ...string[]])[]) =>
    places.map(([impactedService, ...regions]) => ({
      impactedService,
      impactedRegions: regions.map((impactedRegion) => ({ impactedRegion })),
    }));
  const rows = toRows(
    [
      named('calm', { ...ended(1), impact: impacts(['Storage', 'West US']) }),
      named('none', { ...ended(1) }),
      named('bad', {
        status: 'Active',
        impactStartTime: daysAgo(1),
        eventLevel: 'Critical',
        impact: impacts(['SQL', 'North', 'West'], ['Storage', 'West US']),
      }),
    ],
    now,
  );
  const groups = groupByPlace(rows).map(({ title, regions }) => [
    title,
    regions.map((region) => [region.title, ...region.rows.map(({ event: { name } }) => name)]),
  ]);
  expect(groups).toEqual([
    [
      'SQL',
      [
        ['North', 'bad'],
        ['West', 'bad'],
      ],
    ],
    ['Storage', [['West US', 'bad', 'calm']]],
    ['No service named', [['No region named', 'none']]],
  ]);
});

it('what was watched is new or updated, and marked in its row', () => {
  const before = [named('same', { status: 'Active' }), named('changing', { status: 'Active' }), named('gone', {})];
  const after = [named('same', { status: 'Active' }), named('changing', { status: 'Resolved' }), named('fresh', {})];
  const changes = compareEvents(before, after);
  expect([...changes]).toEqual([
    ['changing', 'updated'],
    ['fresh', 'new'],
  ]);
  const marks = toRows(after, now, changes).map(({ event: { name }, change }) => [name, change]);
  expect(Object.fromEntries(marks)).toEqual({ same: undefined, changing: 'updated', fresh: 'new' });
});

it('a length has its two largest units, from ten days on only days', () => {
  const lengths = [59_000, hourMs / 2, 2.5 * hourMs, 24 * hourMs, 83.9 * hourMs, 1000 * hourMs];
  expect(lengths.map(formatLength)).toEqual(['under a minute', '30 min', '2 h 30 min', '1 d', '3 d 11 h', '41 d']);
});

it('a question has changed if another place, filter or period of a subscription is asked for', () => {
  const question = { scope: 'resource', target: '/a', filter: '', days: 90 } as const;
  expect(isSameQuestion(question, { ...question, filter: ' ', days: 7 })).toBe(true);
  expect(isSameQuestion(question, { ...question, target: '/b' })).toBe(false);
  expect(isSameQuestion(question, { ...question, filter: 'x' })).toBe(false);
  const subscription = { ...question, scope: 'subscription' } as const;
  expect(isSameQuestion(subscription, { ...subscription, days: 7 })).toBe(false);
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
