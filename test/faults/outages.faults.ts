/** Faults that many calls meet together: outages, storms, slowness, chance. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, type TestContext, vi } from 'vitest';
import { toLimits } from './edges.ts';
import { callUntilWell } from './expect-answer.ts';
import { quantile, report } from './figures.ts';
import { operations, type SampleOperation } from './operations.ts';
import { startRig, warmUp } from './rig.ts';
import type { TimedAnswer } from './send.ts';

const rig = await startRig({ speed: 10, settings: { ...toLimits(50), BUSINESS_DATA_LIMITS: '' } });
await warmUp(rig);

const [putAuthorization, listEvents, , , , , getCustomer] = operations as [
  SampleOperation,
  SampleOperation,
  ...SampleOperation[],
];
const reads = getCustomer as SampleOperation;

/** Calls at an even rate of Frontdesk's seconds. */
async function callSteadily(operation: SampleOperation, perSecond: number, seconds: number): Promise<TimedAnswer[]> {
  const answers: Promise<TimedAnswer>[] = [];
  const startedAt = performance.now();
  for (let call = 0; call < perSecond * seconds; call++) {
    await sleep(startedAt + (call * 1000) / perSecond / rig.speed - performance.now());
    answers.push(rig.call(operation, rig.nextMark()));
  }
  return Promise.all(answers);
}

async function callMany(operation: SampleOperation, count: number, parallel: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) answers.push(await rig.call(operation, rig.nextMark()));
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return answers;
}

/** A breaker closes after two good calls. */
async function heal(): Promise<void> {
  await rig.calm();
  for (const operation of [reads, putAuthorization, listEvents]) {
    for (let call = 0; call < 3; call++) await callUntilWell(rig, operation, rig.nextMark());
  }
  await rig.calm();
}

const codesOf = (answers: readonly TimedAnswer[]) => new Set(answers.map(({ text }) => JSON.parse(text).error?.code));

const recoversSoon = async (operation: SampleOperation, context: TestContext) => {
  await heal();
  const wire = rig.wires[operation.api];
  const before = wire.connections;
  await wire.strike({ kind: 'cut', of: 'request', bytes: 0, by: 'RST' });
  const during = await callSteadily(operation, 10, 60);
  const probes = wire.connections - before;
  const refused = during.filter(({ text }) => text.includes('circuit_open'));
  expect([...codesOf(during)].sort()).toEqual(['circuit_open', 'upstream_unreachable']);
  expect(refused.every(({ headers, status }) => status === 503 && Number(headers['retry-after']) >= 1)).toBe(true);
  // Twenty calls to notice, then one a second at most.
  expect(probes).toBeLessThanOrEqual(20 + 60);

  await wire.strike(undefined);
  const recoveredAt = performance.now();
  await vi.waitUntil(async () => (await rig.call(operation, rig.nextMark())).status === operation.status, {
    timeout: 20_000,
    interval: 5,
  });
  const seconds = ((performance.now() - recoveredAt) * rig.speed) / 1000;
  report(
    context,
    `${during.length} calls in the outage, ${probes} of them sent; first good answer ${seconds.toFixed(1)} s after it; refused in ${quantile(
      refused.map(({ elapsedMs }) => elapsedMs),
      0.5,
    ).toFixed(1)} ms (median)`,
  );
  expect(seconds).toBeLessThanOrEqual(2 + 0.5);
};

for (const operation of [reads, putAuthorization]) {
  it(`F27 outage of a minute, then recovery: ${operation.id}`, (context) => recoversSoon(operation, context));
}

it('F27 outage of a minute: every reply that was seen in the hour before is served', async () => {
  await heal();
  const marks = Array.from({ length: 20 }, () => rig.nextMark());
  for (const mark of marks) await rig.call(listEvents, mark);
  await rig.wires.arm.strike({ kind: 'down' });
  rig.passTime(600);
  for (let second = 0; second < 60; second += 6) {
    const answers = await Promise.all(marks.map((mark) => rig.call(listEvents, mark)));
    expect(answers.map(({ status, headers }) => [status, headers['cache-status']?.includes('stale-if-error')])).toEqual(
      marks.map(() => [200, true]),
    );
    rig.passTime(6);
  }
});

it('everything fails, and no breaker helps: 1,000 requests make 1,100 calls at most', async (context) => {
  await heal();
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
  await heal();
  await rig.upstream.fault({ times: 100_000, fault });
  const answers = await callMany(reads, 1_000, 5);
  const calls = (await rig.upstream.calls()).length;
  report(context, `${calls} calls for ${answers.length} requests`);
  expect(answers.every(({ status }) => status === 502 || status === 503)).toBe(true);
  expect(calls).toBeLessThanOrEqual(60);
});

/** Numbers from 0 up to 1 that are the same in every run: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Calls one after the other, far enough apart for a retry budget to be full; three of ten tries fail after they took effect. */
async function callByChance(operation: SampleOperation, count: number, seed: number, toMark = () => rig.nextMark()) {
  const random = createRandom(seed);
  const results: { readonly status: number; readonly calls: number; readonly cache: string | undefined }[] = [];
  for (let call = 0; call < count; call++) {
    const mark = toMark();
    let failing = 0;
    while (random() < 0.3) failing++;
    if (failing > 0) await rig.upstream.fault({ times: failing, fault: { kind: 'reset', processed: true } });
    const { status, headers } = await rig.call(operation, mark);
    results.push({ status, calls: (await rig.callsOf(mark)).length, cache: headers['cache-status'] });
    await rig.upstream.reset();
    rig.passTime(11);
  }
  return results;
}

it('F28 three of ten tries fail: reads succeed as far as three tries go', async (context) => {
  await heal();
  const results = await callByChance(reads, 300, 1);
  const share = results.filter(({ status }) => status === 200).length / results.length;
  report(context, `${(share * 100).toFixed(1)} % of reads succeed (1 - 0.3^3 = 97.3 %)`);
  expect(share).toBeGreaterThanOrEqual(0.95);
});

it('F28 three of ten tries fail: what is stored is always answered', async (context) => {
  await heal();
  const mark = rig.nextMark();
  await rig.call(listEvents, mark);
  const results = await callByChance(listEvents, 200, 2, () => mark);
  report(context, `${results.filter(({ status }) => status === 200).length} of ${results.length} answered`);
  expect(results.every(({ status }) => status === 200)).toBe(true);
});

it('F28 three of ten tries fail: seven of ten writes succeed, and none is sent twice', async (context) => {
  await heal();
  const results = await callByChance(putAuthorization, 300, 3);
  const share = results.filter(({ status }) => status === 201).length / results.length;
  report(
    context,
    `${(share * 100).toFixed(1)} % of writes succeed, ${results.filter(({ calls }) => calls > 1).length} sent twice`,
  );
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.8);
  expect(results.filter(({ calls }) => calls > 1)).toEqual([]);
});

it('F29 one upstream is ten times as slow: it sheds what it cannot take, and the others do not notice', async (context) => {
  await heal();
  const measure = async () => (await callMany(putAuthorization, 60, 2)).map(({ elapsedMs }) => elapsedMs);
  const usual = await measure();
  // Two seconds of Frontdesk's for each call.
  await rig.wires.business.strike({ kind: 'latency', ms: 200 });
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
