/** Faults F10, F12 and F29 under many calls, F52 and F53, in real time: how often a failing upstream is called, how a slow one sheds load, what happens in the background. */
import { expect, it } from 'vitest';
import { toLimitSettings } from '../testbed/emulators.ts';
import { type SampleOperation, sampleOperation } from '../testbed/sample-operations.ts';
import type { TimedResponse } from '../testbed/send-request.ts';
import { callAndSucceed, callUntilSuccess, resetCircuits } from './harness/expect-response.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { median, report } from './harness/measurements.ts';

const harness = await startHarness({ settings: toLimitSettings(50, ['arm', 'backupRestore', 'documentModels']) });
await warmUp(harness);

const { upstream, proxies } = harness.emulators;
const putAuthorization = sampleOperation('createOrUpdateAuthorization');
const listEvents = sampleOperation('listHealthEvents');
const getCustomer = sampleOperation('getCustomer');
const resetAll = () => resetCircuits(harness, [getCustomer, putAuthorization, listEvents]);

async function callMany(operation: SampleOperation, count: number, parallel: number): Promise<TimedResponse[]> {
  const responses: TimedResponse[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) responses.push(await harness.call(operation, harness.nextSample()));
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return responses;
}

const listCodes = (responses: readonly TimedResponse[]) => [
  ...new Set(responses.map(({ text }) => JSON.parse(text).error?.code)),
];

it('every call is throttled and the circuit stays closed: requests cost some calls a second, retries included', async (context) => {
  await resetAll();
  // A 429 without Retry-After holds calls back for a second, and does not count for the circuit breaker.
  await upstream.fault({ times: 100_000, fault: { kind: 'status', status: 429 } });
  const startedAt = performance.now();
  const responses = await callMany(getCustomer, 300, 100);
  const seconds = (performance.now() - startedAt) / 1_000;
  const calls = (await upstream.calls()).length;
  report(context, `${calls} calls for ${responses.length} requests in ${seconds.toFixed(1)} s`);
  // Where the queue is full when the second is over: 503 `overloaded`.
  expect(responses.every(({ status }) => status === 429 || status === 503)).toBe(true);
  // Five at once before the first 429; then one a second, and another if its response takes longer than 250 ms.
  expect(calls).toBeLessThanOrEqual(5 + 2 * seconds);
});

it.for([
  ['resets', { kind: 'reset' }],
  ['500s', { kind: 'status', status: 500 }],
] as const)('every call fails with %s: 500 requests make 60 calls at most', async ([, fault], context) => {
  await resetAll();
  await upstream.fault({ times: 100_000, fault });
  // Each of another resource.
  const responses = await callMany(listEvents, 500, 5);
  const calls = (await upstream.calls()).length;
  report(context, `${calls} calls for ${responses.length} requests`);
  expect(responses.every(({ status }) => status === 502 || status === 503)).toBe(true);
  expect(calls).toBeLessThanOrEqual(60);
});

it('F29 one upstream is ten times as slow: it sheds excess calls, and the others are not affected', async (context) => {
  await resetAll();
  const measure = async () => median((await callMany(putAuthorization, 60, 2)).map(({ elapsedMs }) => elapsedMs));
  const usualMs = await measure();
  await proxies.business.injectFault({ kind: 'latency', ms: 2_000 });
  const flood = Array.from({ length: 150 }, () => harness.call(getCustomer, harness.nextSample()));
  const duringMs = await measure();
  const responses = await Promise.all(flood);
  const shed = responses.filter(({ status }) => status === 503);
  const served = responses.filter(({ status }) => status === 200);
  report(
    context,
    `${served.length} served, ${shed.length} shed; calls to another upstream took ${usualMs.toFixed(1)} ms before, ${duringMs.toFixed(1)} ms during it (median)`,
  );
  expect(served.length).toBeGreaterThanOrEqual(5);
  // Those that had a place with too little time left for a slow upstream.
  const late = responses.filter(({ status }) => status === 504);
  expect(late.length).toBeLessThanOrEqual(5);
  expect(served.length + shed.length + late.length).toBe(responses.length);
  expect(listCodes(shed)).toEqual(['overloaded']);
  expect(shed.every(({ headers }) => headers['retry-after'] === '1')).toBe(true);
  expect(duringMs).toBeLessThan(usualMs * 1.1 + 50);
});

it('F52 a rejection in the background is logged, and the process continues', async () => {
  await harness.reset();
  const sample = harness.nextSample();
  await callUntilSuccess(harness, listEvents, sample);
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', record);
  await upstream.fault({ times: 100, fault: { kind: 'reset' } });
  await proxies.table.injectFault({ kind: 'down' });
  harness.advanceTime(130);
  const logged = harness.log.length;
  const { headers } = await callAndSucceed(harness, listEvents, sample);
  expect(headers['cache-status']).toContain('stale-while-revalidating');
  const own = headers['x-ms-request-id'];
  await expect.poll(() => harness.log.slice(logged).filter(({ requestId }) => requestId !== own)).not.toEqual([]);
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
  await harness.clearFaults();
  await callAndSucceed(harness, listEvents, sample);
});

// Tokens of a wrong clock: A08.
it.each([-300, 300])(
  'F53 a Retry-After date by a clock that is %i s off causes a wait of two seconds',
  async (skew) => {
    await harness.reset();
    const toDate = (seconds: number) => new Date(Date.now() + (skew + seconds) * 1000).toUTCString();
    const headers = { date: toDate(0), 'retry-after': toDate(2) };
    const sample = harness.nextSample();
    await upstream.fault({ times: 1, fault: { kind: 'status', status: 429, headers } });
    const { elapsedMs } = await callAndSucceed(harness, putAuthorization, sample);
    expect((await harness.callsOf(sample)).length).toBe(2);
    expect(elapsedMs).toBeGreaterThan(1_900);
    expect(elapsedMs).toBeLessThan(3_500);
  },
);
