import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SPAN_MEMBERS, STAGE_MEMBERS } from '../../lib/observability/request-record.ts';
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
  // What the last request left: such an export has all of them. Values: test/unit/observability/metrics.test.ts.
  const isClosed = ({ metric, labels, value }: SeenPoint) =>
    metric === 'frontdesk.gate.closed' && labels['upstream'] === 'arm' && labels['kind'] === 'write' && value === 1;
  await vi.waitFor(() => expect(collector.points.some(isClosed)).toBe(true), { timeout: 20_000 });
});

/** Closes a gate for longer than the tests take, and with it no other of theirs. */
async function closeGate(): Promise<void> {
  await stack.upstream.fault({ times: 1, fault: { kind: 'status', status: 429, headers: { 'retry-after': '600' } } });
  await stack.send('PUT', toPath(putJob) + putJob.query, { body: putJob.body });
}

it('no label has a value from a request', () => {
  const all = JSON.stringify([collector.points, stack.alerts.filter((line) => 'metrics' in line)]);
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
  seen.set('frontdesk.upstream.quota', new Set(['upstream', 'kind', 'scope']));
  expect([...seen.keys()].sort()).toEqual([...documented.keys()].sort());
  for (const [metric, names] of seen) expect([metric, [...names].sort()]).toEqual([metric, documented.get(metric)]);
});

it('docs/observability.md lists every stage and wait', () => {
  const [, meaning = ''] = /`stage` \|(.*)/.exec(readFileSync('docs/observability.md', 'utf8')) ?? [];
  const documented = Array.from(meaning.matchAll(/`(\w+)`/g), ([, name]) => name);
  expect([...new Set(documented)]).toEqual(Object.keys({ ...STAGE_MEMBERS, ...SPAN_MEMBERS }));
});
