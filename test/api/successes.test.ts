/** Drift is recorded. Each kind of it: test/unit/upstream/accept-response.test.ts. */
import { expect, it } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, searchPoints, toUnseen } from '../support/valid-requests.ts';

const stack = await startStack({ expectedAlerts: ['upstream_drift'] });

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
