import { expect, it, vi } from 'vitest';
import { buildItemPath } from '../support/builders.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({
  settings: {
    LIMITS: JSON.stringify({ refusalRecords: { perSecond: 0.001, burst: 3 } }),
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  },
  expectedAlerts: ['refused'],
});

it('A73 a flood without valid tokens hides no record, whatever its requests are like: the first are recorded, the others counted by reason', async () => {
  const send = (token?: string | null) => stack.send('GET', buildItemPath(), token === undefined ? {} : { token });
  expect((await send()).status).toBe(200);
  for (const token of Array.from({ length: 10 }, () => [null, 'a.b.c']).flat())
    expect((await send(token)).status).toBe(401);
  expect((await send()).status).toBe(200);
  expect(stack.log.map(({ status }) => status)).toEqual([200, 401, 401, 401, 200]);

  const counted = await vi.waitFor(() => {
    const lines = stack.alerts.filter((line) => 'refused' in line) as { reasons: Record<string, number> }[];
    const counts = lines.flatMap(({ reasons }) => Object.values(reasons));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(17);
    return lines;
  }, 20_000);
  const reasons = new Set(counted.flatMap((line) => Object.keys(line.reasons)));
  expect([...reasons].sort()).toEqual([expect.stringMatching(/^invalid_token ERR_\w+$/), 'unauthenticated']);

  const count401s = () =>
    stack.alerts
      .flatMap(({ metrics }) => (metrics ?? []) as Record<string, unknown>[])
      .filter(({ name, status }) => name === 'frontdesk.request.duration' && status === 401)
      .reduce((sum, { count }) => sum + Number(count), 0);
  await vi.waitFor(() => expect(count401s()).toBe(20), 20_000);

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
