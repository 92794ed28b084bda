/** Runs one cell of the fault matrix against the rig. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callAndExpect, callWell, GRACE_MS, heal } from './expect-answer.ts';
import { cacheStatus, type Expected, type Strike, type UpstreamFault } from './expectation.ts';
import type { SampleOperation } from './operations.ts';
import type { Rig } from './rig.ts';
import type { TimedAnswer } from './send.ts';
import { runUndisturbed } from './stall.ts';

/** What is stored before the fault strikes. */
type State = 'cold' | 'warm' | 'revalidating' | 'stale';

interface Cell {
  readonly fault: UpstreamFault;
  readonly operation: SampleOperation;
  readonly state: State;
  readonly expected: Expected;
}

const hit: Expected = { status: 'success', cache: 'hit', calls: 0 };

/** Answers every cell of a fault that means something. */
function toCells(fault: UpstreamFault, operations: readonly SampleOperation[]): Cell[] {
  return operations.flatMap((operation) => {
    const cold = fault.cold[operation.group];
    if (typeof cold === 'string') return [];
    const toCell = (state: State, expected: Expected): Cell => ({ fault, operation, state, expected });
    if (!operation.isCached) return [toCell('cold', cold)];
    const whenStored: Expected = cold.status === 'success' ? { ...cold, cache: 'miss' } : cold;
    const beside: Expected = { status: 'success', cache: 'while-revalidating', calls: cold.calls };
    return [
      toCell('cold', whenStored),
      toCell('warm', hit),
      ...(operation.id === 'O2' ? [toCell('revalidating', fault.revalidating ?? beside)] : []),
      toCell('stale', fault.stale[operation.group as 'reads' | 'search']),
    ];
  });
}

/** Declares the tests of a fault: one a cell. */
export function testCells(
  rig: Rig,
  strike: BringAbout,
  fault: UpstreamFault,
  operations: readonly SampleOperation[],
): void {
  describe(`${fault.id} ${fault.name}`, () => {
    for (const cell of toCells(fault, operations)) {
      it(`${cell.operation.id} ${cell.state}`, (context) => {
        const run = () => runCell(rig, strike, cell);
        return runUndisturbed(context, run, () => heal(rig, [cell.operation]));
      });
    }
  });
}

/** Makes a fault of the upstreams happen from now on. */
export type BringAbout = (rig: Rig, strike: Strike) => Promise<void>;

const REVALIDATING_SECONDS = 130;

/** Expects of the cell what the table says, and of every cell: in time, no 500, one record, the place given back, nothing bad stored. */
async function runCell(rig: Rig, strike: BringAbout, cell: Cell): Promise<void> {
  const { fault, operation, state, expected } = cell;
  const mark = rig.nextMark();
  await rig.calm();
  await prepare(rig, operation, state, mark);
  await rig.upstream.reset();
  if ('idle' in fault.strike) await callWell(rig, operation, rig.nextMark());
  await strike(rig, fault.strike);

  await expectAnswer(rig, cell, mark, expected, expected.calls);
  if (expected.again) {
    // Of a call that is refused at once nothing is sent.
    const outcome = expected.outcome && { outcome: 'not-sent' as const };
    await expectAnswer(rig, cell, mark, { ...expected.again, ...outcome }, expected.calls + expected.again.calls);
  }

  await rig.calm();
  const after = await callAfter(rig, operation, mark);
  if (!operation.isCached) return;
  const last = expected.again ?? expected;
  const isGone = last.status === 404 || last.code === 'upstream_auth';
  const isEmpty = isGone || (state === 'cold' && expected.status !== 'success');
  expect({ after: after.headers['cache-status'] }).toEqual({
    after: expect.stringMatching(isEmpty ? cacheStatus.miss : cacheStatus.fetched),
  });
}

/** Calls where nothing is amiss any more, past what the fault has left under way beside the requests. */
async function callAfter(rig: Rig, operation: SampleOperation, mark: number): Promise<TimedAnswer> {
  let answer = await callWell(rig, operation, mark);
  for (let call = 0; call < 20 && answer.headers['cache-status']?.includes('stale-if-error'); call++) {
    await sleep(GRACE_MS);
    answer = await callWell(rig, operation, mark);
  }
  return answer;
}

async function prepare(rig: Rig, operation: SampleOperation, state: State, mark: number): Promise<void> {
  if (state === 'cold') return;
  await callWell(rig, operation, mark);
  if (state === 'revalidating') rig.passTime(REVALIDATING_SECONDS);
  if (state === 'stale') rig.passTime(operation.staleAfter ?? 0);
}

async function expectAnswer(rig: Rig, cell: Cell, mark: number, expected: Expected, calls: number): Promise<void> {
  const { operation, state, fault } = cell;
  const { elapsedMs } = await callAndExpect(rig, operation, mark, expected, fault.within ?? operation.deadlineMs);
  const lastsMs = Math.min((fault.lasts ?? 0) * 1000, operation.deadlineMs) / rig.speed;
  // What goes on beside the answer is given its time to go too far, and as much as it needs to come at all.
  if (state === 'stale' || state === 'revalidating') await sleep(lastsMs + GRACE_MS - elapsedMs);
  await expect.poll(async () => ({ calls: (await rig.callsOf(mark)).length }), { timeout: 3_000 }).toEqual({ calls });
}
