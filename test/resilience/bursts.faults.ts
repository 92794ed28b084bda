/** Many callers at once on one stored reply: the seven bursts of reliability 1.1, by what the upstream hears and what the callers get. */
import { expect, it } from 'vitest';
import { toLimits } from './harness/edges.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import type { TimedAnswer } from './harness/send.ts';

const rig = await startRig({ settings: toLimits(50) });
await warmUp(rig);

const CALLERS = 200;
const EXPIRED_SECONDS = 70;
const listEvents = operations.find(({ id }) => id === 'O2') as SampleOperation;

const burst = (mark: number, callers = CALLERS, token = rig.token) =>
  Promise.all(Array.from({ length: callers }, () => rig.send({ token, ...listEvents.toRequest(mark) })));

const distinct = (answers: readonly TimedAnswer[]) => [
  ...new Set(answers.map(({ status, text }) => `${status} ${text}`)),
];
const isHit = ({ headers }: TimedAnswer) => headers['cache-status']?.startsWith('Frontdesk; hit;') ?? false;
/** Of one reply: what a test before still tries is another's. */
const countCalls = async (mark: number) =>
  (await rig.upstream.calls()).filter(({ path }) => path.includes(`/vm-${mark}/`)).length;

/** Answers a mark whose reply has expired, and what it said. */
async function storeExpired(): Promise<{ readonly mark: number; readonly text: string }> {
  const mark = rig.nextMark();
  const { text } = await rig.call(listEvents, mark);
  rig.passTime(EXPIRED_SECONDS);
  await rig.upstream.reset();
  return { mark, text };
}

it('cold: one call, one body', async () => {
  await rig.calm();
  await rig.upstream.fault({ times: 1, fault: { kind: 'delay', ms: 200 } });
  const mark = rig.nextMark();
  const answers = await burst(mark);
  expect(distinct(answers)).toEqual([expect.stringMatching(/^200 \{"value"/)]);
  expect(await countCalls(mark)).toBe(1);
});

it('warm: no call', async () => {
  await rig.calm();
  const mark = rig.nextMark();
  const { text } = await rig.call(listEvents, mark);
  await rig.upstream.reset();
  expect(distinct(await burst(mark))).toEqual([`200 ${text}`]);
  expect(await countCalls(mark)).toBe(0);
});

it('expired: one call beside them, and every caller gets what is stored', async () => {
  await rig.calm();
  const { mark, text } = await storeExpired();
  await rig.upstream.fault({ times: 1, fault: { kind: 'delay', ms: 2_000 } });
  const answers = await burst(mark);
  expect(distinct(answers)).toEqual([`200 ${text}`]);
  expect(answers.every(isHit)).toBe(true);
  expect(await countCalls(mark)).toBe(1);
});

it.each([
  ['answers 500', { kind: 'status', status: 500 }, 3],
  ['hangs', { kind: 'hang' }, 1],
] as const)('expired, and the upstream %s: every caller gets what is stored', async (_, fault, most) => {
  await rig.calm();
  const { mark, text } = await storeExpired();
  await rig.upstream.fault({ times: 1_000, fault });
  const startedAt = performance.now();
  const answers = await burst(mark);
  expect(distinct(answers)).toEqual([`200 ${text}`]);
  expect(answers.every(isHit)).toBe(true);
  // Beside the answers it is tried again after three seconds.
  const tries = 1 + Math.floor((performance.now() - startedAt) / 3_000);
  expect(await countCalls(mark)).toBeLessThanOrEqual(Math.max(most, tries));
});

it('cold, and the upstream answers 500: one call with its retries, and all fail together', async () => {
  await rig.calm();
  await rig.upstream.fault({ times: 1_000, fault: { kind: 'status', status: 500 } });
  // Slow enough for all callers to be there before the first failure: who comes later has a call of his own.
  await rig.wires.arm.strike({ kind: 'latency', ms: 1_000 });
  const mark = rig.nextMark();
  const answers = await burst(mark, 50);
  expect(distinct(answers)).toEqual([expect.stringMatching(/^502 .*upstream_error/)]);
  expect(await countCalls(mark)).toBeLessThanOrEqual(3);
});

it('two callers of different access: two calls, two bodies', async () => {
  await rig.calm();
  const mark = rig.nextMark();
  // Granted by the resource group, too: another access scope.
  const other = await rig.issuer.issueToken({ azp: 'a9900000-0000-4000-8000-000000000002' });
  await rig.upstream.fault({ times: 1, fault: { kind: 'patch', body: { of: 'one of the two' } } });
  const [ours, theirs] = await Promise.all([burst(mark, 100), burst(mark, 100, other)]);
  expect(await countCalls(mark)).toBe(2);
  expect([distinct(ours).length, distinct(theirs).length]).toEqual([1, 1]);
  expect(distinct(ours)).not.toEqual(distinct(theirs));
  expect(distinct(await burst(mark, 10))).toEqual(distinct(ours));
  expect(distinct(await burst(mark, 10, other))).toEqual(distinct(theirs));
});
