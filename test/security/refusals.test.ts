import { expect, it, vi } from 'vitest';
import { buildItemPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({
  settings: {
    REFUSAL_LOG_LIMIT: JSON.stringify({ perSecond: 0.001, burst: 3 }),
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  },
  expectedAlerts: ['refused'],
});

it('A73 a flood without valid tokens hides no record: the first are recorded, the others counted by reason', async () => {
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
  }, 10_000);
  const reasons = new Set(counted.flatMap((line) => Object.keys(line.reasons)));
  expect([...reasons].sort()).toEqual([expect.stringMatching(/^invalid_token ERR_\w+$/), 'unauthenticated']);

  const count401s = () =>
    stack.alerts
      .flatMap(({ metrics }) => (metrics ?? []) as Record<string, unknown>[])
      .filter(({ name, status }) => name === 'frontdesk.request.duration' && status === 401)
      .reduce((sum, { count }) => sum + Number(count), 0);
  await vi.waitFor(() => expect(count401s()).toBe(20), 10_000);
});
