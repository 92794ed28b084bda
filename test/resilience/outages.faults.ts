/** Faults that calls meet one after the other: outages and chance. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, type TestContext, vi } from 'vitest';
import { toLimits } from './harness/edges.ts';
import { heal } from './harness/expect-answer.ts';
import { quantile, report } from './harness/figures.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import type { TimedAnswer } from './harness/send.ts';
import { measureStall, runUndisturbed } from './harness/stall.ts';

const rig = await startRig({ speed: 10, settings: toLimits(50) });
await warmUp(rig);

const [putAuthorization, listEvents, , , , , getCustomer] = operations as [
  SampleOperation,
  SampleOperation,
  ...SampleOperation[],
];
const reads = getCustomer as SampleOperation;
const all = [reads, putAuthorization, listEvents];

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

const codesOf = (answers: readonly TimedAnswer[]) => new Set(answers.map(({ text }) => JSON.parse(text).error?.code));

const recoversSoon = async (operation: SampleOperation, context: TestContext) => {
  await heal(rig, all);
  const wire = rig.wires[operation.api];
  const before = wire.connections;
  await wire.strike({ kind: 'cut', of: 'request', bytes: 0, by: 'RST' });
  const during = await callSteadily(operation, 4, 60);
  const probes = wire.connections - before;
  const refused = during.filter(({ text }) => text.includes('circuit_open'));
  expect([...codesOf(during)].sort()).toEqual(['circuit_open', 'upstream_unreachable']);
  expect(refused.every(({ headers, status }) => status === 503 && Number(headers['retry-after']) >= 1)).toBe(true);
  // Twenty calls to notice, then one a second at most.
  expect(probes).toBeLessThanOrEqual(20 + 60);

  await wire.strike(undefined);
  const recoveredAt = performance.now();
  const stall = measureStall();
  await vi.waitUntil(async () => (await rig.call(operation, rig.nextMark())).status === operation.status, {
    timeout: 20_000,
    interval: 5,
  });
  const seconds = ((performance.now() - recoveredAt) * rig.speed) / 1000;
  const stalledSeconds = (stall.end() * rig.speed) / 1000;
  report(
    context,
    `${during.length} calls in the outage, ${probes} of them sent; first good answer ${seconds.toFixed(1)} s after it; refused in ${quantile(
      refused.map(({ elapsedMs }) => elapsedMs),
      0.5,
    ).toFixed(1)} ms (median)`,
  );
  expect(seconds - stalledSeconds).toBeLessThanOrEqual(2 + 0.5);
};

for (const operation of [reads, putAuthorization]) {
  it(`F27 outage of a minute, then recovery: ${operation.id}`, (context) =>
    runUndisturbed(
      context,
      () => recoversSoon(operation, context),
      () => heal(rig, all),
    ));
}

it('F27 outage of a minute: every reply that was seen in the hour before is served', async () => {
  await heal(rig, all);
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

it('F22 refused for good: an operator hears of it once a minute', async () => {
  await heal(rig, all);
  await rig.upstream.fault({ times: 10_000, fault: { kind: 'status', status: 403 } });
  const logged = rig.log.length;
  const minutes = 6;
  for (let second = 0; second < minutes * 60; second += 5) {
    rig.passTime(5);
    expect((await rig.call(putAuthorization, rig.nextMark())).text).toContain('upstream_auth');
  }
  const alerts = rig.log.slice(logged).filter(({ alert }) => alert === 'upstream_auth');
  expect(alerts.length).toBeGreaterThan(1);
  expect(alerts.length).toBeLessThanOrEqual(minutes + 1);
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
  await heal(rig, all);
  const results = await callByChance(reads, 300, 1);
  const share = results.filter(({ status }) => status === 200).length / results.length;
  report(context, `${(share * 100).toFixed(1)} % of reads succeed (1 - 0.3^3 = 97.3 %)`);
  expect(share).toBeGreaterThanOrEqual(0.95);
});

it('F28 three of ten tries fail: what is stored is always answered', async (context) => {
  await heal(rig, all);
  const mark = rig.nextMark();
  await rig.call(listEvents, mark);
  const results = await callByChance(listEvents, 200, 2, () => mark);
  report(context, `${results.filter(({ status }) => status === 200).length} of ${results.length} answered`);
  expect(results.every(({ status }) => status === 200)).toBe(true);
});

it('F28 three of ten tries fail: seven of ten writes succeed, and none is sent twice', async (context) => {
  await heal(rig, all);
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
