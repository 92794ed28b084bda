/** Faults F42 to F49: the table that stores responses, and its rows. */
import { gzipSync } from 'node:zlib';
import type { TableEntity } from '@azure/data-tables';
import { expect, it, vi } from 'vitest';
import type { CacheKey } from '../../lib/cache/key.ts';
import { openTable } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import { createManualClock } from '../support/clocks.ts';
import { sampleOperation, sampleOperations } from '../testbed/sample-operations.ts';
import { testBatchCells } from './harness/batch-cells.ts';
import { callAndSucceed } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { injectFault } from './harness/inject-fault.ts';
import { testMatrixCells } from './harness/matrix-cells.ts';
import { listRows, openRows } from './harness/table-rows.ts';
import { tableResponds } from './matrix/expectations.ts';
import { tableFaults } from './matrix/table-faults.ts';

const harness = await startHarness();
await warmUp(harness);
const { upstream, proxies, tables } = harness.emulators;
const listEvents = sampleOperation('listHealthEvents');
const table = openRows(harness.emulators);

for (const fault of tableFaults) {
  testMatrixCells(harness, injectFault, fault, sampleOperations);
  testBatchCells(harness, injectFault, fault);
}

it('F44 table 503 with Retry-After: 30: the table is not called for 30 seconds', async () => {
  await harness.reset();
  await injectFault(harness, tableResponds(503, 'ServerBusy', 30));
  await callAndSucceed(harness, listEvents);
  const before = proxies.table.connectionCount;
  harness.advanceTime(29);
  await callAndSucceed(harness, listEvents);
  expect(proxies.table.connectionCount).toBe(before);
  harness.advanceTime(2);
  await callAndSucceed(harness, listEvents);
  expect(proxies.table.connectionCount).toBeGreaterThan(before);
});

it('F45 table 412: of four instances that lease a row at the same time one refreshes it', async () => {
  await harness.reset();
  const row = await storeRow();
  const key = row.rowKey as CacheKey;
  // Slow timers, because all instances share one process with the table.
  const clock = createManualClock(Date.now(), 1 / 20);
  const address = { connectionString: tables.connectionString, name: 'frontdeskcache' };
  const instances = Array.from({ length: 4 }, () => new TableStore(openTable(address, clock), clock));
  const tag = (await instances[0]?.read(key))?.tag ?? '';
  const leases = await Promise.all(instances.map((instance) => instance.takeLease(key, tag)));
  expect(leases.filter((lease) => lease === undefined)).toHaveLength(3);
});

it('F46 a response that is too large for the table is stored in memory only', async () => {
  await harness.reset();
  const before = await listKeys();
  const sample = harness.nextSample();
  // Random hexadecimal digits compress to half: more than an entity holds, less than the limit for upstream responses.
  const filler = gzipSync(Buffer.from(Array.from({ length: 1_200_000 }, () => Math.random() * 256))).toString('hex');
  await upstream.fault({ times: 1, fault: { kind: 'patch', body: { filler } } });
  expect((await callAndSucceed(harness, listEvents, sample)).text.length).toBeGreaterThan(2_000_000);
  expect((await callAndSucceed(harness, listEvents, sample)).headers['cache-status']).toContain('hit');
  expect(await listKeys()).toEqual(before);
});

it('F47 table 404 TableNotFound: the table is created, and the row is stored', async () => {
  await harness.reset();
  await table.deleteTable();
  expect((await storeRow()).rowKey).toMatch(/^[\da-f]{64}$/);
});

it('F48 table 403: one alert per minute', async () => {
  await harness.reset();
  await injectFault(harness, tableResponds(403, 'AuthorizationFailure'));
  const logged = harness.log.length;
  const hours = 0.1;
  for (let second = 0; second < hours * 3_600; second += 5) {
    harness.advanceTime(5);
    await callAndSucceed(harness, listEvents);
  }
  const alerts = harness.log.slice(logged).filter(({ alert }) => alert === 'cache_paused');
  expect(alerts.length).toBeGreaterThan(1);
  expect(alerts.length).toBeLessThanOrEqual(hours * 60);
});

/** Changes to a valid row; `other` is the row of another key. */
const corruptions: Record<string, (row: TableEntity, other: TableEntity) => Partial<TableEntity>> = {
  'digest of other content': () => ({ digest: '0'.repeat(64) }),
  'row of another key': (_, other) => ({ ...other }),
  'content of another row': (_, other) => ({ content0: other['content0'], length: other['length'] }),
  'content that inflates to 32 MiB': () => ({ content0: gzipSync(Buffer.alloc(32 * 1024 * 1024)) }),
  'length of 1 GiB': () => ({ length: 1024 * 1024 * 1024 }),
  'truncated content': ({ content0 }) => ({ content0: (content0 as Uint8Array).subarray(0, -9) }),
  'no content': () => ({ content0: '' }),
  'content that is not compressed': () => ({ content0: Buffer.from('{"value":[{"id":"forged"}]}') }),
  'another version': () => ({ version: 0 }),
  'invalid times': () => ({ fetchedAt: 'yesterday', expiresAt: 'tomorrow' }),
};

it('F49 corrupt rows are misses, and are replaced', async () => {
  await harness.reset();
  const other = await storeRow();
  const corrupted = [];
  for (const [name, corrupt] of Object.entries(corruptions)) {
    const sample = harness.nextSample();
    const { partitionKey, rowKey, ...row } = await storeRow(sample);
    const { text } = await callAndSucceed(harness, listEvents, sample);
    await table.upsertEntity({ ...row, ...corrupt(row as TableEntity, other), partitionKey, rowKey }, 'Replace');
    corrupted.push({ name, sample, text });
  }
  const intact = harness.nextSample();
  await storeRow(intact);
  await harness.restart();
  const seen = [];
  for (const { name, sample } of corrupted) {
    const { headers, text } = await callAndSucceed(harness, listEvents, sample);
    seen.push({ name, sample, text, cache: headers['cache-status'] });
  }
  expect(seen).toEqual(corrupted.map((row) => ({ ...row, cache: 'Frontdesk; fwd=uri-miss; stored' })));
  // Shows that rows are read at all.
  expect((await callAndSucceed(harness, listEvents, intact)).headers['cache-status']).toContain('hit');
});

/** Returns the keys of all rows; none if the table does not exist. */
async function listKeys(): Promise<string[]> {
  const rows = await listRows(harness.emulators).catch(() => []);
  return rows.map(({ rowKey }) => rowKey).sort();
}

/** Calls with an event of the sample's own, and returns the row that the call stored. */
async function storeRow(sample = harness.nextSample()): Promise<TableEntity> {
  const [resourceUri] = listEvents.toRequest(sample).path.split('/providers/Vendor.ResourceHealth');
  const event = { name: `event-${sample}`, properties: { eventType: 'ServiceIssue' } };
  await upstream.control('events', { resourceUri, event });
  const known = new Set(await listKeys());
  await callAndSucceed(harness, listEvents, sample);
  const row = await vi.waitUntil(async () => (await listKeys()).find((key) => !known.has(key)), 5_000);
  return table.getEntity(row.slice(0, 2), row);
}
