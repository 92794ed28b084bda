import { expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { formatCacheStatus } from '../../lib/cache/freshness.ts';
import { readCacheStatus } from '../../pages/console/logic/cache-status.ts';
import { type Exchange, type RequestRecord, toLiveRows } from '../../pages/console/logic/live-rows.ts';
import { OPERATIONS } from '../../pages/console/operations.ts';

it('has every operation that the app serves, with its role and method', () => {
  const shown = OPERATIONS.flatMap(({ names, role, method }) => names.map((name) => ({ name, role, method })));
  const served = operations.map(({ name, access: { role }, method }) => ({ name, role, method }));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  expect(shown.sort(byName)).toEqual(served.sort(byName));
});

it('reads what the cache did out of the field as Frontdesk writes it', () => {
  const kinds = [
    formatCacheStatus({ hit: true, ttl: 42 }),
    formatCacheStatus({ hit: true, ttl: -3, stale: 'while-revalidating' }),
    formatCacheStatus({ hit: true, ttl: -3, stale: 'if-error' }),
    formatCacheStatus({ hit: false, fwd: 'uri-miss', stored: true, collapsed: false }),
    formatCacheStatus({ hit: false, fwd: 'uri-miss', stored: true, collapsed: true }),
    undefined,
  ].map((field) => readCacheStatus(field).kind);
  expect(kinds).toEqual(['hit', 'stale', 'stale', 'miss', 'shared', 'none']);
});

const exchange: Exchange = {
  id: 1,
  method: 'GET',
  path: '/companies(c)/items(i)',
  time: '2026-11-21T12:00:00Z',
  status: 200,
  durationMs: 20,
  requestId: 'r1',
};

const record: RequestRecord = {
  sequence: 7,
  requestId: 'r1',
  operation: 'getItem',
  method: 'GET',
  time: '2026-11-21T12:00:00.010Z',
  status: 200,
  durationMs: 9,
  subject: 'o1',
  upstreamTries: 2,
};

const people = [{ id: 'ada', name: 'Ada', username: 'ada@x', objectId: 'o1', purpose: '', roles: [] }];

it('a request that was seen here and recorded there is one row, named after its person', () => {
  const rows = toLiveRows([exchange], [record], people, 'me');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ title: 'Items', caller: 'Ada', durationMs: 9, upstreamTries: 2, isRecorded: true });
});

it('without records a row says what this page saw', () => {
  const [row] = toLiveRows([exchange], [], [], 'me');
  expect(row).toMatchObject({ title: 'Items', caller: 'me', decision: 'allowed', isRecorded: false });
});

it.each([
  ['unauthenticated', 'no valid token'],
  ['invalid_token', 'no valid token'],
  ['insufficient_scope', 'role missing'],
  ['forbidden', 'not granted'],
  ['throttled', 'limited'],
  ['upstream_error', 'allowed'],
])('a request that failed with %s was decided as: %s', (problem, decision) => {
  const { upstreamTries: _, ...rest } = record;
  expect(toLiveRows([], [{ ...rest, problem }], people, 'me')[0]?.decision).toBe(decision);
});

it('an upstream that asks to be left alone is no limit of our own', () => {
  const [row] = toLiveRows([], [{ ...record, problem: 'throttled' }], people, 'me');
  expect(row?.decision).toBe('allowed');
});

it('the newest request comes first, whoever told of it', () => {
  const later = { ...exchange, id: 2, requestId: 'r2', time: '2026-11-21T12:00:05Z' };
  expect(toLiveRows([later, exchange], [record], people, 'me').map(({ requestId }) => requestId)).toEqual(['r2', 'r1']);
});
