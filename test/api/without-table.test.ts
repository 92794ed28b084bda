import { expect, it, vi } from 'vitest';
import { awaitReady } from '../support/await-ready.ts';
import { buildEventsPath, buildSearch, buildSearchPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({
  expectedAlerts: ['row_unwritten', 'cache_paused', 'check_failed', 'paging_local'],
  expectedReports: /Functions\.sweepStoredResponses' \(Failed\)/,
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
});

it.each([0, 20_000])(
  'without a table, links lead on at this instance (%i more characters)',
  async (pageTokenPadding) => {
    await stack.upstream.control('modes', { pageTokenPadding });
    const first = await list(-1 - pageTokenPadding);
    const next = new URL(first.json.nextLink);
    const second = await stack.send('GET', next.pathname + next.search);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.value[0].name).not.toBe(first.json.value[0].name);
    expect((await stack.send('GET', `${next.pathname}${next.search}x`)).status).toBe(400);
    expect(stack.alerts).toContainEqual(expect.objectContaining({ alert: 'paging_local', subject: 'table' }));
  },
);

it('without a table, a search succeeds', async () => {
  expect((await stack.send('POST', buildSearchPath(), { body: buildSearch() })).status).toBe(200);
});

it('without a table, only the sweep fails', async () => {
  await stack.sweep();
  await vi.waitFor(() => expect(stack.reports).toHaveLength(1), 20_000);
  expect((await list(8)).status).toBe(200);
});

it('without a table, the instance is ready and serves requests', async () => {
  await awaitReady(stack);
  const probe = async () => {
    const { status, text } = await stack.send('GET', '/readyz', { token: null });
    return [status, text];
  };
  expect([await probe(), await probe()]).toEqual(Array(2).fill([200, '{"status":"ready"}']));
  expect(stack.alerts).toContainEqual(
    // Without a level the host would grade the line by its words, here as an error.
    expect.objectContaining({ alert: 'check_failed', subject: 'table', level: 'warn', version: 'source' }),
  );
  // A row that cannot be written is no refresh that fails: that is an upstream's matter.
  expect(stack.alerts).toContainEqual(expect.objectContaining({ alert: 'row_unwritten' }));
  expect(stack.alerts.filter(({ alert }) => alert === 'refresh_failed')).toEqual([]);
});
