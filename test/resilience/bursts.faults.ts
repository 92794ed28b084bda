/** Many callers at the same time for one stored response: the calls that the upstream receives, and the responses of the callers. */
import { expect, it } from 'vitest';
import { toLimitSettings } from '../testbed/emulators.ts';
import { sampleOperation } from '../testbed/sample-operations.ts';
import type { TimedResponse } from '../testbed/send-request.ts';
import { startHarness, warmUp } from './harness/harness.ts';

const harness = await startHarness({ settings: toLimitSettings(50) });
await warmUp(harness);

const CALLERS = 200;
const EXPIRED_SECONDS = 70;
const { upstream, issuer } = harness.emulators;
const listEvents = sampleOperation('listHealthEvents');

const sendBurst = (sample: number, callers = CALLERS, token = harness.token) =>
  Promise.all(Array.from({ length: callers }, () => harness.send({ token, ...listEvents.toRequest(sample) })));

const distinct = (responses: readonly TimedResponse[]) => [
  ...new Set(responses.map(({ status, text }) => `${status} ${text}`)),
];
const isHit = ({ headers }: TimedResponse) => headers['cache-status']?.startsWith('Frontdesk; hit;') ?? false;
/** Counts calls for one resource only: retries of an earlier test are for another one. */
const countCalls = async (sample: number) =>
  (await upstream.calls()).filter(({ path }) => path.includes(`/vm-${sample}/`)).length;

/** Stores a response and lets it expire; returns its body. */
async function storeExpired(): Promise<{ readonly sample: number; readonly text: string }> {
  const sample = harness.nextSample();
  const { text } = await harness.call(listEvents, sample);
  harness.advanceTime(EXPIRED_SECONDS);
  await upstream.reset();
  return { sample, text };
}

it('cold: one call, one body', async () => {
  await harness.reset();
  await upstream.fault({ times: 1, fault: { kind: 'delay', ms: 200 } });
  const sample = harness.nextSample();
  const responses = await sendBurst(sample);
  expect(distinct(responses)).toEqual([expect.stringMatching(/^200 \{"value"/)]);
  expect(await countCalls(sample)).toBe(1);
});

it('expired: one call in the background, and every caller gets the stored response', async () => {
  await harness.reset();
  const { sample, text } = await storeExpired();
  await upstream.fault({ times: 1, fault: { kind: 'delay', ms: 2_000 } });
  const responses = await sendBurst(sample);
  expect(distinct(responses)).toEqual([`200 ${text}`]);
  expect(responses.every(isHit)).toBe(true);
  expect(await countCalls(sample)).toBe(1);
});

it.each([
  ['returns 500', { kind: 'status', status: 500 }, 3],
  ['hangs', { kind: 'hang' }, 1],
] as const)('expired, and the upstream %s: every caller gets the stored response', async (_, fault, maxCalls) => {
  await harness.reset();
  const { sample, text } = await storeExpired();
  await upstream.fault({ times: 1_000, fault });
  const startedAt = performance.now();
  const responses = await sendBurst(sample);
  expect(distinct(responses)).toEqual([`200 ${text}`]);
  expect(responses.every(isHit)).toBe(true);
  // A background refresh is attempted again after three seconds.
  const attempts = 1 + Math.floor((performance.now() - startedAt) / 3_000);
  expect(await countCalls(sample)).toBeLessThanOrEqual(Math.max(maxCalls, attempts));
});

it('two callers with different access: two calls, two bodies', async () => {
  await harness.reset();
  const sample = harness.nextSample();
  // The policy also grants this client the resource group, which is another access scope.
  const other = await issuer.issueToken({ azp: 'a9900000-0000-4000-8000-000000000002' });
  await upstream.fault({ times: 1, fault: { kind: 'patch', body: { of: 'one of the two' } } });
  const [ours, theirs] = await Promise.all([sendBurst(sample, 100), sendBurst(sample, 100, other)]);
  expect(await countCalls(sample)).toBe(2);
  expect([distinct(ours).length, distinct(theirs).length]).toEqual([1, 1]);
  expect(distinct(ours)).not.toEqual(distinct(theirs));
  expect(distinct(await sendBurst(sample, 10))).toEqual(distinct(ours));
  expect(distinct(await sendBurst(sample, 10, other))).toEqual(distinct(theirs));
});
