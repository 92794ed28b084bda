/** Runs the cells of a fault that is not an upstream's: all together, since nobody has to wait in turn for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAndExpect, callWell } from './expect-answer.ts';
import type { EdgeStrike, Expected } from './expectation.ts';
import { operations, type SampleOperation } from './operations.ts';
import type { Rig } from './rig.ts';

export interface EdgeCell {
  readonly operation: SampleOperation;
  readonly state: 'cold' | 'warm' | 'stale';
  readonly expected: Expected;
  readonly mark: number;
}

/** Answers a cell for each operation, with the outcome where it writes. */
export function toEdgeCells(rig: Rig, state: EdgeCell['state'], cold: Expected, of = operations): EdgeCell[] {
  return of.map((operation) => {
    const { outcome, ...rest } = cold;
    const isWrite = operation.group === 'writes' || operation.group === 'deletion';
    const stored =
      cold.status === 'success' && operation.isCached && state === 'cold' ? { cache: 'miss' as const } : {};
    const expected = { ...rest, ...stored, ...(isWrite && outcome ? { outcome } : {}) };
    return { operation, state, expected, mark: rig.nextMark() };
  });
}

export interface EdgeRun {
  readonly cells: readonly EdgeCell[];
  readonly within: number;
  /** Brings about what the fault finds, then the fault. */
  readonly strike: () => Promise<void>;
  /** What is expected a little later, the fault still there. */
  readonly later?: () => Promise<void>;
  /** Seconds after which all is well again. */
  readonly heals: number;
}

/** Declares the tests of a fault: its cells, then that every operation is well once the fault is gone. */
export function testEdgeCells(rig: Rig, title: string, { cells, within, strike, later, heals }: EdgeRun): void {
  describe(title, () => {
    beforeAll(async () => {
      await strike();
      await rig.upstream.reset();
    });
    afterAll(() => rig.calm());

    for (const { operation, state, expected, mark } of cells) {
      it.concurrent(`${operation.id} ${state}`, async () => {
        await callAndExpect(rig, operation, mark, expected, within);
        expect((await rig.callsOf(mark)).length).toBe(expected.calls);
      });
    }

    if (later) it('later', later);

    it('after it', async () => {
      await rig.relieve();
      rig.passTime(heals);
      for (const operation of operations) await callWell(rig, operation, rig.nextMark());
    });
  });
}

/** Has an emulated edge or the proxy before it strike every call. */
export async function strikeEdge(rig: Rig, edge: 'identity' | 'keys', strike: EdgeStrike): Promise<void> {
  if ('wire' in strike) return rig.wires[edge].strike(strike.wire);
  const { control, target } = {
    identity: { control: rig.identity, target: 'token' },
    keys: { control: rig.issuer, target: 'jwks' },
  }[edge];
  await control.fault({ target, times: 1_000, fault: strike.scripted });
}
