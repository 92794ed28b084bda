/** Writes over connections that break at random bytes: none is sent twice, and the reported outcome is true. */
import { expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import type { ReceivedCall } from '../testbed/control-client.ts';
import { toLimitSettings } from '../testbed/emulators.ts';
import { type SampleOperation, sampleOperations } from '../testbed/sample-operations.ts';
import { startHarness, toCorrelationId, warmUp } from './harness/harness.ts';

const harness = await startHarness({ settings: toLimitSettings(8) });
await warmUp(harness);

const { upstream, proxies } = harness.emulators;
const WRITES_PER_ROUND = 1_000;
const WRITES = runs(1) * WRITES_PER_ROUND;
/** A write with its response has one or two kilobytes, so a connection completes none, one or two. */
const MAX_BYTES = 3_000;

// Without the deletion: repeating it changes nothing.
const writes = sampleOperations.filter(({ group }) => group === 'writes');

/** How many calls the upstream may have received, by the reported outcome. */
const allowedCalls: Readonly<Record<string, readonly number[]>> = {
  success: [1],
  accepted: [1],
  unknown: [0, 1],
  'not-sent': [0],
};

it('no duplicates in thousands of writes with resets at random bytes', { timeout: 600_000 }, async () => {
  const seen: Record<string, number> = {};
  let sent = 0;
  for (const api of ['arm', 'docs'] as const) {
    proxies[api].injectFaultPerConnection(() => {
      const of = Math.random() < 0.5 ? 'request' : 'response';
      return { kind: 'cut', of, by: Math.random() < 0.8 ? 'RST' : 'FIN', bytes: Math.floor(Math.random() * MAX_BYTES) };
    });
  }
  while (sent < WRITES) {
    const round = await writeMany(WRITES_PER_ROUND);
    sent += round.length;
    const calls = await upstream.calls();
    const counts = countByCorrelationId(calls);
    for (const { sample, outcome } of round) {
      seen[outcome] = (seen[outcome] ?? 0) + 1;
      const calls = counts.get(toCorrelationId(sample)) ?? 0;
      expect({ outcome, calls }).toEqual({ outcome, calls: expect.toSatisfy(isAllowedAfter(outcome)) });
    }
    await upstream.reset();
  }
  expect(seen['unknown']).toBeGreaterThan(WRITES / 50);
  expect(seen['success']).toBeGreaterThan(WRITES / 50);
});

const isAllowedAfter = (outcome: string) => (calls: number) => allowedCalls[outcome]?.includes(calls) ?? false;

function countByCorrelationId(calls: readonly ReceivedCall[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { headers } of calls) {
    const id = headers['x-ms-client-request-id'] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Returns the outcome of each write, without the writes that the circuit breaker rejected. */
async function writeMany(count: number): Promise<{ readonly sample: number; readonly outcome: string }[]> {
  const results: { sample: number; outcome: string }[] = [];
  const lane = async () => {
    while (results.length < count) {
      const sample = harness.nextSample();
      const { status, headers, text } = await harness.call(writes[sample % writes.length] as SampleOperation, sample);
      if (text.includes('circuit_open')) harness.advanceTime(61);
      else results.push({ sample, outcome: status < 300 ? 'success' : (headers['x-frontdesk-outcome'] ?? 'none') });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return results;
}
