/** Faults that many calls meet at once, in real time: how often a failing upstream is called, and what a slow one sheds. */
import { expect, it } from 'vitest';
import { toLimits } from './harness/edges.ts';
import { heal } from './harness/expect-answer.ts';
import { quantile, report } from './harness/figures.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import type { TimedAnswer } from './harness/send.ts';

const rig = await startRig({ settings: { ...toLimits(50), BUSINESS_DATA_LIMITS: '' } });
await warmUp(rig);

const [putAuthorization, , , , , , getCustomer] = operations as [SampleOperation, ...SampleOperation[]];
const reads = getCustomer as SampleOperation;
const all = [reads, putAuthorization];

async function callMany(operation: SampleOperation, count: number, parallel: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) answers.push(await rig.call(operation, rig.nextMark()));
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return answers;
}

const codesOf = (answers: readonly TimedAnswer[]) => new Set(answers.map(({ text }) => JSON.parse(text).error?.code));

it('everything fails, and no breaker helps: 1,000 requests make 1,100 calls at most', async (context) => {
  await heal(rig, all);
  // A 429 without Retry-After: repeated, since nothing was processed, and no sign of bad health.
  await rig.upstream.fault({ times: 100_000, fault: { kind: 'status', status: 429 } });
  const answers = await callMany(reads, 1_000, 5);
  const calls = (await rig.upstream.calls()).length;
  report(context, `${calls} calls for ${answers.length} requests: ${(calls / answers.length).toFixed(3)} a request`);
  expect(answers.every(({ status }) => status === 429)).toBe(true);
  expect(calls).toBeLessThanOrEqual(answers.length * 1.1);
});

it.for([
  ['resets', { kind: 'reset' }],
  ['500s', { kind: 'status', status: 500 }],
] as const)('everything fails with %s: 1,000 requests make 60 calls at most', async ([, fault], context) => {
  await heal(rig, all);
  await rig.upstream.fault({ times: 100_000, fault });
  const answers = await callMany(reads, 1_000, 5);
  const calls = (await rig.upstream.calls()).length;
  report(context, `${calls} calls for ${answers.length} requests`);
  expect(answers.every(({ status }) => status === 502 || status === 503)).toBe(true);
  expect(calls).toBeLessThanOrEqual(60);
});

it.for([
  ['F12 503 with Retry-After is a sign of bad health: the circuit opens', 503, 'circuit_open'],
  ['F10 429 with Retry-After is none: the next call goes out', 429, undefined],
] as const)('%s', async ([, status, code]) => {
  await heal(rig, all);
  // All are under way before the first answer closes the gate.
  await rig.wires.arm.strike({ kind: 'latency', ms: 2_000 });
  await rig.upstream.fault({ times: 1_000, fault: { kind: 'status', status, headers: { 'retry-after': '1' } } });
  await callMany(putAuthorization, 40, 40);
  expect((await rig.upstream.calls()).length).toBeGreaterThanOrEqual(20);
  await rig.relieve();
  // The gate is open again, the circuit is not yet.
  rig.passTime(1.5);
  const { text } = await rig.call(putAuthorization, rig.nextMark());
  expect(JSON.parse(text).error?.code).toBe(code);
});

it('F29 one upstream is ten times as slow: it sheds what it cannot take, and the others do not notice', async (context) => {
  await heal(rig, all);
  const measure = async () => (await callMany(putAuthorization, 60, 2)).map(({ elapsedMs }) => elapsedMs);
  const usual = await measure();
  await rig.wires.business.strike({ kind: 'latency', ms: 2_000 });
  const flood = Array.from({ length: 150 }, () => rig.call(reads, rig.nextMark()));
  const beside = await measure();
  const answers = await Promise.all(flood);
  const shed = answers.filter(({ status }) => status === 503);
  const served = answers.filter(({ status }) => status === 200);
  report(
    context,
    `${served.length} served, ${shed.length} shed; another upstream's calls took ${quantile(usual, 0.5).toFixed(1)} ms before, ${quantile(beside, 0.5).toFixed(1)} ms beside it (median)`,
  );
  expect(served.length).toBeGreaterThanOrEqual(5);
  expect(served.length + shed.length).toBe(answers.length);
  expect([...codesOf(shed)]).toEqual(['overloaded']);
  expect(shed.every(({ headers }) => headers['retry-after'] === '1')).toBe(true);
  expect(quantile(beside, 0.5)).toBeLessThan(quantile(usual, 0.5) * 1.1 + 50);
});
