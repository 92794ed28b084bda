import { expect, it, vi } from 'vitest';
import { apps } from '../../dev/personas.ts';
import { tenants } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import {
  expectGranted,
  expectNothingInternal,
  expectRecord,
  expectShape,
  openCacheTable,
  readCode,
  unlimited,
} from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import {
  listEvents,
  putAuthorization,
  putJob,
  searchPoints,
  toRows,
  toUnseen,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited, expectedAlerts: ['upstream_auth', 'upstream_drift'] });

/** Makes the upstream return this error to the next requests. */
async function failNext(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await stack.upstream.reset();
  await stack.upstream.fault({ times: 1_000, fault: { kind: 'status', status, body, headers } });
}

const internals = [
  'System.Data.SqlClient.SqlException: Login failed for user sa',
  '   at Vendor.Core.Db.Query(String sql) in C:\\src\\Db.cs:line 42',
  'select * from secrets where id = 1',
  'http://10.1.2.3:8080/internal',
  'db-07.internal.vendor.example',
];

const internalText = internals.join('\n');

it.each([
  ['a text', internalText],
  [
    'an error',
    { error: { code: 'InternalServerError', message: internalText, innererror: { message: internalText } } },
  ],
  ['a page', `<html><pre>${internalText}</pre></html>`],
])('every operation: an upstream’s failure with %s returns 502 with our own message (A64)', async (_, body) => {
  await failNext(500, body, { 'x-powered-by': 'db-07.internal.vendor.example' });
  const logged = stack.log.length;
  // At once: the reads that verify a write pause between them.
  const responses = await Promise.all(validRequests.map((request) => sendChanged(stack, toUnseen(request))));
  for (const [index, request] of validRequests.entries()) {
    const response = responses[index] as TestResponse;
    expect(`${response.status} ${readCode(response)}`, request.operation).toBe('502 upstream_error');
    expectShape(request.shape, response);
    const lines = internals.map((line) => line.trim());
    expectNothingInternal(stack, response, lines);
    const id = response.headers['x-ms-request-id'];
    const records = stack.log.slice(logged).filter(({ requestId }) => requestId === id);
    expect(records).toHaveLength(1);
    expectRecord(records[0] as Record<string, unknown>, response, internals);
  }
  expect(stack.log).toHaveLength(logged + validRequests.length);
});

it.each([
  ['createOrUpdateAuthorization', putAuthorization],
  ['createOrReplaceStreamingJob', putJob],
])('%s drops a header that the upstream’s Connection names, and an invalid entity tag (A66)', async (_, request) => {
  const tags: Readonly<Record<string, string>>[] = [
    { connection: 'close, etag', etag: '"canary"' },
    { etag: `"${'x'.repeat(8 * 1024)}"` },
    { etag: '' },
    { etag: 'caf\u00e9' },
  ];
  for (const headers of tags) {
    await stack.upstream.reset();
    await stack.upstream.fault({ fault: { kind: 'headers', headers } });
    const response = await expectGranted(stack, request);
    expect(response.headers, JSON.stringify(headers).slice(0, 100)).not.toHaveProperty('etag');
  }
});

const table = openCacheTable(stack);

const stored = toRows([listEvents, searchPoints]);

/** Stores the response from another instance with the same table, so that this one does not have it in memory. */
async function storeElsewhere(
  { values, query }: ValidRequest,
  claims: Record<string, unknown> = {},
): Promise<{ partitionKey: string; rowKey: string; [property: string]: unknown }> {
  const headers = { authorization: `Bearer ${await stack.issueToken(claims)}` };
  const response = await serveDirectly(listHealthEvents)({ params: values, rawQuery: query.slice(1), headers });
  expect(response.status).toBe(200);
  // A lease is there before the response is.
  return vi.waitFor(async () => {
    for await (const row of table.listEntities<Record<string, unknown>>()) {
      if (`"${row['digest']}"` === response.headers['etag'])
        return { ...row, partitionKey: String(row.partitionKey), rowKey: String(row.rowKey) };
    }
    throw new Error('The other instance has stored nothing.');
  }, 20_000);
}

it('a row that another instance stored is served (A68)', async () => {
  const request = toUnseen(listEvents);
  await storeElsewhere(request);
  await stack.upstream.reset();
  const response = await expectGranted(stack, request);
  expect(response.headers['cache-status']).toMatch(/^Frontdesk; hit/);
  expect(await stack.upstream.calls()).toEqual([]);
});

it('another tenant’s row that was copied under this key is a miss (A68)', async () => {
  const request = toUnseen(listEvents);
  const reporting = apps.find(({ name }) => name === 'Fabrikam reporting')?.clientId;
  const theirs = await storeElsewhere(request, {
    tid: tenants.fabrikam,
    idtyp: 'app',
    azp: reporting,
    scp: null,
    roles: [request.role],
  });
  const ours = await storeElsewhere(request);
  expect(theirs.rowKey).not.toBe(ours.rowKey);
  await table.upsertEntity({ ...theirs, partitionKey: ours.partitionKey, rowKey: ours.rowKey }, 'Replace');
  await stack.upstream.reset();
  const response = await expectGranted(stack, request);
  expect(response.headers['cache-status']).toBe('Frontdesk; fwd=uri-miss; stored');
  expect(response.headers['etag']).not.toBe(`"${theirs['digest']}"`);
});

it.each(stored)(
  '%s: sixty requests with no-cache cause one upstream request in ten seconds (A69)',
  async (_, request) => {
    await stack.upstream.reset();
    const unseen = toUnseen(request);
    await expectGranted(stack, unseen);
    const force = { headers: { 'cache-control': 'no-cache' } };
    const together = await Promise.all(Array.from({ length: 50 }, () => sendChanged(stack, unseen, force)));
    for (let at = 0; at < 10; at++) together.push(await sendChanged(stack, unseen, force));
    expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stack.upstream.calls()).toHaveLength(2);
  },
);
