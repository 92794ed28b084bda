import { expect, it } from 'vitest';
import { companies, items, tenants } from '../../dev/seed.ts';
import { authorizeModelCopy } from '../../functions/authorize-model-copy.ts';
import { getItem } from '../../functions/get-item.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const params = { companyId: companies.contoso, itemId: items.contoso.bicycle };
const bearer = async (claims: Parameters<typeof stack.issueToken>[0] = {}) => ({
  authorization: `Bearer ${await stack.issueToken(claims)}`,
});

it('serves a plain message, with the request id that the host gave', async () => {
  const serve = serveDirectly(getItem);
  const { status, headers, json, records } = await serve({ params, headers: await bearer() });
  expect([status, json.id, headers['x-ms-request-id']]).toEqual([200, items.contoso.bicycle, 'request-1']);
  expect(records).toEqual([expect.objectContaining({ operation: 'getItem', requestId: 'request-1', status: 200 })]);
});

it('refuses in order: the token before access, access before the request’s own mistakes', async () => {
  const serve = serveDirectly(getItem);
  const bad = { params: { ...params, itemId: 'none' }, rawQuery: 'x=1' };
  const noRole = await bearer({ roles: ['Customers.Read'] });
  const reader = await bearer({ tid: tenants.fabrikam, oid: 'f0', roles: ['Items.Read'] });
  const statuses = await Promise.all([
    serve(bad),
    serve({ ...bad, headers: noRole }),
    serve({ ...bad, headers: await bearer() }),
    serve({ ...bad, headers: reader }),
  ]);
  expect(statuses.map(({ status, json }) => [status, json.error.code])).toEqual([
    [401, 'unauthenticated'],
    [403, 'insufficient_scope'],
    [400, 'invalid_request'],
    [403, 'forbidden'],
  ]);
});

it('reads the body only after access is granted', async () => {
  const serve = serveDirectly(authorizeModelCopy);
  const request = {
    params: {},
    rawQuery: 'api-version=2024-11-30',
    body: { modelId: 'm-1' },
  };
  const json = { 'content-type': 'application/json' };
  const refused = await serve({ ...request, headers: { ...json, ...(await bearer({ roles: [] })) } });
  const granted = await serve({ ...request, headers: { ...json, ...(await bearer()) } });
  expect([refused.status, refused.reads]).toEqual([403, 0]);
  expect([granted.status, granted.reads]).toEqual([200, 1]);
});

it('a failure is a response in the operation’s error format, with the problem in the record', async () => {
  const serve = serveDirectly(getItem);
  const { status, json, records } = await serve({ params: { ...params, itemId: 'x' }, headers: await bearer() });
  expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  expect(records).toEqual([expect.objectContaining({ status: 400, problem: 'invalid_request' })]);
});

it('an unforeseen failure is 500 and never thrown', async () => {
  const serve = serveDirectly(getItem);
  const { status, json, records } = await serve({ params: null as never, headers: await bearer() });
  expect([status, json.error.code]).toEqual([500, 'internal_error']);
  expect(records).toEqual([expect.objectContaining({ problem: 'internal_error', reason: 'TypeError' })]);
});

it('the caller’s correlation id is recorded; one that is none is ignored', async () => {
  const serve = serveDirectly(getItem);
  const headers = await bearer();
  const known = await serve({ params, headers: { ...headers, 'x-ms-client-request-id': 'id-1' } });
  const odd = await serve({ params, headers: { ...headers, 'x-ms-client-request-id': 'a b' } });
  expect([known.records[0]?.['clientRequestId'], odd.records[0]?.['clientRequestId']]).toEqual(['id-1', undefined]);
});
