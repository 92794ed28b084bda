import { createServer, request as send } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resources } from '../../dev/seed.ts';
import { listen } from '../../dev/server.ts';
import { startTables } from '../../dev/tables.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { buildEventsPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { createPatientClock } from '../support/clocks.ts';
import { toProgress } from '../support/long-running.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack, type TestRequest } from '../support/stack.ts';
import { listEvents } from '../support/valid-requests.ts';

/** Each call of the table, by its method. */
const calls: string[] = [];
const tables = await startTables({ port: 0 });
const counting = await listen(
  createServer((request, response) => {
    calls.push(`${request.method}`);
    const { method, url, headers } = request;
    const forwarded = send({ port: tables.port, method, path: url, headers }, (found) => {
      response.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(response);
    });
    request.pipe(forwarded);
  }),
  0,
);
afterAll(async () => {
  await counting.close();
  await tables.close();
});

const clock = createPatientClock();
const CACHE_CONNECTION_STRING = tables.connectionString.replace(`:${tables.port}/`, `:${counting.port}/`);
const stack = await startStack({ clock, settings: { CACHE_CONNECTION_STRING } });

const toList = (filter: number) => buildEventsPath(undefined, `$filter=priority%20ge%20-${filter}`);
const MISS = ['POST', 'PUT'];

/** Returns the table calls of the request, with those that follow it in the background. */
async function countCalls(path: string, expected: readonly string[], call: TestRequest = {}) {
  calls.length = 0;
  const response = await stack.send('GET', path, call);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(expected.length), 20_000);
  return response;
}

beforeAll(async () => {
  // Creates the table.
  await stack.send('GET', toList(1));
  await vi.waitFor(() => expect(calls).toContain('PUT'), 20_000);
});

it('a miss makes the lease and writes the response; a hit of memory and a 304 call nothing, whoever asks', async () => {
  await countCalls(toList(2), MISS);
  expect(calls).toEqual(MISS);
  const reader = await stack.issueToken({ roles: ['HealthEvents.Read'] });
  for (const call of [{}, { token: reader }]) {
    const { headers } = await countCalls(toList(2), [], call);
    const { status } = await countCalls(toList(2), [], {
      ...call,
      headers: { 'if-none-match': headers['etag'] ?? '' },
    });
    expect([status, calls]).toEqual([304, []]);
  }
});

it('a hit of another instance’s row is tried as a lease and read; then it is in memory', async () => {
  await countCalls(buildEventsPath(resources.database), MISS);
  const other = serveDirectly(listHealthEvents);
  const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
  await countCalls(buildEventsPath(), MISS);
  const cacheStatus = /^Frontdesk; hit; ttl=\d+$/;
  for (const expected of [['POST', 'GET'], []]) {
    calls.length = 0;
    const response = await other({ params: listEvents.values, rawQuery: listEvents.query.slice(1), headers });
    expect(response.headers['cache-status']).toMatch(cacheStatus);
    expect(calls).toEqual(expected);
  }
});

it('a stale response costs a lease and a write, in the background', async () => {
  await countCalls(toList(3), MISS);
  clock.skip(61_000);
  const { headers } = await countCalls(toList(3), ['PATCH', 'PUT']);
  expect(headers['cache-status']).toContain('detail=stale-while-revalidating');
  expect(calls).toEqual(['PATCH', 'PUT']);
});

it('a refusal makes the lease and removes it; the next seconds call nothing', async () => {
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 404, body: { code: 'X', message: 'X' } } });
  expect((await countCalls(toList(4), ['POST', 'DELETE'])).status).toBe(404);
  expect(calls).toEqual(['POST', 'DELETE']);
  expect((await countCalls(toList(4), [])).status).toBe(404);
  expect(calls).toEqual([]);
});

it('a next page costs what a first one does; a write and the poll of one call nothing', async () => {
  const { json } = await countCalls(toList(5), MISS);
  const next = new URL(json.nextLink);
  await countCalls(next.pathname + next.search, MISS);
  expect(calls).toEqual(MISS);
  calls.length = 0;
  const path = buildStreamingJobPath();
  const headers = { location: `${stack.upstream.url}/arm${toProgress(path)}` };
  const fault = { kind: 'status', status: 202, headers, processed: true } as const;
  await stack.upstream.fault({ api: 'arm', method: 'PUT', fault });
  const written = await stack.send('PUT', path, { body: buildStreamingJob() });
  await stack.upstream.fault({ api: 'arm', method: 'GET', fault: { kind: 'status', status: 200, body: {} } });
  const polled = await stack.send('GET', new URL(written.headers['location'] ?? '').pathname);
  expect([written.status, polled.status, calls]).toEqual([202, 200, []]);
});
