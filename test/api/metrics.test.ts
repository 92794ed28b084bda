import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startStack } from '../support/stack.ts';
import { listEvents, putAuthorization, putJob, readCustomer, toPath, toUnseen } from '../support/valid-requests.ts';
import { type SeenPoint, startCollector } from './collector.ts';

const collector = await startCollector();
afterAll(() => collector.close());
const stack = await startStack({
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '50',
    LIMITS: JSON.stringify({
      arm: {
        bulkhead: { read: { parallel: 1, queue: 5 }, write: { parallel: 5, queue: 5 } },
        rate: { read: { perSecond: 25, burst: 250 } },
      },
    }),
  },
});

type Point = Readonly<Record<string, unknown>>;

/** All metric lines so far. */
const lines = () =>
  stack.alerts.filter((line) => 'metrics' in line) as unknown as {
    metrics: Point[];
    seconds: number;
  }[];

/** Waits until the collector's last metrics have such a point; returns its value. */
async function awaitPoint(metric: string, labels: SeenPoint['labels']): Promise<number> {
  return vi.waitFor(
    () => {
      const found = collector.points.filter((point) => point.metric === metric);
      const point = found.find((one) => Object.entries(labels).every(([name, value]) => one.labels[name] === value));
      if (!point) throw new Error(`${metric} ${JSON.stringify(labels)} not among ${JSON.stringify(found)}`);
      return point.value;
    },
    { timeout: 20_000, interval: 20 },
  );
}

const sendPut = (headers = {}) =>
  stack.send('PUT', toPath(putAuthorization) + putAuthorization.query, { body: putAuthorization.body, headers });

beforeAll(async () => {
  const customer = toPath(readCustomer) + readCustomer.query;
  await stack.send('GET', customer);
  await stack.send('GET', customer, { token: null });
  const unseen = toUnseen(listEvents);
  for (let count = 0; count < 3; count++) await stack.send('GET', toPath(unseen) + unseen.query);
  await stack.upstream.fault({ times: 1, fault: { kind: 'status', status: 502 } });
  await stack.send('GET', customer);
  await stack.upstream.fault({ times: 1, fault: { kind: 'patch', body: { id: null } } });
  await stack.send('GET', customer);
  await stack.upstream.fault({ times: 5, fault: { kind: 'reset', processed: true } });
  await sendPut();
  await stack.upstream.reset();
  const requests = ['1', '2'].map((id) => ({ id, method: 'GET', url: '/nothing' }));
  await stack.send('POST', '/$batch', { body: { requests } });
  await closeGate();
  // What the last request left: such an export has all of them.
  await awaitClosedGate();
});

const awaitClosedGate = () =>
  vi.waitFor(
    async () => expect(await awaitPoint('frontdesk.gate.closed', { upstream: 'arm', kind: 'write' })).toBe(1),
    { timeout: 20_000 },
  );

/** Closes a gate for longer than the tests take, and with it no other of theirs. */
async function closeGate(): Promise<void> {
  await stack.upstream.fault({ times: 1, fault: { kind: 'status', status: 429, headers: { 'retry-after': '600' } } });
  await stack.send('PUT', toPath(putJob) + putJob.query, { body: putJob.body });
}

describe('metrics for an operator', () => {
  it.each<[string, string, SeenPoint['labels'], number]>([
    ['requests by result', 'request.duration', { operation: 'getCustomer', status: 200 }, 2],
    ['batches', 'request.duration', { operation: 'batch', status: 200 }, 1],
    ['cache misses', 'cache.responses', { operation: 'listHealthEvents', state: 'miss' }, 1],
    ['cache hits', 'cache.responses', { operation: 'listHealthEvents', state: 'hit' }, 2],
    ['upstream attempts by status', 'upstream.duration', { upstream: 'businessData', result: '502' }, 1],
  ])('%s', async (_, name, labels, least) => {
    // An export between two requests has only the first.
    await expect.poll(() => awaitPoint(`frontdesk.${name}`, labels)).toBeGreaterThanOrEqual(least);
  });

  it('a closed throttle gate', () => awaitClosedGate());
});

it('no label has a value from a request', () => {
  const all = JSON.stringify([collector.points, lines()]);
  const { subject, tenant, client, requestId } = stack.log.find((record) => record['subject']) ?? {};
  for (const value of [subject, tenant, client, requestId, ...Object.values(readCustomer.values)])
    expect(all).not.toContain(String(value));
});

it('docs/observability.md lists every metric and every label, and no other', () => {
  const documented = new Map(
    Array.from(
      readFileSync('docs/observability.md', 'utf8').matchAll(/^\| `((?:frontdesk|http)\.[\w.]+)` \| \w+ \|([^|]*)\|/gm),
      (row) => [row[1] as string, Array.from((row[2] ?? '').matchAll(/`([\w.]+)`/g), ([, label]) => label).sort()],
    ),
  );
  const seen = new Map<string, Set<string>>();
  for (const { metric, labels } of collector.points) {
    const names = seen.get(metric) ?? new Set();
    for (const name of Object.keys(labels)) names.add(name);
    seen.set(metric, names);
  }
  seen.set('frontdesk.upstream.quota', new Set(['upstream', 'kind']));
  expect([...seen.keys()].sort()).toEqual([...documented.keys()].sort());
  for (const [metric, names] of seen) expect([metric, [...names].sort()]).toEqual([metric, documented.get(metric)]);
});
