/** x-frontdesk-upstream-request-id: the upstream's own id of a request. */
import { expect, it } from 'vitest';
import { resources } from '../../dev/seed.ts';
import {
  buildEventsPath,
  buildItemPath,
  buildStreamingJob,
  buildStreamingJobPath,
  everyRequest,
} from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

it.each(everyRequest)(
  'C-51 $operation returns the upstream’s own id of a success',
  async ({ method, path, body, headers: sent }) => {
    const request = { body, headers: { ...sent, 'cache-control': 'no-cache' } };
    const { status, headers } = await stack.send(method, path, request);
    expect(status).toBeLessThan(300);
    const id = headers['x-frontdesk-upstream-request-id'];
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(id).not.toBe(headers['x-ms-request-id']);
    expect(stack.log.at(-1)?.['upstreamRequestId']).toBe(id);
  },
);

it('C-51 it is absent where the cache responds, and where nothing was sent', async () => {
  const path = buildEventsPath(resources.virtualMachine, '$filter=priority%20ge%201');
  await stack.send('GET', path);
  const stored = await stack.send('GET', path);
  expect(stored.headers['cache-status']).toContain('hit');
  const refused = await stack.send('GET', buildItemPath(), { token: null });
  for (const { headers } of [stored, refused]) expect(headers).not.toHaveProperty('x-frontdesk-upstream-request-id');
});

it('C-51 an id that is none is not returned', async () => {
  await stack.upstream.fault({ fault: { kind: 'status', status: 409, headers: { 'x-ms-request-id': 'two words' } } });
  const { headers } = await stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob() });
  expect(headers).not.toHaveProperty('x-frontdesk-upstream-request-id');
});
