import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { formatCacheStatus } from '../../lib/cache/freshness.ts';
import { SPAN_MEMBERS, STAGE_MEMBERS } from '../../lib/observability/request-record.ts';
import { parseCacheStatus } from '../../pages/console/logic/cache-status.ts';
import { explain } from '../../pages/console/logic/explain.ts';
import {
  isShown,
  type LiveRow,
  type PageRequest,
  type RequestRecord,
  readParameters,
  toLiveRows,
} from '../../pages/console/logic/live-rows.ts';
import { markSecrets, toClientCode, toCurl, toHttp, toViewHref } from '../../pages/console/logic/request-code.ts';
import { toStages } from '../../pages/console/logic/waterfall.ts';
import { findOperation, VIEWS } from '../../pages/console/operations.ts';

it('has every operation that the app serves on a view, with its role and method', () => {
  const shown = [...new Set(VIEWS.flatMap((view) => [...view.operations]))].map(findOperation);
  const served = operations.map(({ name, access: { role }, method }) => ({ name, role, method }));
  expect(served).toEqual(expect.arrayContaining(shown.map(({ name, role, method }) => ({ name, role, method }))));
  expect(shown.map(({ name }) => name).sort()).toEqual(served.map(({ name }) => String(name)).sort());
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
  expect(rows[0]).toMatchObject({ title: 'getItem', caller: 'Ada', durationMs: 9 });
  expect(rows[0]).toMatchObject({ record, sent: request });
});

it('without records a row shows what the page knows', () => {
  const [row] = toLiveRows([request], [], [], 'me');
  expect(row).toMatchObject({ title: 'getItem', caller: 'me', decision: 'allowed', sent: request });
  expect(row?.record).toBeUndefined();
});

it.each([
  ['unauthenticated', 'no valid token'],
  ['invalid_token', 'no valid token'],
  ['insufficient_scope', 'no role'],
  ['forbidden', 'not granted'],
  ['policy_unavailable', 'no policy'],
  ['throttled', 'rate limited'],
  ['upstream_error', 'allowed'],
])('a request with the problem %s has the decision: %s', (problem, decision) => {
  const { upstreamTries: _, ...rest } = record;
  expect(toLiveRows([], [{ ...rest, problem }], people, 'me')[0]?.decision).toBe(decision);
});

it.each([
  [{ problem: 'throttled', reason: 'caller_limit' }, "the caller's", 'this person is over the limit'],
  [{ problem: 'throttled', reason: 'retry_after' }, "the service's", 'Retry-After'],
  [{ problem: 'forbidden', reason: 'no_grant_for_resource' }, "the operators'", 'access policy'],
  [{ problem: 'policy_unavailable' }, "the operators'", 'not loaded'],
  [{ problem: 'length_required' }, "the caller's", 'Change the request.'],
])('%j is %s', (failed, side, advice) => {
  expect(explain(failed)).toMatchObject({ side, advice: expect.stringContaining(advice) });
  expect(explain({})).toBeUndefined();
});

it("an upstream's 429 is not Frontdesk's rate limit", () => {
  const [row] = toLiveRows([], [{ ...record, problem: 'throttled' }], people, 'me');
  expect(row?.decision).toBe('allowed');
});

it('the newest request is first, sent here or recorded', () => {
  const later = { ...request, id: 2, requestId: 'r2', time: '2026-11-21T12:00:05Z' };
  expect(toLiveRows([later, request], [record], people, 'me').map(({ requestId }) => requestId)).toEqual(['r2', 'r1']);
});

it('parts are below their batch, in their order', () => {
  const of = (requestId: string, second: number, batch?: string): RequestRecord => ({
    ...record,
    ...{ requestId, time: `2026-11-21T12:00:0${second}Z` },
    ...(batch === undefined ? {} : { batch }),
  });
  const records = [of('b', 1), of('b.1', 2, 'b'), of('b.2', 3, 'b'), of('z', 4), of('lost.1', 0, 'lost')];
  expect(toLiveRows([], records, people, 'me').map(({ key }) => key)).toEqual(['z', 'b', 'b.1', 'b.2', 'lost.1']);
});

const toRow = (change: Partial<RequestRecord>) =>
  toLiveRows([], [{ ...record, ...change }], people, 'me')[0] as LiveRow;

it('rows are narrowed by the words of caller, operation, resource and status', () => {
  const rows = [200, 304, 403, 503].map((status) => toRow({ status }));
  const sent = { id: 2, method: 'GET', path: '/x', headers: {}, time: '' };
  const all = [...rows, ...toLiveRows([sent], [], people, 'me')];
  const count = (filter: string) => all.filter((row) => isShown(row, filter)).length;
  expect([count(''), count('ada'), count('ada getItem'), count('ada getCustomer')]).toEqual([5, 4, 4, 0]);
  expect([count('403'), count('4xx getitem'), count('running')]).toEqual([1, 1, 1]);
  const failed = {
    ...record,
    problem: 'invalid_request',
    invalid: 'sku.name: must be Standard',
    clientRequestId: 'mine',
    upstreamRequestId: 'theirs',
  };
  for (const word of ['r1', 'invalid_request', 'sku.name', 'mine', 'theirs'])
    expect(isShown(toRow(failed), word)).toBe(true);
});

it('the stages follow one another, and the waits are within the fetch', () => {
  const stages = toStages({
    ...record,
    ...{
      authenticateMs: 1,
      authorizeMs: 0.5,
      parseRequestMs: 0.5,
      fetchMs: 20,
      tableMs: 4,
      upstreamMs: 10,
      pauseMs: 2,
    },
  });
  expect(stages.map(({ title, startMs, ms, isWait }) => [title, startMs, ms, isWait])).toEqual([
    ['Verify the token', 0, 1, false],
    ['Check the access', 1, 0.5, false],
    ['Read the request', 1.5, 0.5, false],
    ['Get the response', 2, 20, false],
    ['Cache table', 2, 4, true],
    ['Service, 2 calls', 6, 10, true],
    ['Pauses between calls', 16, 2, true],
  ]);
  expect(toStages({ ...record, authenticateMs: 1 })).toHaveLength(1);
});

it('every duration of a record is a stage, or their sum', () => {
  const shown = toStages({
    ...record,
    ...Object.fromEntries([...Object.values(STAGE_MEMBERS), ...Object.values(SPAN_MEMBERS)].map((name) => [name, 1])),
  });
  expect(shown).toHaveLength(Object.keys({ ...STAGE_MEMBERS, ...SPAN_MEMBERS }).length);
});

it('copies a request of this page as it was sent, without its token', () => {
  const [row] = toLiveRows([request], [], [], 'me') as [LiveRow];
  const sent = { origin: 'http://x', profile: 'vendor' } as const;
  expect(toCurl(row, sent)).toBe(
    [
      "curl 'http://x/companies(c)/items(i)?$expand=picture'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'accept: application/json'",
    ].join(' \\\n  '),
  );
  expect(toClientCode(row)).toBe(
    "const { body: result } = await client.getItem({\n  companyId: 'c',\n  itemId: 'i',\n  $expand: 'picture',\n});",
  );
  expect(toHttp(row, sent)).toBe(
    'GET http://x/companies(c)/items(i)?$expand=picture\nauthorization: Bearer {{token}}\naccept: application/json',
  );
});

it('a write is copied with its body; each secret is a variable that the shell names', () => {
  const secret = { type: 'string', writeOnly: true } as const;
  const schema = { properties: { list: { items: { properties: { accountKey: secret } } } } };
  const text = JSON.stringify({
    name: "it's",
    list: [{ accountKey: 'hush' }, { accountKey: 'hush' }],
    clientSecret: 'hush',
  });
  const body = markSecrets({ schema, schemas: {} }, text);
  const [row] = toLiveRows([{ ...request, method: 'PUT', body: text }], [], people, 'me') as [LiveRow];
  const sent = { origin: 'http://x', profile: 'vendor', body } as const;
  const code = [toCurl(row, sent), toHttp(row, sent), toClientCode({ ...row, title: 'getItem' }, body)].join('\n');
  expect(code).not.toContain('hush');
  expect(
    execFileSync('sh', ['-c', toCurl(row, sent).replace(/^curl/, "printf '%s\\n'")], {
      encoding: 'utf8',
      env: { TOKEN: 't', ACCOUNT_KEY: 'a', ACCOUNT_KEY_2: 'b', CLIENT_SECRET: 'c' },
    }),
  ).toContain(
    JSON.stringify({ name: "it's", list: [{ accountKey: 'a' }, { accountKey: 'b' }], clientSecret: 'c' }, undefined, 2),
  );
  expect(toHttp(row, sent)).toContain('"accountKey": "{{ACCOUNT_KEY_2}}"');
  expect(code).toContain("clientSecret: process.env.CLIENT_SECRET ?? '',");
});

it('of a request that another client sent only the path is known', () => {
  const row = toRow({ operation: 'startStreamingJob', method: 'POST', resource: '/companies(c)/items(i)' });
  const sent = { origin: 'http://x', profile: 'microsoft' } as const;
  expect(toCurl(row, sent)).toContain("-X POST 'http://x/v2.0/companies(c)/items(i)?api-version=2020-03-01'");
  expect(toCurl(row, sent)).toContain('--data @body.json');
});

it("a path is its operation's in both profiles", () => {
  const job = '/subscriptions/s/resourcegroups/g/providers/Microsoft.StreamAnalytics/streamingjobs/clicks';
  const paths = [job, '/v2.0/companies(c)/items', '/v1.0/solutions/backupRestore/restoreSessions/r', '/v2.0/companies'];
  const rows = paths.map((path) => toLiveRows([{ ...request, path, requestId: path }], [], [], 'me')[0]?.title);
  expect(rows).toEqual(['getStreamingJob', 'listItems', 'getRestoreSession', 'listCompanies']);
});

it('leads to where the console shows the same', () => {
  const group = '/subscriptions/s/resourceGroups/g';
  const vm = `${group}/providers/Vendor.Compute/virtualMachines/vm`;
  const rows = [
    toRow({ operation: 'getItem', resource: '/companies(c)/items(i)' }),
    toRow({ operation: 'listHealthEvents', resource: `${vm}/providers/Vendor.ResourceHealth/events` }),
    toRow({
      operation: 'stopStreamingJob',
      method: 'POST',
      resource: `${group}/providers/Vendor.StreamAnalytics/streamingjobs/j/stop`,
    }),
    toRow({ operation: 'batch', resource: '/$batch' }),
  ];
  expect(rows.map((row) => toViewHref(row.title, readParameters(row)))).toEqual([
    '#/items?in=/companies/c&item=i',
    `#/health-events?in=${vm}`,
    `#/streaming-jobs?in=${group}&item=j`,
    undefined,
  ]);
});
