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
    ARM_LIMITS: JSON.stringify({
      bulkhead: { read: { parallel: 1, queue: 5 }, write: { parallel: 5, queue: 5 } },
      rate: {},
    }),
  },
});

type Point = Readonly<Record<string, unknown>>;

/** Every line of metrics so far. */
const lines = () =>
  stack.alerts.filter((line) => 'metrics' in line) as unknown as {
    metrics: Point[];
    seconds: number;
  }[];

/** Waits until the collector's last metrics hold such a point; answers its value. */
async function awaitPoint(metric: string, labels: SeenPoint['labels']): Promise<number> {
  return vi.waitFor(
    () => {
      const found = collector.points.filter((point) => point.metric === metric);
      const point = found.find((one) => Object.entries(labels).every(([name, value]) => one.labels[name] === value));
      if (!point) throw new Error(`${metric} ${JSON.stringify(labels)} not among ${JSON.stringify(found)}`);
      return point.value;
    },
    { timeout: 5_000, interval: 20 },
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
  await stack.upstream.fault({ times: 1, fault: { kind: 'status', status: 503 } });
  await stack.send('GET', customer);
  await stack.upstream.fault({ times: 5, fault: { kind: 'reset', processed: true } });
  await sendPut();
  await stack.upstream.reset();
});

describe('metrics answer an operator’s questions', () => {
  it.each<[string, string, SeenPoint['labels'], number]>([
    ['how many requests, and how they end', 'request.duration', { operation: 'getCustomer', status: 200 }, 2],
    ['why they fail', 'request.duration', { operation: 'getCustomer', status: 401, problem: 'unauthenticated' }, 1],
    ['what the cache does: a miss', 'cache.replies', { operation: 'listHealthEvents', state: 'miss' }, 1],
    ['what the cache does: a hit', 'cache.replies', { operation: 'listHealthEvents', state: 'hit' }, 2],
    ['how the upstreams answer', 'upstream.duration', { upstream: 'businessData', result: '503' }, 1],
    ['how calls to them fail', 'upstream.duration', { upstream: 'arm', result: 'reset' }, 1],
    ['how often is tried again', 'upstream.retries', { upstream: 'businessData' }, 1],
    [
      'what became of failed writes',
      'writes.failed',
      { operation: 'createOrUpdateAuthorization', outcome: 'unknown' },
      1,
    ],
  ])('%s', async (_, name, labels, least) => {
    // A count is sent as it stands: what was sent between two requests holds the first alone.
    await vi.waitFor(async () => expect(await awaitPoint(`frontdesk.${name}`, labels)).toBeGreaterThanOrEqual(least), {
      timeout: 5_000,
    });
  });

  it.each(['verify', 'access', 'parse', 'answer', 'table', 'token', 'upstream'])(
    'how long the stage %s takes',
    async (stage) => {
      expect(await awaitPoint('frontdesk.stage.duration', { stage })).toBeGreaterThan(0);
    },
  );

  it('what the management API still grants', async () => {
    const unseen = toUnseen(listEvents);
    await stack.send('GET', toPath(unseen) + unseen.query);
    const granted = await vi.waitFor(
      () => {
        const points = lines().flatMap(({ metrics }) => metrics);
        const point = points.find(({ name, kind }) => name === 'frontdesk.upstream.quota' && kind === 'read');
        expect(point).toBeDefined();
        return point;
      },
      { timeout: 5_000, interval: 20 },
    );
    expect(granted).toMatchObject({ upstream: 'arm', value: 199 });
  });

  it('how old the managed identity’s tokens are, and how long they are good for', async () => {
    const scope = process.env['ARM_SCOPE'] ?? '';
    expect(await awaitPoint('frontdesk.token.age', { scope })).toBeLessThan(600);
    expect(await awaitPoint('frontdesk.token.remaining', { scope })).toBeGreaterThan(60);
  });

  it('who waits in a queue', async () => {
    await stack.upstream.fault({ times: 1, fault: { kind: 'delay', ms: 500 } });
    const sent = [toUnseen(listEvents), toUnseen(listEvents)].map((each) =>
      stack.send('GET', toPath(each) + each.query),
    );
    const labels = { upstream: 'arm', kind: 'read' };
    await vi.waitFor(async () => expect(await awaitPoint('frontdesk.bulkhead.waiting', labels)).toBe(1), {
      timeout: 5_000,
    });
    expect(await awaitPoint('frontdesk.bulkhead.inside', labels)).toBe(1);
    await Promise.all(sent);
  });

  it('whether a throttle gate is closed', async () => {
    await stack.upstream.fault({ times: 1, fault: { kind: 'status', status: 429, headers: { 'retry-after': '120' } } });
    await stack.send('PUT', toPath(putJob) + putJob.query, { body: putJob.body });
    await vi.waitFor(
      async () => expect(await awaitPoint('frontdesk.gate.closed', { upstream: 'arm', kind: 'write' })).toBe(1),
      { timeout: 5_000 },
    );
  });

  it('whether a breaker is open', async () => {
    await stack.upstream.fault({ times: 50, fault: { kind: 'reset' } });
    const customer = toPath(readCustomer) + readCustomer.query;
    for (let count = 0; count < 6; count++) await stack.send('GET', customer);
    await vi.waitFor(
      async () =>
        expect(await awaitPoint('frontdesk.breaker.open', { upstream: 'businessData', kind: 'read' })).toBe(1),
      { timeout: 5_000 },
    );
  });
});

it('the same stands in the log, for whoever has no collector', () => {
  const points = lines().flatMap(({ metrics }) => metrics);
  const count = (labels: Point) =>
    points
      .filter((point) => Object.entries(labels).every(([name, value]) => point[name] === value))
      .reduce((sum, point) => sum + Number(point['count'] ?? point['value']), 0);
  expect(count({ name: 'frontdesk.request.duration', operation: 'getCustomer', status: 401 })).toBe(1);
  expect(count({ name: 'frontdesk.cache.replies', state: 'hit' })).toBe(2);
});

it('no label takes a value of a request', () => {
  const all = JSON.stringify([collector.points, lines()]);
  const { subject, tenant, client, requestId } = stack.log.find((record) => record['subject']) ?? {};
  for (const value of [subject, tenant, client, requestId, ...Object.values(readCustomer.values)])
    expect(all).not.toContain(String(value));
});

it('docs/telemetry.md lists every metric and every label, and no other', () => {
  const documented = new Map(
    Array.from(
      readFileSync('docs/telemetry.md', 'utf8').matchAll(/^\| `(frontdesk\.[\w.]+)` \| \w+ \|([^|]*)\|/gm),
      (row) => [row[1] as string, Array.from((row[2] ?? '').matchAll(/`(\w+)`/g), ([, label]) => label).sort()],
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

it('the collector takes everything', () => {
  expect(collector.faults).toEqual([]);
});
