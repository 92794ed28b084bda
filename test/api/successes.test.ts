/** A success stays a success, and its drift is recorded. Each kind of it: test/unit/upstream/accept-response.test.ts. */
import { expect, it } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, putJob, readItem, searchPoints, toUnseen } from '../support/valid-requests.ts';

const stack = await startStack({ expectedAlerts: ['upstream_drift'] });

it('a write that succeeded is a success without a body too, as drift (C-40)', async () => {
  await stack.upstream.control('modes', { writeBody: 'none' });
  const response = await sendChanged(stack, putJob);
  expect([response.status, response.text, response.headers['x-frontdesk-outcome']]).toEqual([201, '', undefined]);
  expect(response.headers['etag']).toMatch(/^[\da-f-]{36}$/);
  expect(stack.log.at(-1)).toMatchObject({ status: 201, drift: 'body' });
  expect(stack.log.at(-1)).not.toHaveProperty('problem');
  expect(await stack.upstream.calls()).toHaveLength(1);
});

it('a read passes on what is missing (C-53)', async () => {
  await stack.upstream.fault({ fault: { kind: 'patch', body: { id: null, later: true } } });
  const { status, json } = await sendChanged(stack, readItem);
  expect([status, json.later, 'id' in json]).toEqual([200, true, false]);
  expect(stack.log.at(-1)).toMatchObject({ drift: 'id' });
});

it.each([
  [listEvents, { value: [{ id: '/events/1', title: 'odd' }, null, 5] }, 'value[].id, value[].name, value[].properties'],
  [searchPoints, { searchResults: [{ artifactHitCount: 1 }, 7] }, 'searchResults[].restorePoint'],
])('a list passes on what is missing, and is not stored (C-53)', async (valid, body, drift) => {
  const request = toUnseen(valid);
  await stack.upstream.fault({ times: 2, fault: { kind: 'status', status: 200, body } });
  for (const _ of [1, 2]) {
    const { status, json, headers } = await sendChanged(stack, request);
    expect([status, json, headers['cache-status']]).toEqual([200, body, 'Frontdesk; fwd=uri-miss']);
    expect(stack.log.at(-1)).toMatchObject({ drift, cache: 'Frontdesk; fwd=uri-miss' });
  }
  expect((await sendChanged(stack, request)).headers['cache-status']).toBe('Frontdesk; fwd=uri-miss; stored');
  expect(await stack.upstream.calls()).toHaveLength(3);
});
