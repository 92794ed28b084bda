import { beforeEach, expect, it } from 'vitest';
import { companies, items, restoreSessions } from '../../dev/seed.ts';
import { deleteRestoreSession } from '../../functions/delete-restore-session.ts';
import { getItem } from '../../functions/get-item.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();
beforeEach(() => stack.upstream.reset());

const params = { companyId: companies.contoso, itemId: items.contoso.bicycle };
const headers = { authorization: `Bearer ${await stack.issueToken({})}` };

it('the upstream gets the operation’s path, the managed identity’s token and our correlation id', async () => {
  await serveDirectly(getItem)({ params, headers });
  const [call] = await stack.upstream.calls();
  expect(call?.path).toBe(`/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`);
  expect(call?.headers['authorization']).toMatch(/^Bearer /);
  expect(call?.headers['authorization']).not.toBe(headers.authorization);
  expect(call?.headers['x-ms-client-request-id']).toBe('request-1');
});

it('a body that is not edited keeps the upstream’s bytes', async () => {
  const { body } = await serveDirectly(getItem)({ params, headers });
  expect(Buffer.isBuffer(body)).toBe(true);
});

it('the upstream’s status and request id are recorded', async () => {
  await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 404 } });
  const { status, records } = await serveDirectly(getItem)({ params, headers });
  expect(status).toBe(404);
  expect(records).toEqual([expect.objectContaining({ upstreamStatus: 404, upstreamTries: 1 })]);
});

it('a 404 to a repeated DELETE means that an earlier attempt deleted it', async () => {
  await stack.upstream.fault({ api: 'graph', fault: { kind: 'reset', processed: true } });
  const request = { params: { restoreSessionBaseId: restoreSessions.draft }, headers };
  const { status, records } = await serveDirectly(deleteRestoreSession)(request);
  expect([status, records[0]?.['upstreamTries']]).toEqual([204, 2]);
});
