import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectGranted, listRows, openCacheTable, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { searchPoints, toUnseen } from '../support/valid-requests.ts';

/** A thousand by default. */
const maxRows = 20;

const stack = await startStack({ settings: { ...unlimited, CACHE_ROWS_PER_CALLER: String(maxRows) } });

it('A72 of one caller’s searches so many are stored at a time; the others are answered all the same', async () => {
  const oid = randomUUID();
  for (let sent = 0; sent < 2 * maxRows; sent++) {
    const { headers } = await expectGranted(stack, toUnseen(searchPoints), { claims: { oid, sub: oid } });
    expect(headers['cache-status']).toBe(`Frontdesk; fwd=uri-miss${sent < maxRows ? '; stored' : ''}`);
  }
  expect(await listRows(stack)).toHaveLength(maxRows);
});

it('A72 one caller’s searches take no place from another’s', async () => {
  const { headers } = await expectGranted(stack, toUnseen(searchPoints));
  expect(headers['cache-status']).toContain('stored');
});

it('A72 the sweep removes what has expired, and nothing else', async () => {
  const table = openCacheTable(stack);
  const rows = await listRows(stack);
  const expired = rows.slice(0, 5).map((row) => row.split(' ')[0] ?? '');
  for (const rowKey of expired) {
    const expiresAt = new Date(Date.now() - 1_000);
    await table.updateEntity({ partitionKey: rowKey.slice(0, 2), rowKey, expiresAt }, 'Merge');
  }
  await stack.sweep();
  await expect.poll(() => listRows(stack), { timeout: 5_000 }).toEqual(rows.slice(5));
});
