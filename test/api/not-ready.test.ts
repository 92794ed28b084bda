import { expect, it, vi } from 'vitest';
import { awaitAnswer } from '../support/await-response.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, toPath, toUnseen } from '../support/valid-requests.ts';

const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
const stack = await startStack({
  settings: {
    CACHE_CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=a;AccountKey=${btoa('key')};TableEndpoint=http://127.0.0.1:9/a;`,
  },
});
const alerts = () => told.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
const ask = () => stack.send('GET', '/readyz', { token: null });

it('without a table the instance is ready, and answers', async () => {
  await awaitAnswer(stack);
  expect([(await ask()).status, (await ask()).text]).toEqual([200, '{"status":"ready"}']);
  expect(alerts()).toContainEqual(expect.objectContaining({ alert: 'check_failed', subject: 'table' }));
  const unseen = toUnseen(listEvents);
  expect((await stack.send('GET', toPath(unseen) + unseen.query)).status).toBe(200);
});
