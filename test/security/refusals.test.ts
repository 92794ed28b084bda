/** Which requests have their own record. How the others are counted: test/unit/observability/request-record.test.ts. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildItemPath } from '../support/builders.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack, type TestRequest } from '../support/stack.ts';
import { putJob, readCustomer, readItem, searchPoints, toPath } from '../support/valid-requests.ts';

const stack = await startStack({
  settings: {
    LIMITS: JSON.stringify({ refusalRecords: { perSecond: 0.001, burst: 3 } }),
  },
  expectedAlerts: ['count'],
});

it('one caller’s refusals, parts of batches among them, are recorded up to its rate; what it did stays (A73)', async () => {
  const oid = randomUUID();
  const claims = { oid, sub: oid, roles: [readItem.role, putJob.role] };
  const own = () => stack.log.filter(({ subject }) => subject === oid);
  const url = toPath(readItem);
  const requests = Array.from({ length: 20 }, (_, id) => ({
    id: `${id}`,
    method: 'GET',
    url: id % 2 ? `${url}?x=1` : '/x',
  }));
  const batch = { ...searchPoints, method: 'POST', template: '/$batch', body: { requests } } as const;
  for (let round = 0; round < 5; round++) {
    expect((await sendChanged(stack, batch, { claims })).status).toBe(200);
    expect((await sendChanged(stack, readCustomer, { claims })).status).toBe(403);
    expect((await sendChanged(stack, putJob, { claims })).status).toBeLessThan(300);
  }
  const operations = own().map(({ operation, status }) => `${operation} ${Number(status) < 300}`);
  const done = ['batch true', 'createOrReplaceStreamingJob true'];
  expect(operations.filter((one) => done.includes(one))).toHaveLength(10);
  expect(operations.filter((one) => !done.includes(one))).toHaveLength(3);
});

it('a flood without valid tokens hides no record, whatever its requests are like: the first are recorded (A73)', async () => {
  const send = (token?: string | null) => stack.send('GET', buildItemPath(), token === undefined ? {} : { token });
  const logged = stack.log.length;
  expect((await send()).status).toBe(200);
  for (const token of Array.from({ length: 10 }, () => [null, 'a.b.c']).flat())
    expect((await send(token)).status).toBe(401);
  expect((await send()).status).toBe(200);
  expect(stack.log.slice(logged).map(({ status }) => status)).toEqual([200, 401, 401, 401, 200]);

  // What the request is like is checked later.
  const before = stack.log.length;
  const path = buildItemPath();
  const requests: readonly (readonly [method: string, path: string, request: TestRequest])[] = [
    ['GET', `${path}?canary=1`, {}],
    ['GET', path.replace(/items\(.*/, 'items(canary)'), {}],
    ['GET', '/operations/canary', {}],
    ['POST', '/solutions/backupRestore/restorePoints/search', { body: '{' }],
    ['POST', '/solutions/backupRestore/restorePoints/search', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['POST', '/solutions/backupRestore/restorePoints/search', { headers: { 'transfer-encoding': 'chunked' } }],
    ['POST', '/vendor-docs/documentModels:authorizeCopy?api-version=1', { body: { modelId: 'm'.repeat(70_000) } }],
    // The host's own, which has no function for it.
    ['PATCH', path, {}],
    ['GET', '/canary', {}],
  ];
  const statuses: number[] = [];
  for (const [method, to, request] of requests)
    statuses.push((await stack.send(method, to, { ...request, token: null })).status);
  expect(statuses).toEqual([...Array(7).fill(401), 404, 404]);
  expect(stack.log.length).toBe(before);
});
