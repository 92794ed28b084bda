import { expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { formatCacheStatus } from '../../lib/cache/freshness.ts';
import { parseCacheStatus } from '../../pages/console/logic/cache-status.ts';
import { type PageRequest, type RequestRecord, toLiveRows } from '../../pages/console/logic/live-rows.ts';
import { OPERATIONS } from '../../pages/console/operations.ts';

it('has every operation that the app serves, with its role and method', () => {
  const shown = OPERATIONS.flatMap(({ operations: names, role, method }) =>
    names.map((name) => ({ name: String(name), role, method })),
  );
  const served = operations.map(({ name, access: { role }, method }) => ({ name, role, method }));
  expect(served).toEqual(expect.arrayContaining(shown));
  const named = OPERATIONS.flatMap(({ operations: names, others = [] }) => [...names, ...others].map(String));
  expect(named.sort()).toEqual(served.map(({ name }) => name).sort());
});

it('parses the Cache-Status header as Frontdesk writes it', () => {
  const kinds = [
    formatCacheStatus({ hit: true, ttl: 42 }),
    formatCacheStatus({ hit: true, ttl: -3, stale: 'while-revalidating' }),
    formatCacheStatus({ hit: true, ttl: -3, stale: 'if-error' }),
    formatCacheStatus({ hit: false, fwd: 'uri-miss', stored: true, collapsed: false }),
    formatCacheStatus({ hit: false, fwd: 'uri-miss', stored: true, collapsed: true }),
    undefined,
  ].map((header) => parseCacheStatus(header).kind);
  expect(kinds).toEqual(['hit', 'stale', 'stale', 'miss', 'shared', 'none']);
});

const request: PageRequest = {
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

it('a request that was sent here and recorded is one row, with the name of its user', () => {
  const rows = toLiveRows([request], [record], people, 'me');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ title: 'Items', caller: 'Ada', durationMs: 9, upstreamTries: 2, isRecorded: true });
});

it('without records a row shows what the page knows', () => {
  const [row] = toLiveRows([request], [], [], 'me');
  expect(row).toMatchObject({ title: 'Items', caller: 'me', decision: 'allowed', isRecorded: false });
});

it.each([
  ['unauthenticated', 'no valid token'],
  ['invalid_token', 'no valid token'],
  ['insufficient_scope', 'no role'],
  ['forbidden', 'not granted'],
  ['throttled', 'rate limited'],
  ['upstream_error', 'allowed'],
])('a request with the problem %s has the decision: %s', (problem, decision) => {
  const { upstreamTries: _, ...rest } = record;
  expect(toLiveRows([], [{ ...rest, problem }], people, 'me')[0]?.decision).toBe(decision);
});

it("an upstream's 429 is not Frontdesk's rate limit", () => {
  const [row] = toLiveRows([], [{ ...record, problem: 'throttled' }], people, 'me');
  expect(row?.decision).toBe('allowed');
});

it('the newest request is first, sent here or recorded', () => {
  const later = { ...request, id: 2, requestId: 'r2', time: '2026-11-21T12:00:05Z' };
  expect(toLiveRows([later, request], [record], people, 'me').map(({ requestId }) => requestId)).toEqual(['r2', 'r1']);
});
