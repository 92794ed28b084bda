import { expect, it } from 'vitest';
import { awaitReady } from '../support/await-ready.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, toPath, toUnseen } from '../support/valid-requests.ts';

const stack = await startStack({
  expectedAlerts: ['check_failed', 'cache_paused'],
  settings: {
    CACHE_CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=a;AccountKey=${btoa('key')};TableEndpoint=http://127.0.0.1:9/a;`,
  },
});
const ask = () => stack.send('GET', '/readyz', { token: null });

it('without a table the instance is ready, and answers', async () => {
  await awaitReady(stack);
  expect([(await ask()).status, (await ask()).text]).toEqual([200, '{"status":"ready"}']);
  expect(stack.alerts).toContainEqual(expect.objectContaining({ alert: 'check_failed', subject: 'table' }));
  const unseen = toUnseen(listEvents);
  expect((await stack.send('GET', toPath(unseen) + unseen.query)).status).toBe(200);
});
