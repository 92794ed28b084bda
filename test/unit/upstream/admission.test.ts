import { expect, it } from 'vitest';
import { AdmissionControl } from '../../../lib/upstream/admission.ts';
import type { Quota } from '../../../lib/upstream/kind-admission.ts';
import type { UpstreamLimits } from '../../../lib/upstream/limits.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000);
const room = { parallel: 2, queue: 0 };
const limits: UpstreamLimits = { bulkhead: { read: room, write: room }, rate: {} };
const read: Quota = { kind: 'read', operation: 'get', counter: 's1', caller: 'c1' };
const deadline = { remainingMs: () => 8_000 };

it('P-08 P-10 P-11 reads and writes have separate places, gates and breakers', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  (await admission.admit(read, deadline)).recordResult({ kind: 'status', status: 429, retryAfterMs: 60_000 });
  await expect(admission.admit(read, deadline)).rejects.toMatchObject({ type: 'throttled' });
  await admission.admit({ ...read, kind: 'write' }, deadline);
  expect(admission.collectStats()).toMatchObject([
    { kind: 'read', throttled: 1, inside: 0 },
    { kind: 'write', throttled: 0, inside: 1 },
  ]);
});

it('P-08 the health is an operation’s', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  for (let count = 0; count < 5; count++) {
    (await admission.admit(read, deadline)).recordResult({ kind: 'reset', cause: undefined });
  }
  expect([read, { ...read, operation: 'list' }].map((quota) => admission.isHealthy(quota))).toEqual([false, true]);
});
