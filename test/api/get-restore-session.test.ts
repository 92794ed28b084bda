import { expect, it } from 'vitest';
import { restoreSessions } from '../../dev/seed.ts';
import { RestoreSession } from '../../tools/openapi/contracts/backup-restore.ts';
import { buildSessionPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const get = (restoreSessionBaseId: string, query = '') =>
  stack.send('GET', buildSessionPath({ restoreSessionBaseId }, query));
const { secondDraft: _, ...byStatus } = restoreSessions;

it('C-51 Graph’s names lead to its request id and to the caller’s, also in an error', async () => {
  const headers = { 'client-request-id': 'portal.42' };
  for (const id of [restoreSessions.draft, 'unknown']) {
    const response = await stack.send('GET', buildSessionPath({ restoreSessionBaseId: id }), { headers });
    const upstream = response.headers['x-frontdesk-upstream-request-id'];
    expect(response.headers).toMatchObject({ 'request-id': upstream, ...headers });
    expect((await stack.upstream.calls()).at(-1)?.headers).toMatchObject(headers);
    expect(response.json.error?.innerError).toEqual(
      id === 'unknown' ? expect.objectContaining({ 'request-id': expect.any(String), ...headers }) : undefined,
    );
  }
  expect((await get('unknown')).headers['client-request-id']).toMatch(/^[\da-f-]{36}$/);
});

it.each(Object.entries(byStatus))('R-04 returns a session that is %s', async (status, id) => {
  const { status: code, headers, json } = await get(id);
  expect([code, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(RestoreSession.parse(json)).toMatchObject({ id, status, createdDateTime: '2026-11-20T09-30-03.45Z' });
});
