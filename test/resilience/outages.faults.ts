/** Faults F22, F27, F28 and F52 over many calls in sequence: outages, attempts that fail at random, what happens in the background. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { TestResponse } from '../support/send-request.ts';
import { toLimitSettings } from '../testbed/emulators.ts';
import { createRandom } from '../testbed/random.ts';
import { type SampleOperation, sampleOperation } from '../testbed/sample-operations.ts';
import { callAndSucceed, callUntilSuccess, resetCircuits } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { retryIfStalled, StallMeter } from './harness/stall.ts';

const harness = await startHarness({ speed: 10, settings: toLimitSettings(50) });
await warmUp(harness);

const { upstream, proxies } = harness.emulators;
const putAuthorization = sampleOperation('createOrUpdateAuthorization');
const listEvents = sampleOperation('listHealthEvents');
const getCustomer = sampleOperation('getCustomer');
const resetAll = () => resetCircuits(harness, [getCustomer, putAuthorization, listEvents]);

/** Calls at an even rate, in seconds of Frontdesk's clock. */
async function callSteadily(operation: SampleOperation, perSecond: number, seconds: number): Promise<TestResponse[]> {
  const responses: Promise<TestResponse>[] = [];
  const startedAt = performance.now();
  for (let call = 0; call < perSecond * seconds; call++) {
    await sleep(startedAt + (call * 1000) / perSecond / harness.speed - performance.now());
    responses.push(harness.call(operation, harness.nextSample()));
  }
  return Promise.all(responses);
}

const listCodes = (responses: readonly TestResponse[]) =>
  [...new Set(responses.map(({ headers }) => headers['x-frontdesk-problem']))].sort();

/** Returns the seconds from the end of the outage to the first success, without stalls of the process. */
async function measureRecovery(operation: SampleOperation): Promise<number> {
  const recoveredAt = performance.now();
  const stall = new StallMeter();
  const succeeds = async () => (await harness.call(operation, harness.nextSample())).status === operation.status;
  await vi.waitUntil(succeeds, { timeout: 20_000, interval: 5 });
  const elapsedMs = performance.now() - recoveredAt;
  return ((elapsedMs - stall.stop().stalledMs) * harness.speed) / 1000;
}

async function testRecovery(operation: SampleOperation): Promise<void> {
  await resetAll();
  const proxy = proxies[operation.api];
  const before = proxy.connectionCount;
  await proxy.injectFault({ kind: 'cut', of: 'request', bytes: 0, by: 'RST' });
  const during = await callSteadily(operation, 4, 60);
  const attempts = proxy.connectionCount - before;
  const rejected = during.filter(({ text }) => text.includes('circuit_open'));
  expect(listCodes(during)).toEqual(['circuit_open', 'upstream_unreachable']);
  expect(rejected.every(({ headers, status }) => status === 503 && Number(headers['retry-after']) >= 1)).toBe(true);
  // A few calls until the breaker opens, then one a second at most.
  expect(attempts).toBeLessThanOrEqual(20 + 60);

  await proxy.injectFault(undefined);
  expect(await measureRecovery(operation)).toBeLessThanOrEqual(2 + 0.5);
}

for (const operation of [listEvents, putAuthorization]) {
  it(`F27 outage of one minute, then recovery: ${operation.id}`, () =>
    retryIfStalled(() => testRecovery(operation), resetAll));
}

it('F27 outage of one minute: every response stored in the hour before is served', async () => {
  await resetAll();
  const samples = Array.from({ length: 20 }, () => harness.nextSample());
  for (const sample of samples) await harness.call(listEvents, sample);
  await proxies.arm.injectFault({ kind: 'down' });
  harness.advanceTime(600);
  for (let second = 0; second < 60; second += 6) {
    const responses = await Promise.all(samples.map((sample) => harness.call(listEvents, sample)));
    expect(
      responses.map(({ status, headers }) => [status, headers['cache-status']?.includes('stale-if-error')]),
    ).toEqual(samples.map(() => [200, true]));
    harness.advanceTime(6);
  }
});

interface RandomResult {
  readonly status: number;
  readonly upstreamCalls: number;
}

/** Calls one after the other, so far apart that the breaker counts one. Three of ten attempts fail after the upstream has processed them. */
async function callWithRandomFailures(
  operation: SampleOperation,
  count: number,
  seed: number,
  chooseSample = () => harness.nextSample(),
): Promise<RandomResult[]> {
  const random = createRandom(seed);
  const results: RandomResult[] = [];
  for (let call = 0; call < count; call++) {
    const sample = chooseSample();
    let failing = 0;
    while (random() < 0.3) failing++;
    if (failing > 0) await upstream.fault({ times: failing, fault: { kind: 'reset', processed: true } });
    const { status } = await harness.call(operation, sample);
    results.push({ status, upstreamCalls: (await harness.callsOf(sample)).length });
    await upstream.reset();
    harness.advanceTime(11);
  }
  return results;
}

it('F28 three of ten attempts fail: reads succeed as often as three attempts allow', async () => {
  await resetAll();
  const results = await callWithRandomFailures(getCustomer, 100, 1);
  const share = results.filter(({ status }) => status === 200).length / results.length;
  // 97.3 % are expected: 1 - 0.3^3.
  expect(share).toBeGreaterThanOrEqual(0.92);
});

it('F28 three of ten attempts fail: seven of ten writes succeed, and none is sent twice', async () => {
  await resetAll();
  const results = await callWithRandomFailures(putAuthorization, 100, 3);
  const share = results.filter(({ status }) => status === 201).length / results.length;
  const sentTwice = results.filter(({ upstreamCalls }) => upstreamCalls > 1);
  expect(share).toBeGreaterThan(0.55);
  expect(share).toBeLessThan(0.85);
  expect(sentTwice).toEqual([]);
});

it('F52 a rejection in the background is logged, and the process continues', async () => {
  await resetAll();
  const sample = harness.nextSample();
  await callUntilSuccess(harness, listEvents, sample);
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', record);
  await upstream.fault({ times: 100, fault: { kind: 'reset' } });
  await proxies.table.injectFault({ kind: 'down' });
  harness.advanceTime(130);
  const logged = harness.alerts.length;
  const { headers } = await callAndSucceed(harness, listEvents, sample);
  expect(headers['cache-status']).toContain('stale-while-revalidating');
  await expect.poll(() => harness.alerts.slice(logged).map(({ alert }) => alert)).toContain('refresh_failed');
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
  await harness.clearFaults();
  await callAndSucceed(harness, listEvents, sample);
});
