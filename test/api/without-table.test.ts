import { expect, it } from 'vitest';
import { createOrReplaceStreamingJob } from '../../functions/create-or-replace-streaming-job.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { toServedRoute } from '../../lib/azure/list-functions.ts';
import { createPolls } from '../../lib/long-running.ts';
import { systemClock } from '../../lib/time/clock.ts';
import {
  buildEventsPath,
  buildSearch,
  buildSearchPath,
  buildStreamingJob,
  buildStreamingJobPath,
} from '../support/builders.ts';
import { toProgress } from '../support/long-running.ts';
import { awaitReady } from '../support/send-changed.ts';
import { openServices, serveBy } from '../support/serve-directly.ts';
import { startStack } from '../support/stack.ts';
import { listEvents } from '../support/valid-requests.ts';

const stack = await startStack({
  expectedAlerts: ['cache_paused', 'check_failed'],
  settings: {
    CACHE_CONNECTION_STRING:
      'DefaultEndpointsProtocol=http;AccountName=gone;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/gone;',
  },
});

const list = (filter: number) => stack.send('GET', buildEventsPath(undefined, `$filter=priority%20ge%20${filter}`));

it('without a table, lists are served from the upstream and from memory', async () => {
  for (let filter = 0; filter < 8; filter++) {
    const first = await list(filter);
    expect([first.status, first.headers['cache-status']]).toEqual([200, 'Frontdesk; fwd=uri-miss; stored']);
    expect((await list(filter)).headers['cache-status']).toMatch(/hit/);
  }
  // A table that fails is no refresh that fails: that is an upstream's matter.
  expect(stack.alerts).toContainEqual(expect.objectContaining({ alert: 'cache_paused', subject: 'table' }));
  expect(stack.alerts.filter(({ alert }) => alert === 'refresh_failed')).toEqual([]);
});

it('without a table, a link that another instance gave leads on, and so does the address of a pending write', async () => {
  const { json } = await list(-1);
  const next = new URL(json.nextLink);
  const pending = { location: `${stack.upstream.url}/arm${toProgress(buildStreamingJobPath())}` };
  const fault = { kind: 'status', status: 202, headers: pending, processed: true } as const;
  await stack.upstream.fault({ api: 'arm', method: 'PUT', fault });
  const written = await stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob() });
  const poll = new URL(written.headers['location'] ?? '');
  const done = { kind: 'status', status: 200, body: { done: true } } as const;
  await stack.upstream.fault({ api: 'arm', method: 'GET', fault: done });
  const other = openServices();
  const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
  const operationId = poll.pathname.split('/').at(-1) ?? '';
  const polls = createPolls([toServedRoute(createOrReplaceStreamingJob, other)], other);
  expect(await serveBy(other, polls)({ params: { operationId }, headers })).toMatchObject({ status: 200 });
  const second = await serveBy(other, listHealthEvents)({ params: listEvents.values, rawQuery: next.search, headers });
  expect(second.status).toBe(200);
  expect(second.json.value[0].name).not.toBe(json.value[0].name);
});

it('without a table, a search succeeds, and only the sweep fails', async () => {
  expect((await stack.send('POST', buildSearchPath(), { body: buildSearch() })).status).toBe(200);
  const records: unknown[] = [];
  await openServices({}, systemClock, (record) => records.push(record)).sweep();
  expect(records).toMatchObject([{ alert: 'sweep_failed', subject: 'table' }]);
  expect((await list(8)).status).toBe(200);
});

it('without a table, the instance is ready and serves requests', async () => {
  await awaitReady(stack);
  for (const _ of [1, 2])
    expect(await stack.send('GET', '/readyz', { token: null })).toMatchObject({
      status: 200,
      text: '{"status":"ready"}',
    });
  expect(stack.alerts).toContainEqual(
    // Without a level the host would grade the line by its words, here as an error.
    expect.objectContaining({ alert: 'check_failed', subject: 'table', level: 'warn', version: 'source' }),
  );
});
