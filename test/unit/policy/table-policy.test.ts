import { expect, it, onTestFinished, vi } from 'vitest';
import type { Entity, TableClient } from '../../../lib/cache/table-client.ts';
import { SafeError } from '../../../lib/http/problem.ts';
import { joinText, openPolicy, TablePolicy } from '../../../lib/policy/table-policy.ts';
import { createManualClock } from '../../support/clocks.ts';
import { oddCalls, spoilCall } from '../../support/odd-calls.ts';

const HOUR = 3_600_000;
const toDocument = (resource: string) => ({ grants: [{ roles: ['Items.Read'], resources: [resource] }] });
const one = toDocument('/companies/c1');
const two = toDocument('/companies/c2');

/** A table at the edge: one row, or an error; counts looks (of the version only) and reads. */
function open(document?: unknown) {
  const clock = createManualClock(1_000_000);
  const alerts: unknown[] = [];
  const reasons: unknown[] = [];
  const reports: unknown[] = [];
  const calls = { looks: 0, reads: 0 };
  const table = {
    row: undefined as Entity | undefined,
    /** Of every version that was pushed. */
    versions: new Set<string>(),
    error: undefined as Error | undefined,
    held: undefined as Promise<void> | undefined,
    /** Runs each call that is not held. */
    run: async <T>(call: () => T): Promise<T> => call(),
  };
  let tags = 0;
  const write = (text: string, version = ++tags) => {
    table.versions.add(`v${String(version).padStart(10, '0')}`);
    table.row = {
      partitionKey: 'policy',
      rowKey: 'current',
      etag: `tag-${++tags}`,
      version,
      changedBy: 'ann',
      text0: text,
    };
  };
  const read = (row: string) => (row === 'current' ? table.row : table.versions.has(row) ? ({} as Entity) : undefined);
  const get: TableClient['get'] = async (_partition, row, _ms, select) => {
    if (row === 'current') calls[select?.join() === 'version' ? 'looks' : 'reads']++;
    await table.held;
    if (table.error) throw table.error;
    return table.run(() => read(row));
  };
  const close = vi.fn(async () => {});
  const policy = new TablePolicy({ get, close } as unknown as TableClient, {
    clock,
    alert: (...alerted) => {
      alerts.push(alerted.slice(0, 2).join(' '));
      reasons.push(alerted[2]);
    },
    report: (record) => reports.push(record),
  });
  if (document) write(JSON.stringify(document));
  const refreshAfter = (ms: number) => {
    clock.time += ms;
    return policy.refresh();
  };
  return { clock, alerts, reasons, reports, calls, table, write, close, policy, refreshAfter };
}

it('nothing is allowed before the first policy was read; all that wait share one read', async () => {
  const { policy, calls, reports, close } = open(one);
  expect(() => policy.current()).toThrow(expect.objectContaining({ type: 'policy_unavailable' }));
  expect(policy.limits()).toBeUndefined();
  await Promise.all([policy.refresh(), policy.refresh()]);
  expect(policy.current()).toEqual(one);
  expect(calls).toEqual({ looks: 0, reads: 1 });
  expect(reports).toEqual([{ policyVersion: 1, changedBy: 'ann' }]);
  await policy.close();
  expect(close).toHaveBeenCalledOnce();
});

it('P-29 an unchanged policy is looked at, not read: never in the first 20 s, always before it is 30 s old', async () => {
  const { policy, calls, refreshAfter } = open(one);
  await policy.refresh();
  await refreshAfter(19_999);
  expect(calls).toEqual({ looks: 0, reads: 1 });
  await refreshAfter(10_001);
  expect(calls).toEqual({ looks: 1, reads: 1 });
});

it('P-29 instances look at different times, up to 27 s', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.999);
  onTestFinished(() => random.mockRestore());
  const { policy, calls, refreshAfter } = open(one);
  await policy.refresh();
  await refreshAfter(26_900);
  expect(calls.looks).toBe(0);
  await refreshAfter(100);
  expect(calls.looks).toBe(1);
});

it('P-29 a change is in force for the first request after 30 s, and for those that come meanwhile', async () => {
  const { policy, clock, write } = open(one);
  await policy.refresh();
  write(JSON.stringify(two));
  clock.time += 30_000;
  await Promise.all([policy.refresh(), policy.refresh().then(() => expect(policy.current()).toEqual(two))]);
});

it('a look that is due, but not overdue, holds up no request', async () => {
  const { policy, table, refreshAfter } = open(one);
  await policy.refresh();
  table.held = new Promise(() => {});
  await refreshAfter(29_999);
  expect(policy.current()).toEqual(one);
});

it.each([
  ['is not JSON', '{'],
  ['is invalid', JSON.stringify({ grants: [] })],
  ['has no text', ''],
])('a row that %s leaves the last valid policy in force and raises an alert until it is mended', async (_, text) => {
  const { policy, write, alerts, calls, refreshAfter } = open(one);
  await policy.refresh();
  write(text);
  for (let look = 1; look <= 2; look++) {
    await refreshAfter(30_000);
    expect(policy.current()).toEqual(one);
    expect(alerts).toEqual(Array(look).fill('policy_invalid table'));
  }
  expect(calls).toEqual({ looks: 2, reads: 2 });
  write(JSON.stringify(two));
  await refreshAfter(30_000);
  expect(policy.current()).toEqual(two);
  expect(alerts).toHaveLength(2);
});

it('P-29 a deleted row denies everybody at the next look, until a policy is pushed', async () => {
  const { policy, write, alerts, reasons, table, refreshAfter } = open(one);
  await policy.refresh();
  table.row = undefined;
  await refreshAfter(30_000);
  expect(() => policy.current()).toThrow(expect.objectContaining({ type: 'policy_unavailable' }));
  expect([alerts, reasons[0]]).toEqual([['policy_invalid table'], new SafeError('The table has no policy.')]);
  table.versions.clear();
  write(JSON.stringify(two), 1);
  await refreshAfter(1_000);
  expect(policy.current()).toEqual(two);
});

it.each<[string, (opened: ReturnType<typeof open>) => void]>([
  ['whose table fails', ({ table }) => Object.assign(table, { error: new Error('down') })],
  ['in whose place is an invalid one', ({ write }) => write('{')],
  ['in whose place is an older one', ({ write }) => write(JSON.stringify(two), 3)],
])('P-29 a policy %s denies after 24 hours, with alerts from the first look', async (_, damage) => {
  const opened = open();
  const { policy, clock, alerts, write, refreshAfter } = opened;
  write(JSON.stringify(one), 7);
  await policy.refresh();
  damage(opened);
  const endsAt = clock.time + 24 * HOUR;
  for (; clock.time < endsAt; clock.time += HOUR / 2) {
    expect(policy.current()).toEqual(one);
    await policy.refresh();
    // Nobody waits for a table that fails.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(alerts.length).toBeGreaterThanOrEqual(47);
  expect(() => policy.current()).toThrow(expect.objectContaining({ type: 'policy_unavailable' }));
  Object.assign(opened.table, { error: undefined });
  write(JSON.stringify(two), 8);
  await refreshAfter(1_000);
  expect(policy.current()).toEqual(two);
});

it.each(['this instance has seen the later one', 'another instance has'])(
  'P-29 an older version that was put back is not taken, and alerted; a rollback is a new version: %s',
  async (seen) => {
    const { policy, write, alerts, reasons, refreshAfter } = open();
    write(JSON.stringify(one), 4);
    if (seen.startsWith('this')) await policy.refresh();
    else write(JSON.stringify(two), 5);
    write(JSON.stringify(two), seen.startsWith('this') ? 3 : 4);
    await refreshAfter(30_000);
    if (seen.startsWith('this')) expect(policy.current()).toEqual(one);
    else expect(() => policy.current()).toThrow(expect.objectContaining({ type: 'policy_unavailable' }));
    expect(alerts).toEqual(['policy_invalid table']);
    expect(reasons).toMatchObject([{ message: expect.stringContaining('only a rollback') }]);
    write(JSON.stringify(two), 6);
    await refreshAfter(30_000);
    expect(policy.current()).toEqual(two);
  },
);

it.each([
  ['missing', undefined],
  ['invalid', '{}'],
  ['in a table that fails', JSON.stringify(one)],
])('a first policy that is %s allows nothing, and is looked for every second', async (state, text) => {
  const { policy, write, alerts, table, refreshAfter } = open();
  if (text) write(text);
  if (state === 'in a table that fails') table.error = new Error('down');
  await policy.refresh();
  expect(alerts).toEqual([table.error ? 'policy_unavailable table' : 'policy_invalid table']);
  Object.assign(table, { error: undefined });
  write(JSON.stringify(two));
  await refreshAfter(999);
  expect(() => policy.current()).toThrow(expect.objectContaining({ status: 503, headers: { 'retry-after': '1' } }));
  await refreshAfter(1);
  expect(policy.current()).toEqual(two);
});

it('a table that fails keeps the policy; only the first request waits for it, and a second later it is tried again', async () => {
  const { policy, table, calls, alerts, refreshAfter } = open(one);
  await policy.refresh();
  table.error = new Error('down');
  await refreshAfter(30_000);
  expect([policy.current(), alerts]).toEqual([one, ['policy_unavailable table']]);
  table.held = new Promise(() => {});
  await refreshAfter(999);
  expect(calls.looks).toBe(1);
  await refreshAfter(1);
  expect(calls.looks).toBe(2);
});

it.each(oddCalls)(
  'P-29 call $n of the table $mishap: 35 s later a revoked grant is gone, and a start has a policy',
  async ({ n, mishap }) => {
    for (const isStart of [true, false]) {
      const { policy, table, write, refreshAfter } = open(one);
      const odd = spoilCall(n, mishap, { limitMs: 3, lateMs: 3 });
      Object.assign(table, { run: odd });
      if (!isStart) await policy.refresh();
      odd.start();
      write(JSON.stringify(two));
      for (let second = 1; second <= 35; second++) {
        await refreshAfter(1_000);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      expect(policy.current()).toEqual(two);
    }
  },
);

it('P-29 a row is judged again when the later version beside it is gone, and at once where there is no policy', async () => {
  for (const isStart of [true, false]) {
    const { policy, table, write, refreshAfter, alerts } = open(one);
    if (!isStart) await policy.refresh();
    write(JSON.stringify(two));
    const later = `v${String(Number(table.row?.['version']) + 1).padStart(10, '0')}`;
    table.versions.add(later);
    await refreshAfter(30_000);
    expect(alerts).toEqual(['policy_invalid table']);
    table.versions.delete(later);
    await refreshAfter(1_000);
    await vi.waitFor(() => expect(policy.current()).toEqual(two));
  }
});

it('P-29 after a failed look and a quiet time the first request waits for the policy in force', async () => {
  const { policy, table, write, refreshAfter } = open(one);
  await policy.refresh();
  table.error = new Error('down');
  await refreshAfter(30_000);
  Object.assign(table, { error: undefined });
  write(JSON.stringify(two));
  await refreshAfter(30_000);
  expect(policy.current()).toEqual(two);
});

it('a document is put together from the properties of its row, in order', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`text${index}`, String.fromCharCode(97 + index)]),
  );
  expect(joinText({ rowKey: 'current', ...texts, text20: 'x' })).toBe('abcdefghijkl');
});

it('opens what the setting says: a text is in force at once, a table when it was read', async () => {
  const alerts: unknown[][] = [];
  const parts = {
    clock: createManualClock(1_000_000, 1 / 20),
    alert: (...all: unknown[]) => alerts.push(all),
    report: () => {},
  };
  // Nobody listens there.
  const connectionString =
    'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/a;';
  const address = { connectionString, name: 'cache' };
  const text = openPolicy(JSON.stringify(one), address, parts);
  expect(text.current()).toEqual(one);
  const table = openPolicy('table:policy', address, parts);
  await table.refresh();
  expect(() => table.current()).toThrow(expect.objectContaining({ type: 'policy_unavailable' }));
  // In another account than the cache.
  const cache = { url: 'https://cache.invalid', name: 'cache', getToken: async () => ({ token: 't' }) };
  const other = openPolicy('table:https://policy.invalid/policy', cache, parts);
  const same = openPolicy('table:policy', cache, parts);
  for (const policy of [other, same]) await policy.refresh();
  expect(alerts.map(([name, , error]) => [name, (error as { hostname?: string }).hostname])).toEqual([
    ['policy_unavailable', undefined],
    ['policy_unavailable', 'policy.invalid'],
    ['policy_unavailable', 'cache.invalid'],
  ]);
  await Promise.all([text, table, other, same].map((policy) => policy.close()));
});
