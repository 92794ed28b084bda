import { expect, it } from 'vitest';
import { RestoreSessionList } from '../../tools/openapi/contracts/backup-restore.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const list = '/solutions/backupRestore/restoreSessions';

it.each(['', '?$top=4'])('R-20 leads through all pages%s, whose links lead to another collection', async (query) => {
  const sessions: { id: string; '@odata.type': string; status: string }[] = [];
  for (let path: string | undefined = list + query; path; ) {
    const { status, json, headers } = await stack.send('GET', path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    sessions.push(...(RestoreSessionList.parse(json)['value'] as typeof sessions));
    const next: string | undefined = json['@odata.nextLink'];
    if (next) expect(next).toMatch(`${stack.url}${list}?`);
    path = next && new URL(next).pathname + new URL(next).search;
  }
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(16);
  expect(new Set(sessions.map((session) => session['@odata.type'])).size).toBe(3);
  expect(sessions.map(({ status }) => status)).toContain('failed');
  const calls = await stack.upstream.calls();
  expect(calls.at(-1)?.path).toMatch(/^\/graph\/v1\.0\/solutions\/backupRestore\/sharePointRestoreSessions\?/);
  expect(new Set(calls.map(({ headers }) => headers['prefer']))).toEqual(new Set(['include-unknown-enum-members']));
});

it('R-20 returns who created a session, and logs nobody', async () => {
  const { text } = await stack.send('GET', list);
  expect(text).toContain('"createdBy":{"application"');
  expect(text).toContain('Backup console');
  expect(JSON.stringify(stack.log)).not.toContain('Backup console');
});

it('R-20 follows no link to a collection of anything else', async () => {
  for (const other of ['restorePoints', 'restoreSessions/x', 'siteRestoreSessions']) {
    const link = `${stack.upstream.url}/graph/v1.0/solutions/backupRestore/${other}?$skiptoken=x`;
    await stack.upstream.fault({ api: 'graph', fault: { kind: 'patch', body: { '@odata.nextLink': link } } });
    const { status, json } = await stack.send('GET', list);
    expect([status, json.error.code]).toEqual([502, 'upstream_invalid_response']);
  }
});

it.each(['$filter=x', '$top=0', '$top=all', '$skiptoken=x', '$count=true'])('R-20 refuses %s', async (query) => {
  expect((await stack.send('GET', `${list}?${query}`)).status).toBe(400);
  expect(await stack.upstream.calls()).toEqual([]);
});
