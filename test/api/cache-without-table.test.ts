import { expect, it } from 'vitest';
import { buildEventsPath, buildSearch, buildSearchPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({
  expectedAlerts: ['refresh_failed', 'cache_paused', 'check_failed'],
  settings: {
    CACHE_CONNECTION_STRING:
      'DefaultEndpointsProtocol=http;AccountName=gone;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/gone;',
  },
});

const list = (filter: number) => stack.send('GET', buildEventsPath(undefined, `$filter=priority%20ge%20${filter}`));

it('a table that is down costs the caller nothing but the hit of another instance', async () => {
  for (let filter = 0; filter < 8; filter++) {
    const first = await list(filter);
    expect([first.status, first.headers['cache-status']]).toEqual([200, 'Frontdesk; fwd=uri-miss; stored']);
    expect((await list(filter)).headers['cache-status']).toMatch(/hit/);
  }
});

it('a table that is down fails no search', async () => {
  expect((await stack.send('POST', buildSearchPath(), { body: buildSearch() })).status).toBe(200);
});

it('a table that is down fails the sweep alone', async () => {
  await stack.sweep();
  expect((await list(0)).status).toBe(200);
});
