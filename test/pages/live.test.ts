import { expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { formatCacheStatus } from '../../lib/cache/freshness.ts';
import { SPAN_MEMBERS, STAGE_MEMBERS } from '../../lib/observability/request-record.ts';
import { parseCacheStatus } from '../../pages/console/logic/cache-status.ts';
import { omitSecrets, toCurl } from '../../pages/console/logic/curl.ts';
import { isShown, type LiveFilter, listValues, NO_FILTER } from '../../pages/console/logic/live-filter.ts';
import { type LiveRow, type PageRequest, type RequestRecord, toLiveRows } from '../../pages/console/logic/live-rows.ts';
import { toStages } from '../../pages/console/logic/waterfall.ts';
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
  path: '/companies(c)/items(i)?$expand=picture',
  headers: { accept: 'application/json' },
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
  expect(rows[0]).toMatchObject({ title: 'Items', caller: 'Ada', durationMs: 9, upstreamTries: 2 });
  expect(rows[0]).toMatchObject({ record, sent: request });
});

it('without records a row shows what the page knows', () => {
  const [row] = toLiveRows([request], [], [], 'me');
  expect(row).toMatchObject({ title: 'Items', caller: 'me', decision: 'allowed', sent: request });
  expect(row?.record).toBeUndefined();
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

it('a poll is named as what it polls, as soon as that is known', () => {
  const job = '/subscriptions/s/resourcegroups/g/providers/Vendor.StreamAnalytics/streamingjobs/clicks/start';
  const poll = { ...record, operation: 'getOperation', requestId: 'r9', resource: job };
  const sent = { ...request, path: '/operations/abc', requestId: 'r9' };
  expect(toLiveRows([], [poll], people, 'me')[0]).toMatchObject({ title: 'Streaming jobs', isPoll: true });
  expect(toLiveRows([sent], [], people, 'me')[0]).toMatchObject({ title: 'A write', isPoll: true });
  const { resource: _, ...lost } = poll;
  expect(toLiveRows([], [lost], people, 'me')[0]).toMatchObject({ title: 'A write', isPoll: true });
});

it('a batch is named as one, sent here or recorded', () => {
  const sent = { ...request, method: 'POST', path: '/$batch', requestId: 'r9' };
  expect(toLiveRows([sent], [], people, 'me')[0]).toMatchObject({ title: 'Batch', isPoll: false });
  const { resource: _, ...recorded } = { ...record, operation: 'batchBackupRestore' };
  expect(toLiveRows([], [recorded], people, 'me')[0]).toMatchObject({ title: 'Batch', isPoll: false });
});

const toRow = (change: Partial<RequestRecord>) =>
  toLiveRows([], [{ ...record, ...change }], people, 'me')[0] as LiveRow;

it('rows are narrowed by caller, operation and result, and a running one has no result', () => {
  const rows = [200, 304, 403, 503].map((status) => toRow({ status }));
  const [running] = toLiveRows([{ id: 2, method: 'GET', path: '/x', headers: {}, time: '' }], [], people, 'me');
  const count = (filter: Partial<LiveFilter>) =>
    [...rows, running as LiveRow].filter((row) => isShown(row, { ...NO_FILTER, ...filter })).length;
  expect([count({}), count({ caller: 'Ada' }), count({ operation: 'Items' })]).toEqual([5, 4, 4]);
  expect(count({ caller: 'Ada', operation: 'Customers' })).toBe(0);
  expect([count({ status: 'succeeded' }), count({ status: 'refused' }), count({ status: 'failed' })]).toEqual([
    2, 1, 1,
  ]);
});

it('what is chosen stays a choice when no row has it any more', () => {
  expect(listValues([toRow({})], 'caller', 'Zoe')).toEqual(['Ada', 'Zoe']);
});

it('the stages follow one another, and the waits are within the last', () => {
  const stages = toStages({
    ...record,
    ...{ verifyMs: 1, accessMs: 0.5, parseMs: 0.5, respondMs: 20, tableMs: 4, upstreamMs: 10, pauseMs: 2 },
  });
  expect(stages.map(({ title, startMs, ms, isWait }) => [title, startMs, ms, isWait])).toEqual([
    ['Verify the token', 0, 1, false],
    ['Check the access', 1, 0.5, false],
    ['Read the request', 1.5, 0.5, false],
    ['Get the response', 2, 20, false],
    ['Cache table', 2, 4, true],
    ['Upstream, 2 calls', 6, 10, true],
    ['Pauses between calls', 16, 2, true],
  ]);
  expect(toStages({ ...record, verifyMs: 1 })).toHaveLength(1);
});

it('every duration of a record is a stage, or their sum', () => {
  const shown = toStages({
    ...record,
    ...Object.fromEntries([...Object.values(STAGE_MEMBERS), ...Object.values(SPAN_MEMBERS)].map((name) => [name, 1])),
  });
  expect(shown).toHaveLength(Object.keys({ ...STAGE_MEMBERS, ...SPAN_MEMBERS }).length);
});

it('copies a request of this page as it was sent, without its token and secrets', () => {
  const put = { ...request, method: 'PUT', body: omitSecrets('{"name":"it\'s","clientSecret":"s3cret"}') };
  const [row] = toLiveRows([put], [], people, 'me');
  expect(toCurl(row as LiveRow, 'http://x', (path) => path)).toBe(
    [
      "curl -X PUT 'http://x/companies(c)/items(i)?$expand=picture'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'accept: application/json'",
      `--data '{"name":"it'\\''s","clientSecret":"***"}'`,
    ].join(' \\\n  '),
  );
  expect(omitSecrets('not JSON: s3cret')).toBe('');
});

it('of a request that another client sent only the path is known, of its poll nothing', () => {
  const row = toRow({ operation: 'startStreamingJob', method: 'POST', resource: '/jobs/a' });
  expect(toCurl(row, 'http://x', (path) => `/v2${path}`)).toBe(
    [
      "curl -X POST 'http://x/v2/jobs/a?api-version=2020-03-01'",
      '-H "Authorization: Bearer $TOKEN"',
      "--data '@body.json'",
    ].join(' \\\n  '),
  );
  expect(toCurl(toRow({ operation: 'getOperation' }), 'http://x', (path) => path)).toBeUndefined();
});
