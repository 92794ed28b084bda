import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStack } from '../support/stack.ts';
import { readCustomer, searchPoints, toPath, type ValidRequest } from '../support/valid-requests.ts';
import { type SeenSpan, startCollector } from './collector.ts';

const SERVER = 2;
const CLIENT = 3;

const collector = await startCollector();
// The app closes first and exports what is left.
afterAll(() => collector.close());
const stack = await startStack({
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20secret,x-other=1',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '3600000',
  },
});

/** Of the test. */
let TRACE = '';
const CALLER_SPAN = 'b7ad6b7169203331';
const path = toPath(readCustomer) + readCustomer.query;

beforeEach(async () => {
  TRACE = randomUUID().replaceAll('-', '');
  await stack.upstream.reset();
  collector.spans.length = 0;
});

/** Waits for the server span, the last of a request. */
async function awaitTrace(): Promise<readonly SeenSpan[]> {
  const find = () => collector.spans.filter((span) => span.traceId === TRACE);
  await vi.waitFor(() => expect(find().some(({ kind }) => kind === SERVER)).toBe(true), {
    timeout: 20_000,
    interval: 20,
  });
  return find();
}

const single = <T>(found: readonly T[]): T => {
  expect(found).toHaveLength(1);
  return found[0] as T;
};

describe('a trace, from the caller to the upstream', () => {
  it('a retried request: the caller’s trace has the request and both attempts, whose ids the upstream received', async () => {
    await stack.upstream.fault({ times: 1, fault: { kind: 'status', status: 502 } });
    const { status } = await stack.send('GET', path, {
      headers: {
        traceparent: `00-${TRACE}-${CALLER_SPAN}-01`,
        tracestate: 'congo=t61rcWkgMzE',
        'x-ms-client-request-id': 'portal.42',
      },
    });
    expect(status).toBe(200);
    const spans = await awaitTrace();
    const server = single(spans.filter(({ kind }) => kind === SERVER));
    // What a span says of its request: test/unit/observability/spans.test.ts.
    expect(server).toMatchObject({ parentId: CALLER_SPAN, state: 'congo=t61rcWkgMzE', hasFailed: false });
    expect(server.attributes['frontdesk.request_id']).toBe(stack.log.at(-1)?.['requestId']);
    const attempts = spans.filter(({ kind }) => kind === CLIENT).sort((a, b) => a.startedAt - b.startedAt);
    expect(attempts.map(({ parentId, hasFailed }) => [parentId, hasFailed])).toEqual([
      [server.spanId, true],
      [server.spanId, false],
    ]);
    const received = await stack.upstream.calls();
    expect(received.map(({ headers }) => headers['traceparent'])).toEqual(
      attempts.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
    );
    expect(received.map(({ headers }) => headers['tracestate'])).toEqual(['congo=t61rcWkgMzE', 'congo=t61rcWkgMzE']);
    expect(received.map(({ headers }) => headers['x-ms-client-request-id'])).toEqual(['portal.42', 'portal.42']);
    expect(stack.log.at(-1)).toMatchObject({ traceId: TRACE, clientRequestId: 'portal.42', upstreamTries: 2 });
    expect(single(spans.filter(({ name }) => name === 'verify token'))).toMatchObject({ parentId: server.spanId });
  });

  it('each part of a batch is a span below the batch’s, and its call one below the part’s (C-70)', async () => {
    const urls = [path, '/nothing'];
    const requests = urls.map((url, id) => ({ id: `${id}`, method: 'GET', url }));
    await stack.send('POST', '/$batch', {
      body: { requests },
      headers: { traceparent: `00-${TRACE}-${CALLER_SPAN}-01` },
    });
    const find = (kind: number) => collector.spans.filter((span) => span.traceId === TRACE && span.kind === kind);
    await expect.poll(() => find(SERVER)).toHaveLength(3);
    const batch = single(find(SERVER).filter(({ parentId }) => parentId === CALLER_SPAN));
    const parts = find(SERVER).filter(({ parentId }) => parentId === batch.spanId);
    expect(parts.map(({ attributes }) => attributes['frontdesk.operation']).toSorted()).toEqual([
      'batchPart',
      'getCustomer',
    ]);
    const [called] = parts.filter(({ attributes }) => attributes['frontdesk.operation'] === 'getCustomer');
    expect(single(find(CLIENT))).toMatchObject({ parentId: called?.spanId });
  });

  it('reading the table and waiting for a token are spans of it', async () => {
    await stack.upstream.fault({ api: 'graph', times: 1, fault: { kind: 'status', status: 401 } });
    await stack.identity.fault({ fault: { kind: 'delay', ms: 20 } });
    const spans = await sendTraced(searchPoints);
    const server = single(spans.filter(({ kind }) => kind === SERVER));
    for (const name of ['read table', 'wait for token'])
      expect(single(spans.filter((span) => span.name === name))).toMatchObject({ parentId: server.spanId, kind: 1 });
    expect(server.attributes['frontdesk.cache']).toMatch(/fwd=uri-miss/);
    // Both ids lead from the trace to the upstream's support.
    expect(stack.log.at(-1)).toMatchObject({ traceId: TRACE, upstreamRequestId: expect.any(String) });
  });

  it('no span has a path’s values, a subject, a tenant or a token', async () => {
    const sent = JSON.stringify(await sendTraced(readCustomer));
    expect(sent).toContain(readCustomer.template);
    const record = stack.log.at(-1) ?? {};
    for (const value of [...Object.values(readCustomer.values), record['subject'], record['tenant'], 'eyJ'])
      expect(sent).not.toContain(String(value));
    expect(collector.faults).toEqual([]);
  });
});

/** Sends a request in the test's trace, and waits for its spans. */
async function sendTraced(request: ValidRequest): Promise<readonly SeenSpan[]> {
  await stack.send(request.method, toPath(request) + request.query, {
    body: request.body,
    headers: { traceparent: `00-${TRACE}-${CALLER_SPAN}-01` },
  });
  return awaitTrace();
}
