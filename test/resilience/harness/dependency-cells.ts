/** Makes and runs the cells for faults of the identity endpoint and of the JWK Set. The cells of one fault run at the same time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleOperation, sampleOperations } from '../../testbed/sample-operations.ts';
import { keysUnavailable } from '../matrix/expectations.ts';
import type { DependencyInjection, Expected } from '../matrix/types.ts';
import { callAndExpect, callAndSucceed } from './expect-response.ts';
import type { Harness } from './harness.ts';
import { BATCH_MS, sendParts, sendPartsAndExpect } from './send-batch.ts';

export interface DependencyCell {
  readonly operation: SampleOperation;
  readonly state: 'cold' | 'warm' | 'stale';
  readonly expected: Expected;
  readonly sample: number;
}

/** Returns a cell for each operation. Only writes have an outcome. */
export function listDependencyCells(
  harness: Harness,
  state: DependencyCell['state'],
  expected: Expected,
  operations = sampleOperations,
): DependencyCell[] {
  return operations.map((operation) => {
    const { outcome, ...rest } = expected;
    const isWrite = operation.group === 'writes' || operation.group === 'bodiless';
    const isMiss = expected.status === 'success' && operation.isCached && state === 'cold';
    return {
      operation,
      state,
      expected: { ...rest, ...(isMiss ? { cache: 'miss' as const } : {}), ...(isWrite && outcome ? { outcome } : {}) },
      sample: harness.nextSample(),
    };
  });
}

export interface DependencyTests {
  readonly title: string;
  readonly cells: readonly DependencyCell[];
  readonly withinMs: number;
  /** Prepares tokens, keys and cache, then injects the fault. */
  readonly inject: () => Promise<void>;
  /** A check while the fault lasts, after the cells. */
  readonly later?: () => Promise<void>;
  /** After this time without the fault every operation succeeds again. */
  readonly recoverySeconds: number;
}

/** Declares the tests of a fault: its cells, then that every operation succeeds after the fault. */
export function testDependencyCells(harness: Harness, tests: DependencyTests): void {
  const { title, cells, withinMs, inject, later, recoverySeconds } = tests;
  describe(title, () => {
    beforeAll(async () => {
      await inject();
      await harness.emulators.upstream.reset();
    });
    afterAll(() => harness.reset());

    for (const { operation, state, expected, sample } of cells) {
      it.concurrent(`${operation.id} ${state}`, async () => {
        await callAndExpect(harness, { operation, sample, expected, withinMs });
        expect((await harness.callsOf(sample)).length).toBe(expected.upstreamCalls);
      });
    }

    it('F62 in a batch', () => expectBatch(harness, cells));

    if (later) it('later', later);

    it('after it', async () => {
      await harness.clearFaults();
      harness.advanceTime(recoverySeconds);
      for (const operation of sampleOperations) await callAndSucceed(harness, operation);
    });
  });
}

/** Sends the cells that change nothing once more, the cold ones with other samples, as parts of a batch. */
async function expectBatch(harness: Harness, cells: readonly DependencyCell[]): Promise<void> {
  const parts = cells
    .filter(({ operation }) => operation.group === 'reads' || operation.group === 'search')
    .map((cell) => (cell.state === 'cold' ? { ...cell, sample: harness.nextSample() } : cell));
  if (parts.every(({ expected }) => expected.code !== keysUnavailable.code)) {
    await sendPartsAndExpect(harness, parts);
    return;
  }
  // Without a caller there are no parts.
  const { response, expectInTime } = await sendParts(harness, parts);
  expect([response.status, response.headers['x-frontdesk-problem']]).toEqual([503, keysUnavailable.code]);
  expectInTime(BATCH_MS);
}

/** Injects the fault into every call of the emulator, or into every connection of its proxy. */
export async function injectDependencyFault(
  { emulators }: Harness,
  dependency: 'identity' | 'keys',
  injection: DependencyInjection,
): Promise<void> {
  if ('flaw' in injection) return emulators.identity.control('token-flaw', injection);
  if ('proxy' in injection) return emulators.proxies[dependency].injectFault(injection.proxy);
  const { control, target } = {
    identity: { control: emulators.identity, target: 'token' },
    keys: { control: emulators.issuer, target: 'jwks' },
  }[dependency];
  await control.fault({ target, times: 1_000, fault: injection.emulator });
}
