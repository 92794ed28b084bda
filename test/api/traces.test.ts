import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { INSTANCE } from '../../lib/http/version.ts';
import { startStack } from '../support/stack.ts';
import { putAuthorization, readCustomer, searchPoints, toPath } from '../support/valid-requests.ts';
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

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const path = toPath(readCustomer) + readCustomer.query;

beforeEach(async () => {
  await stack.upstream.reset();
  collector.spans.length = 0;
});

/** Waits for the server span, the last of a request. */
async function awaitTrace(traceId = TRACE): Promise<readonly SeenSpan[]> {
  const find = () => collector.spans.filter((span) => span.traceId === traceId);
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
    expect(server).toMatchObject({
      parentId: CALLER_SPAN,
      state: 'congo=t61rcWkgMzE',
      name: `GET ${readCustomer.template}`,
      hasFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': readCustomer.template,
        'http.response.status_code': 200,
        'frontdesk.operation': 'getCustomer',
        'frontdesk.request_id': stack.log.at(-1)?.['requestId'],
      },
    });

    const attempts = spans.filter(({ kind }) => kind === CLIENT).sort((a, b) => a.startedAt - b.startedAt);
    expect(attempts).toHaveLength(2);
    const address = new URL(stack.upstream.url);
    for (const one of attempts) {
      expect(one).toMatchObject({
        parentId: server.spanId,
        attributes: {
          'frontdesk.upstream': 'businessData',
          'server.address': address.hostname,
          'server.port': Number(address.port),
        },
      });
      expect(one.startedAt).toBeGreaterThanOrEqual(server.startedAt - 1);
      expect(one.endedAt).toBeLessThanOrEqual(server.endedAt + 2);
    }
    const [first, second] = attempts;
    expect(first).toMatchObject({
      hasFailed: true,
      attributes: { 'http.response.status_code': 502, 'error.type': '502' },
    });
    expect(second).toMatchObject({
      hasFailed: false,
      attributes: { 'http.response.status_code': 200, 'http.request.resend_count': 1 },
    });

    const received = await stack.upstream.calls();
    expect(received.map(({ headers }) => headers['traceparent'])).toEqual(
      attempts.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
    );
    expect(received.map(({ headers }) => headers['tracestate'])).toEqual(['congo=t61rcWkgMzE', 'congo=t61rcWkgMzE']);
    expect(received.map(({ headers }) => headers['x-ms-client-request-id'])).toEqual(['portal.42', 'portal.42']);
    expect(stack.log.at(-1)).toMatchObject({ traceId: TRACE, clientRequestId: 'portal.42', upstreamTries: 2 });
    expect(single(spans.filter(({ name }) => name === 'verify token'))).toMatchObject({ parentId: server.spanId });
  });

  it('C-70 each part of a batch is a span below the batch’s, and its call one below the part’s', async () => {
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
    // No other test of the file sends a search, so its upstream's token is not in memory.
    const trace = TRACE.replace('0a', '0b');
    await stack.send('POST', toPath(searchPoints), {
      body: searchPoints.body,
      headers: { traceparent: `00-${trace}-${CALLER_SPAN}-01` },
    });
    const spans = await awaitTrace(trace);
    const server = single(spans.filter(({ kind }) => kind === SERVER));
    for (const name of ['read table', 'wait for token'])
      expect(single(spans.filter((span) => span.name === name))).toMatchObject({ parentId: server.spanId, kind: 1 });
    expect(server.attributes['frontdesk.cache']).toMatch(/fwd=uri-miss/);
    // Both ids lead from the trace to the upstream's support.
    expect(stack.log.at(-1)).toMatchObject({ traceId: trace, upstreamRequestId: expect.any(String) });
  });

  it('a trace that the caller does not sample is propagated, not exported', async () => {
    const trace = TRACE.replace('0a', '0c');
    const traced = TRACE.replace('0a', '0d');
    await stack.send('GET', path, { headers: { traceparent: `00-${trace}-${CALLER_SPAN}-00` } });
    await stack.send('GET', path, { headers: { traceparent: `00-${traced}-${CALLER_SPAN}-01` } });
    await awaitTrace(traced);
    expect(collector.spans.filter(({ traceId }) => traceId === trace)).toEqual([]);
    const [received] = await stack.upstream.calls();
    expect(received?.headers['traceparent']).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  });

  it.each([
    ['none', {}],
    ['an invalid one', { traceparent: `00-${'0'.repeat(32)}-${CALLER_SPAN}-01`, tracestate: 'a=1' }],
    ['two', { traceparent: `00-${TRACE}-${CALLER_SPAN}-01,00-${TRACE}-${CALLER_SPAN}-01` }],
  ])('without a trace of the caller (%s) the host’s trace continues', async (_, headers) => {
    await stack.send('GET', path, { headers });
    const traceId = String(stack.log.at(-1)?.['traceId']);
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(traceId).not.toBe(TRACE);
    const server = single((await awaitTrace(traceId)).filter(({ kind }) => kind === SERVER));
    expect(server.parentId).toMatch(/^[0-9a-f]{16}$/);
    const [received] = await stack.upstream.calls();
    expect(received?.headers['traceparent']).toContain(traceId);
    expect(received?.headers['tracestate']).toBeUndefined();
  });

  it('a refused request has a span without an error', async () => {
    const trace = TRACE.replace('0a', '0e');
    await stack.send('GET', path, { token: null, headers: { traceparent: `00-${trace}-${CALLER_SPAN}-01` } });
    expect(single((await awaitTrace(trace)).filter(({ kind }) => kind === SERVER))).toMatchObject({
      hasFailed: false,
      attributes: { 'http.response.status_code': 401, 'frontdesk.problem': 'unauthenticated' },
    });
  });

  it('a write whose connection breaks is an error in the client span and the server span', async () => {
    await stack.upstream.fault({ times: 5, fault: { kind: 'reset', processed: true } });
    const trace = TRACE.replace('0a', '0f');
    await stack.send(putAuthorization.method, toPath(putAuthorization) + putAuthorization.query, {
      body: putAuthorization.body,
      headers: { traceparent: `00-${trace}-${CALLER_SPAN}-01` },
    });
    const spans = await awaitTrace(trace);
    expect(spans.find(({ kind }) => kind === SERVER)).toMatchObject({
      hasFailed: true,
      attributes: { 'error.type': 'upstream_unreachable' },
    });
    expect(spans.find(({ kind }) => kind === CLIENT)).toMatchObject({
      hasFailed: true,
      attributes: { 'error.type': 'reset' },
    });
  });
});

/** Sends a request in a new trace, and waits for its spans. */
async function sendTraced(): Promise<readonly SeenSpan[]> {
  const trace = randomUUID().replaceAll('-', '');
  const { status } = await stack.send('GET', path, { headers: { traceparent: `00-${trace}-${CALLER_SPAN}-01` } });
  expect(status).toBe(200);
  return awaitTrace(trace);
}

it('the collector accepts everything, in protobuf, with the resource and the headers that are set', async () => {
  await sendTraced();
  expect(collector.faults).toEqual([]);
  expect(collector.headers.length).toBeGreaterThan(0);
  for (const headers of collector.headers)
    expect(headers).toMatchObject({
      'x-api-key': 'a secret',
      'x-other': '1',
      'content-type': 'application/x-protobuf',
    });
  expect(collector.resource).toMatchObject({
    'service.name': 'frontdesk',
    'service.version': 'source',
    'service.instance.id': INSTANCE,
    'deployment.environment.name': 'test',
  });
});

it('no span has a path’s values, a subject, a tenant or a token', async () => {
  const sent = JSON.stringify(await sendTraced());
  expect(sent).toContain(readCustomer.template);
  const record = stack.log.at(-1) ?? {};
  for (const value of [...Object.values(readCustomer.values), record['subject'], record['tenant'], 'eyJ'])
    expect(sent).not.toContain(String(value));
});

it('spans that a busy collector refuses are exported again', async () => {
  collector.statuses.push(503, 503);
  expect((await sendTraced()).length).toBeGreaterThan(2);
  expect(collector.statuses).toEqual([]);
});

it('a collector that does not respond delays no request', async () => {
  onTestFinished(collector.pause());
  const exported = collector.headers.length;
  for (let count = 0; count < 3; count++) expect((await stack.send('GET', path)).status).toBe(200);
  await vi.waitFor(() => expect(collector.headers.length).toBeGreaterThan(exported), { timeout: 20_000 });
  expect((await stack.send('GET', path)).status).toBe(200);
});
