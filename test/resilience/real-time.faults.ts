/** Faults F05 and F26 in real time: the deadlines themselves, and connections that an upstream closes when they are idle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toLimitSettings } from '../testbed/emulators.ts';
import { sampleOperation, sampleOperations } from '../testbed/sample-operations.ts';
import { callAndSucceed } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { report } from './harness/measurements.ts';
import { StallMeter } from './harness/stall.ts';

const harness = await startHarness({ settings: toLimitSettings(200) });
await warmUp(harness);

const { upstream, proxies } = harness.emulators;
const BURSTS = 3;
const WRITES_PER_BURST = 100;

const authorizeCopy = sampleOperation('authorizeModelCopy');
const hanging = sampleOperations.filter(({ api, deadlineMs }) => api !== 'docs' && deadlineMs <= 15_000);

it.concurrent('F05 no headers: every response comes within its deadline and 100 ms', async (context) => {
  // The first writes of the other test keep the process busy.
  await sleep(1_500);
  for (const api of ['arm', 'graph', 'business']) {
    await upstream.fault({ api, times: 1_000, fault: { kind: 'hang' } });
  }
  const stall = new StallMeter();
  const responses = await Promise.all(
    hanging.map(async (operation) => {
      const { status, elapsedMs } = await harness.call(operation, harness.nextSample());
      return { status, lateMs: elapsedMs - operation.deadlineMs };
    }),
  );
  // A stalled process cannot respond. The longest stall may coincide with a deadline.
  const { longestMs } = stall.stop();
  const latestMs = Math.max(...responses.map(({ lateMs }) => lateMs));
  report(
    context,
    `the latest of ${responses.length} responses came ${Math.round(latestMs)} ms after its deadline; longest stall of the process ${Math.round(longestMs)} ms`,
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 504));
  expect(latestMs).toBeLessThanOrEqual(100 + longestMs);
});

it.concurrent('F26 idle connections end: writes four to six seconds apart, none fails', async (context) => {
  await upstream.fault({ api: 'docs', times: 1_000, fault: { kind: 'delay', ms: 100 } });
  const before = proxies.docs.connectionCount;
  for (let burst = 0; burst < BURSTS; burst++) {
    await Promise.all(Array.from({ length: WRITES_PER_BURST }, () => callAndSucceed(harness, authorizeCopy)));
    await sleep(4_000 + Math.random() * 2_000);
  }
  const opened = proxies.docs.connectionCount - before;
  report(context, `0 of ${BURSTS * WRITES_PER_BURST} failed, over ${opened} connections`);
  expect(opened).toBeGreaterThan(BURSTS);
});
