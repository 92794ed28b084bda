/** The cells of the table's faults, and what single rows and calls can suffer. */
import { gzipSync } from 'node:zlib';
import type { TableEntity } from '@azure/data-tables';
import { expect, it, vi } from 'vitest';
import type { CacheKey } from '../../lib/cache/key.ts';
import { openTable } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import { createManualClock } from '../support/clocks.ts';
import { callWell } from './harness/expect-answer.ts';
import { tableFaults } from './harness/fault-table.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { listRows, openRows } from './harness/rows.ts';
import { testCells } from './harness/run-cell.ts';
import { tableReplies } from './harness/shorthand.ts';
import { strikeUpstream } from './harness/strike.ts';

const rig = await startRig();
await warmUp(rig);
const listEvents = operations.find(({ id }) => id === 'O2') as SampleOperation;
const table = openRows(rig);

for (const fault of tableFaults) testCells(rig, strikeUpstream, fault, operations);

it('F44 table 503 with Retry-After: 30: the table is left alone for as long', async () => {
  await rig.calm();
  await strikeUpstream(rig, tableReplies(503, 'ServerBusy', 30));
  await callWell(rig, listEvents, rig.nextMark());
  const asked = rig.wires.table.connections;
  rig.passTime(29);
  await callWell(rig, listEvents, rig.nextMark());
  expect(rig.wires.table.connections).toBe(asked);
  rig.passTime(2);
  await callWell(rig, listEvents, rig.nextMark());
  expect(rig.wires.table.connections).toBeGreaterThan(asked);
});

it('F45 table 412: of two instances that lease a row at once one refreshes', async () => {
  await rig.calm();
  const row = await storeRow();
  const key = row.rowKey as CacheKey;
  // Patient, since all instances share one process with the table.
  const clock = createManualClock(Date.now(), 1 / 20);
  const address = { connectionString: rig.tables.connectionString, name: 'frontdeskcache' };
  const instances = Array.from({ length: 4 }, () => new TableStore(openTable(address, clock), clock));
  const leases = await Promise.all(instances.map((instance) => instance.lease(key, Number.MAX_SAFE_INTEGER)));
  expect(leases.sort()).toEqual(['busy', 'busy', 'busy', 'taken']);
});

it('F46 a reply that is too large for the table is kept by the instance alone', async () => {
  await rig.calm();
  const rows = await listKeys();
  const mark = rig.nextMark();
  // Hexadecimal digits that compress to no less than half: above what an entity holds, below what an upstream may answer.
  const filler = gzipSync(Buffer.from(Array.from({ length: 1_200_000 }, () => Math.random() * 256))).toString('hex');
  await rig.upstream.fault({ times: 1, fault: { kind: 'patch', body: { filler } } });
  expect((await callWell(rig, listEvents, mark)).text.length).toBeGreaterThan(2_000_000);
  expect((await callWell(rig, listEvents, mark)).headers['cache-status']).toContain('hit');
  expect(await listKeys()).toEqual(rows);
});

it('F47 table 404 TableNotFound: it is created, and stored in', async () => {
  await rig.calm();
  await table.deleteTable();
  expect((await storeRow()).rowKey).toMatch(/^[\da-f]{64}$/);
});

it('F48 table 403: an operator hears of it once a minute', async () => {
  await rig.calm();
  await strikeUpstream(rig, tableReplies(403, 'AuthorizationFailure'));
  const logged = rig.log.length;
  const hours = 0.1;
  for (let second = 0; second < hours * 3_600; second += 5) {
    rig.passTime(5);
    await callWell(rig, listEvents, rig.nextMark());
  }
  const alerts = rig.log.slice(logged).filter(({ alert }) => alert === 'cache_paused');
  expect(alerts.length).toBeGreaterThan(1);
  expect(alerts.length).toBeLessThanOrEqual(hours * 60);
});

/** What a row may have become, from one that is whole; `other` is another key's. */
const corruptions: Record<string, (row: TableEntity, other: TableEntity) => Partial<TableEntity>> = {
  'digest of something else': () => ({ digest: '0'.repeat(64) }),
  'row of another key': (_, other) => ({ ...other }),
  'content of another row': (_, other) => ({ content0: other['content0'], length: other['length'] }),
  'content that inflates to 32 MiB': () => ({ content0: gzipSync(Buffer.alloc(32 * 1024 * 1024)) }),
  'length of 1 GiB': () => ({ length: 1024 * 1024 * 1024 }),
  'content cut short': ({ content0 }) => ({ content0: (content0 as Uint8Array).subarray(0, -9) }),
  'no content': () => ({ content0: '' }),
  'content that is not compressed': () => ({ content0: Buffer.from('{"value":[{"id":"forged"}]}') }),
  'another version': () => ({ version: 0 }),
  'times that are none': () => ({ fetchedAt: 'yesterday', expiresAt: 'tomorrow' }),
};

it('F49 rows that are not what they say are misses, and are replaced', async () => {
  await rig.calm();
  const other = await storeRow();
  const struck = [];
  for (const [name, corrupt] of Object.entries(corruptions)) {
    const mark = rig.nextMark();
    const { partitionKey, rowKey, ...row } = await storeRow(mark);
    const { text } = await callWell(rig, listEvents, mark);
    await table.upsertEntity({ ...row, ...corrupt(row as TableEntity, other), partitionKey, rowKey }, 'Replace');
    struck.push({ name, mark, text });
  }
  const whole = rig.nextMark();
  await storeRow(whole);
  await rig.restart();
  const seen = [];
  for (const { name, mark } of struck) {
    const { headers, text } = await callWell(rig, listEvents, mark);
    seen.push({ name, mark, text, cache: headers['cache-status'] });
  }
  expect(seen).toEqual(struck.map((row) => ({ ...row, cache: 'Frontdesk; fwd=uri-miss; stored' })));
  // The whole one shows that rows are read at all.
  expect((await callWell(rig, listEvents, whole)).headers['cache-status']).toContain('hit');
});

/** The keys of all rows; none where there is no table. */
async function listKeys(): Promise<string[]> {
  const rows = await listRows(rig).catch(() => []);
  return rows.map(({ rowKey }) => rowKey).sort();
}

/** Answers the row that a call leaves in the table; what is in it is the mark's own. */
async function storeRow(mark = rig.nextMark()): Promise<TableEntity> {
  const [resourceUri] = listEvents.toRequest(mark).path.split('/providers/Vendor.ResourceHealth');
  const event = { name: `event-${mark}`, properties: { eventType: 'ServiceIssue' } };
  await rig.upstream.control('events', { resourceUri, event });
  const known = new Set(await listKeys());
  await callWell(rig, listEvents, mark);
  const row = await vi.waitUntil(async () => (await listKeys()).find((key) => !known.has(key)), 5_000);
  return table.getEntity(row.slice(0, 2), row);
}
