import { describe, expect, it } from 'vitest';
import { restoreSessions } from '../../dev/seed.ts';
import { BackupRestoreError } from '../../tools/openapi/error-schemas.ts';
import { buildSessionPath } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const remove = (restoreSessionBaseId: string = restoreSessions.draft, query = '') =>
  stack.send('DELETE', buildSessionPath({ restoreSessionBaseId }, query));
const { draft, secondDraft, ...others } = restoreSessions;

describe('document 3, Endpoints 2', () => {
  it.each([draft, secondDraft])(
    'S3-39, S3-40, S3-62 deletes the draft restore session %s: 204 with no body',
    async (id) => {
      const { status, headers, text } = await remove(id);
      expect([status, text]).toEqual([204, '']);
      expect(headers).not.toHaveProperty('content-type');
      const calls = await stack.upstream.calls();
      expect(calls).toMatchObject([
        { method: 'DELETE', path: `/graph/v1.0/solutions/backupRestore/restoreSessions/${id}`, body: '' },
      ]);
      expect(calls[0]?.headers).not.toHaveProperty('content-type');
    },
  );

  it.each(Object.entries(others))(
    'S3-16, C-35 deletes drafts only: relays the refusal of one that is %s',
    async (_, id) => {
      const { status, headers, json } = await remove(id);
      expect([status, headers['x-frontdesk-outcome']]).toEqual([403, 'rejected']);
      expect(BackupRestoreError.parse(json).error).toMatchObject({ code: 'RestoreSessionActionNotAllowed' });
    },
  );

  it('C-37, C-60 is sent once: the outcome of one whose response is lost is unknown', async () => {
    await stack.upstream.fault({ api: 'graph', fault: { kind: 'reset', processed: true } });
    const { status, headers } = await remove();
    expect([status, headers['x-frontdesk-outcome']]).toEqual([502, 'unknown']);
    expect(await stack.upstream.calls()).toHaveLength(1);
  });

  it('C-36 is refused by the upstream if the id is not a session id', async () => {
    const { status, json } = await remove('a%20b');
    expect([status, json.error.code]).toEqual([400, 'InvalidRestoreSessionId']);
  });

  it('C-32 has an error with code, message, innerError and details, which list everything invalid', async () => {
    const response = await remove('a%2Fb', 'api-version=1');
    expect(response.status).toBe(400);
    expect(BackupRestoreError.parse(response.json)).toEqual({
      error: {
        code: 'invalid_request',
        message: 'The request is not valid.',
        details: expect.any(Array),
        innerError: { date: expect.any(String), 'request-id': response.headers['x-ms-request-id'] },
      },
    });
    expect(listFailures(response)).toEqual([
      expect.stringMatching(/^restoreSessionBaseId: must contain only letters/),
      'api-version: is not a parameter of this operation',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
