import { expect, it, vi } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { INSTANCE } from '../../../lib/http/version.ts';
import { startStack } from '../../support/stack.ts';
import { readItem, toPath } from '../../support/valid-requests.ts';

const stack = await startStack();

it('each operation is served at its route, in any case, with its own method only', async () => {
  const path = toPath(readItem);
  expect((await stack.send('GET', path)).status).toBe(200);
  expect((await stack.send('GET', path.replace('/items', '/ITEMS'))).status).toBe(200);
  expect((await stack.send('PATCH', path)).status).toBe(404);
});

it('the host’s keys are not asked for: the pipeline requires a bearer token', async () => {
  const { status, headers } = await stack.send('GET', toPath(readItem), { token: null });
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
});

it('every request writes one record', async () => {
  const before = stack.log.length;
  await stack.send('GET', toPath(readItem));
  const records = stack.log.slice(before).filter((record) => 'schemaVersion' in record);
  expect(records).toEqual([expect.objectContaining({ operation: 'getItem', status: 200 })]);
  expect(operations.map(({ name }) => name)).toContain(records[0]?.['operation']);
});

it('the timer’s sweep logs how many rows it removed, and whether it saw the whole table', async () => {
  const before = stack.log.length;
  await stack.sweep();
  const swept = {
    operation: 'sweepStoredResponses',
    swept: expect.any(Number),
    isComplete: true,
    instance: INSTANCE,
    version: 'source',
  };
  await vi.waitFor(() => expect(stack.log.slice(before)).toEqual([swept]), 20_000);
});
