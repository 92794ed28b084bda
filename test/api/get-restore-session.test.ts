import { expect, it } from 'vitest';
import { restoreSessions } from '../../dev/seed.ts';
import { RestoreSession } from '../../tools/openapi/contracts/backup-restore.ts';
import { buildSessionPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const get = (restoreSessionBaseId: string, query = '') =>
  stack.send('GET', buildSessionPath({ restoreSessionBaseId }, query));
const { secondDraft: _, ...byStatus } = restoreSessions;

it.each(Object.entries(byStatus))('R-04 returns a session that is %s', async (status, id) => {
  const { status: code, headers, json } = await get(id);
  expect([code, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(RestoreSession.parse(json)).toMatchObject({ id, status, createdDateTime: '2026-11-20T09-30-03.45Z' });
});
