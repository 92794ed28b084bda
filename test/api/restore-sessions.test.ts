import { describe, expect, it } from 'vitest';
import { restoreSessions } from '../../dev/seed.ts';
import { RestoreSession, RestoreSessionList } from '../../tools/openapi/contracts/backup-restore.ts';
import { BackupRestoreError } from '../../tools/openapi/error-schemas.ts';
import { buildSessionPath } from '../support/builders.ts';
import { readPages } from '../support/list-tests.ts';
import { listFailures, startStack } from '../support/stack.ts';

const stack = await startStack();

const { secondDraft, ...byStatus } = restoreSessions;
const { draft, ...others } = byStatus;

describe('a deletion', () => {
  const remove = (restoreSessionBaseId: string = draft, query = '') =>
    stack.send('DELETE', buildSessionPath({ restoreSessionBaseId }, query));

  // Also S3-62.
  it.each([draft, secondDraft])(
    'deletes the draft restore session %s: 204 with no body (S3-39, S3-40, C-37)',
    async (id) => {
      const { status, headers, text } = await remove(id);
      expect([status, text]).toEqual([204, '']);
      expect(headers).not.toHaveProperty('content-type');
      const path = `/graph/v1.0/solutions/backupRestore/restoreSessions/${id}`;
      const calls = await stack.upstream.calls();
      expect(calls).toMatchObject([{ method: 'DELETE', path, body: '' }]);
      expect(calls[0]?.headers).not.toHaveProperty('content-type');
      expect((await remove(id)).status).toBe(404);
    },
  );

  it.each(Object.entries(others))(
    'deletes drafts only: relays the refusal of one that is %s (S3-16, C-35)',
    async (_, id) => {
      const { status, headers, json } = await remove(id);
      expect([status, headers['x-frontdesk-outcome']]).toEqual([403, 'rejected']);
      expect(BackupRestoreError.parse(json).error).toMatchObject({ code: 'RestoreSessionActionNotAllowed' });
    },
  );

  it('is refused by the upstream if the id is not a session id (C-36)', async () => {
    const { status, json } = await remove('a%20b');
    expect([status, json.error.code]).toEqual([400, 'InvalidRestoreSessionId']);
  });

  it('has an error with code, message, innerError and details, which list everything invalid (C-32)', async () => {
    const response = await remove('a%2Fb', 'api-version=1');
    const { 'x-ms-request-id': id } = response.headers;
    expect(response.status).toBe(400);
    expect(BackupRestoreError.parse(response.json).error).toEqual({
      code: 'invalid_request',
      message: 'The request is not valid.',
      details: expect.any(Array),
      innerError: { date: expect.any(String), 'request-id': id, 'client-request-id': id },
    });
    expect(listFailures(response)).toEqual([
      expect.stringMatching(/^restoreSessionBaseId: must contain only letters/),
      'api-version: is not a parameter of this operation',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

it('Graph’s names lead to its request id and to the caller’s, also in an error (C-51)', async () => {
  const headers = { 'client-request-id': 'portal.42' };
  const get = (id: string, request = {}) => stack.send('GET', buildSessionPath({ restoreSessionBaseId: id }), request);
  for (const id of [draft, 'unknown']) {
    const response = await get(id, { headers });
    const upstream = response.headers['x-frontdesk-upstream-request-id'];
    expect(upstream).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers).toMatchObject({ 'request-id': upstream, ...headers });
    expect((await stack.lastCall())?.headers).toMatchObject(headers);
    expect(response.json.error?.innerError).toEqual(
      id === 'unknown' ? expect.objectContaining({ 'request-id': expect.any(String), ...headers }) : undefined,
    );
  }
  expect((await get('unknown')).headers['client-request-id']).toMatch(/^[\da-f-]{36}$/);
});

it.each(Object.entries(byStatus))('a read returns a session that is %s (R-04)', async (status, id) => {
  const { status: code, headers, json } = await stack.send('GET', buildSessionPath({ restoreSessionBaseId: id }));
  expect([code, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(RestoreSession.parse(json)).toMatchObject({
    id,
    status,
    createdDateTime: expect.stringMatching(/T09:30:03\.45Z$/),
  });
});

describe('a list', () => {
  const list = '/solutions/backupRestore/restoreSessions';

  it.each(['', '?$top=4'])(
    'leads through all pages%s, whose links lead to another collection (R-20)',
    async (query) => {
      const sessions: { id: string; '@odata.type': string; status: string }[] = [];
      for (const { json, headers } of await readPages(stack, list + query)) {
        expect(headers['cache-control']).toBe('no-store');
        sessions.push(...(RestoreSessionList.parse(json)['value'] as typeof sessions));
        expect(json['@odata.nextLink'] ?? `${stack.url}${list}?`).toMatch(`${stack.url}${list}?`);
      }
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(16);
      expect(new Set(sessions.map((session) => session['@odata.type'])).size).toBe(3);
      expect(sessions.map(({ status }) => status)).toContain('failed');
      const calls = await stack.upstream.calls();
      expect(calls.at(-1)?.path).toMatch(/^\/graph\/v1\.0\/solutions\/backupRestore\/sharePointRestoreSessions\?/);
      expect(new Set(calls.map(({ headers }) => headers['prefer']))).toEqual(new Set(['include-unknown-enum-members']));
    },
  );

  it('returns who created a session, and logs nobody (R-20)', async () => {
    const { text } = await stack.send('GET', list);
    expect(text).toContain('"createdBy":{"application"');
    expect(text).toContain('Backup console');
    expect(JSON.stringify(stack.log)).not.toContain('Backup console');
  });

  it('follows no link to a collection of anything else (R-20)', async () => {
    for (const other of ['restorePoints', 'restoreSessions/x', 'siteRestoreSessions']) {
      const link = `${stack.upstream.url}/graph/v1.0/solutions/backupRestore/${other}?$skiptoken=x`;
      await stack.upstream.fault({ api: 'graph', fault: { kind: 'patch', body: { '@odata.nextLink': link } } });
      const { status, json } = await stack.send('GET', list);
      expect([status, json.error.code]).toEqual([502, 'upstream_invalid_response']);
    }
  });
});
