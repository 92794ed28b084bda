import { expect, it } from 'vitest';
import { FrontdeskError, type HealthEvent } from '../../client/src/index.ts';
import {
  describeFleet,
  type FleetOutcome,
  type FleetRow,
  listFleet,
  NEW,
  sortBySeverity,
  toHealth,
  toNextRow,
  toWaitSeconds,
} from '../../pages/console/logic/fleet.ts';

const wall = Date.parse('2026-11-22T12:00:00Z');
const now = { monotonic: 1000, wall };
const never = Number.POSITIVE_INFINITY;

const event = (eventLevel: string, impactStartTime = '2026-11-20T00:00:00Z'): HealthEvent =>
  ({ name: eventLevel, properties: { status: 'Active', eventLevel, impactStartTime } }) as HealthEvent;

const row = (part: Partial<FleetRow> = {}): FleetRow => ({ id: '/r', dueAt: NEW, ...part });

/** Each page with its headers. */
const respond = (events: readonly HealthEvent[], ...pages: Record<string, string>[]): FleetOutcome => ({
  status: 'fulfilled',
  value: { events, pages: new Map(pages.map((headers, page) => [page, { headers: new Headers(headers) }])) } as never,
});

const refuse = (status: number, headers: Record<string, string> = {}): FleetOutcome => {
  const response = new Response(null, { status, headers });
  const request = { operation: 'listHealthEvents', method: 'GET', url: '/', attempt: 1 } as const;
  return { status: 'rejected', reason: new FrontdeskError(response, { code: 'C', message: 'No.' }, request) };
};

const fresh = { 'cache-control': 'private, max-age=20', age: '40' };

it('asks again when the first page can have changed, with what it knows of each', () => {
  const later = { 'cache-control': 'private, max-age=60', age: '0' };
  const outcome = respond([event('Error')], later, fresh, later);
  const read = toNextRow(row({ error: new Error('No.') }), outcome, now);
  expect(read).toMatchObject({ dueAt: 21_000, asOf: wall - 40_000, hasMore: false });
  expect(read.events).toHaveLength(1);
  expect([read.pages?.size, read.error]).toEqual([3, undefined]);
});

it('asks for what is stale soon, and in half a minute for what tells no pace', () => {
  expect(toNextRow(row(), respond([], fresh, { 'cache-control': 'private, max-age=0' }), now).dueAt).toBe(6000);
  expect(toNextRow(row(), respond([], {}), now).dueAt).toBe(31_000);
  const more = respond([], {}) as { readonly value: object };
  expect(toNextRow(row(), { ...more, value: { ...more.value, next: 'token' } } as never, now).hasMore).toBe(true);
});

it('a failure keeps what was known; only one that may pass is asked again, when Retry-After says', () => {
  const known = row({ events: [event('Error')], asOf: wall - 5000, pages: new Map() });
  expect(toNextRow(known, refuse(403), now)).toMatchObject({ ...known, dueAt: never, error: { status: 403 } });
  expect(toNextRow(known, refuse(503, { 'retry-after': '7' }), now)).toMatchObject({
    events: known.events,
    dueAt: 8000,
  });
  const offline: FleetOutcome = { status: 'rejected', reason: new TypeError('offline') };
  expect(toNextRow(known, offline, now)).toMatchObject({ dueAt: 31_000, error: { message: 'offline' } });
  expect(toNextRow(toNextRow(known, refuse(503), now), respond([], fresh), now).error).toBeUndefined();
});

it('waits for what is due within five seconds of the first, never for a refusal that stays one', () => {
  const due = (...times: number[]) => times.map((dueAt) => row({ dueAt }));
  expect(toWaitSeconds(due(21_000, 24_500, 60_000, never), 1000)).toBe(24);
  expect(toWaitSeconds(due(NEW, 60_000), 1000)).toBe(1);
  expect(toWaitSeconds(due(never), 1000)).toBe(3600);
});

const group = '/subscriptions/s/resourceGroups/g/providers/Vendor.Compute';
const vm = `${group}/virtualMachines/vm-web`;

it('lists what was added, then every known resource once, and nothing else', () => {
  const known = [
    { path: vm.replace('resourceGroups', 'resourcegroups'), isRecent: true },
    { path: '/subscriptions/s/resourceGroups/g' },
    { path: '/companies/c' },
    { path: `${group}/virtualMachines/vm-db` },
  ];
  expect(listFleet([vm], known)).toEqual([vm, `${group}/virtualMachines/vm-db`]);
});

it('the health of a resource is its worst active event; a planned one is counted apart', () => {
  const health = toHealth([event('Warning'), event('Critical'), event('Error', '2026-12-01T00:00:00Z')], wall);
  expect(health).toMatchObject({ worst: 'Critical', planned: 1 });
  expect(health.active).toHaveLength(2);
  expect(toHealth([], wall).worst).toBeUndefined();
});

it('the worst come first, then what cannot be read, then what is well, and the heading counts', () => {
  const rows = [
    row({ id: 'well', events: [] }),
    row({ id: 'unread', error: new Error('No.') }),
    row({ id: 'warned', events: [event('Warning')] }),
    row({ id: 'critical', events: [event('Warning'), event('Critical')], error: new Error('No.') }),
  ];
  expect(sortBySeverity(rows, wall).map(({ id }) => id)).toEqual(['critical', 'warned', 'unread', 'well']);
  expect(describeFleet(rows, wall)).toBe('2 of 4 resources have active events');
  expect(describeFleet(rows.slice(0, 1), wall)).toBe('No active events in 1 resource');
  expect(describeFleet(rows.slice(1, 2), wall)).toBe('1 resource');
});
