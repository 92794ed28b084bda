/** What only real time shows: the deadlines themselves, and connections that stay idle for as long as an upstream keeps them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toLimits } from './harness/edges.ts';
import { callWell } from './harness/expect-answer.ts';
import { report } from './harness/figures.ts';
import { operations, type SampleOperation } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { measureStall } from './harness/stall.ts';

const rig = await startRig({ settings: toLimits(200) });
await warmUp(rig);

const BURSTS = 10;
const WRITES_A_BURST = 100;

const writes = operations.filter(({ id }) => id === 'O6') as [SampleOperation];
const hanging = operations.filter(({ id }) => id !== 'O6');

it.concurrent('F05 headers never come: every answer comes within its deadline and 100 ms', async (context) => {
  // Not while the first hundred writes of the other test keep the process busy.
  await sleep(1_500);
  for (const api of ['arm', 'graph', 'business']) {
    await rig.upstream.fault({ api, times: 1_000, fault: { kind: 'hang' } });
  }
  const stall = measureStall();
  const answers = await Promise.all(
    hanging.map(async ({ deadlineMs, ...operation }) => {
      const { status, elapsedMs } = await rig.call({ deadlineMs, ...operation }, rig.nextMark());
      return { status, lateMs: elapsedMs - deadlineMs };
    }),
  );
  // A process that stands still answers no earlier; the longest of it is what may hit a deadline.
  const stalledMs = stall.longest();
  const latest = Math.max(...answers.map(({ lateMs }) => lateMs));
  report(
    context,
    `the latest of ${answers.length} answers came ${Math.round(latest)} ms after its deadline; the process stood still for ${Math.round(stalledMs)} ms at once`,
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 504));
  expect(latest).toBeLessThanOrEqual(100 + stalledMs);
});

it.concurrent('F26 idle connections end: 1,000 writes four to six seconds apart, none fails', async (context) => {
  await rig.upstream.fault({ api: 'docs', times: 1_000, fault: { kind: 'delay', ms: 100 } });
  let opened = rig.wires.docs.connections;
  for (let burst = 0; burst < BURSTS; burst++) {
    await Promise.all(Array.from({ length: WRITES_A_BURST }, () => callWell(rig, writes[0], rig.nextMark())));
    await sleep(4_000 + Math.random() * 2_000);
  }
  opened = rig.wires.docs.connections - opened;
  report(context, `0 of ${BURSTS * WRITES_A_BURST} failed, over ${opened} connections`);
  expect(opened).toBeGreaterThan(BURSTS);
});
