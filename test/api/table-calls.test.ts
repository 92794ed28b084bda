import { beforeAll, expect, it, vi } from 'vitest';
import { resources } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { buildEventsPath, buildStreamingJob, buildStreamingJobPath } from '../support/builders.ts';
import { createPatientClock } from '../support/clocks.ts';
import { awaitIdle, listTableCalls } from '../support/emulators.ts';
import { toProgress } from '../support/long-running.ts';
import { serveDirectly } from '../support/serve-directly.ts';
import { startStack, type TestRequest } from '../support/stack.ts';
import { listEvents } from '../support/valid-requests.ts';

const clock = createPatientClock();
const stack = await startStack({ clock });

const toList = (filter: number) => buildEventsPath(undefined, `$filter=priority%20ge%20-${filter}`);
const MISS = ['POST', 'PUT'];

let before = 0;
/** The table calls since `begin`, by their methods. */
const calls = () => listTableCalls(stack).slice(before);
const begin = () => {
  before = listTableCalls(stack).length;
};

/** Returns the response, once the table calls that follow it in the background are made, too. */
async function countCalls(path: string, expected: readonly string[], call: TestRequest = {}) {
  begin();
  const response = await stack.send('GET', path, call);
  await awaitIdle();
  await vi.waitFor(() => expect(calls()).toEqual(expected), 20_000);
  return response;
}

beforeAll(async () => {
  // Creates the table.
  await stack.send('GET', toList(1));
  await vi.waitFor(() => expect(calls()).toContain('PUT'), 20_000);
  await awaitIdle();
});

it('a miss makes the lease and writes the response; a hit of memory and a 304 call nothing, whoever asks', async () => {
  await countCalls(toList(2), MISS);
  const reader = await stack.issueToken({ roles: ['HealthEvents.Read'] });
  for (const call of [{}, { token: reader }]) {
    const { headers } = await countCalls(toList(2), [], call);
    const { status } = await countCalls(toList(2), [], {
      ...call,
      headers: { 'if-none-match': headers['etag'] ?? '' },
    });
    expect(status).toBe(304);
  }
});

it('a hit of another instance’s row is tried as a lease and read; then it is in memory', async () => {
  await countCalls(buildEventsPath(resources.database), MISS);
  const other = serveDirectly(listHealthEvents);
  const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
  await countCalls(buildEventsPath(), MISS);
  const cacheStatus = /^Frontdesk; hit; ttl=\d+$/;
  for (const expected of [['POST', 'GET'], []]) {
    begin();
    const response = await other({ params: listEvents.values, rawQuery: listEvents.query.slice(1), headers });
    expect(response.headers['cache-status']).toMatch(cacheStatus);
    expect(calls()).toEqual(expected);
  }
});

it('a next page costs what a first one does; a write and the poll of one call nothing', async () => {
  const { json } = await countCalls(toList(5), MISS);
  const next = new URL(json.nextLink);
  await countCalls(next.pathname + next.search, MISS);
  begin();
  const path = buildStreamingJobPath();
  const headers = { location: `${stack.upstream.url}/arm${toProgress(path)}` };
  const fault = { kind: 'status', status: 202, headers, processed: true } as const;
  await stack.upstream.fault({ api: 'arm', method: 'PUT', fault });
  const written = await stack.send('PUT', path, { body: buildStreamingJob() });
  await stack.upstream.fault({ api: 'arm', method: 'GET', fault: { kind: 'status', status: 200, body: {} } });
  const polled = await stack.send('GET', new URL(written.headers['location'] ?? '').pathname);
  expect([written.status, polled.status, calls()]).toEqual([202, 200, []]);
});
