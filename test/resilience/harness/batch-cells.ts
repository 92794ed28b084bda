/** Runs cells of the fault matrix as parts of one batch, beside parts that the fault does not concern. */
import { describe, it } from 'vitest';
import { sampleOperation } from '../../testbed/sample-operations.ts';
import type { UpstreamFault } from '../matrix/types.ts';
import { callAndSucceed, callUntilSuccess, resetCircuits } from './expect-response.ts';
import type { Harness } from './harness.ts';
import type { Inject } from './inject-fault.ts';
import { type CacheState, type Cell, expectCalls, fillCache, HIT, listCells } from './matrix-cells.ts';
import { BATCH_MS, type Part, sendPartsAndExpect } from './send-batch.ts';
import { retryIfStalled } from './stall.ts';

/** What a batch has of the matrix: each of another upstream, so that none has the other's Retry-After. Aged ones come first. */
interface Mix {
  readonly faulty: readonly (readonly [string, CacheState])[];
  /** Of an upstream that is well. */
  readonly healthy: string;
}

const MIXES: readonly Mix[] = [
  {
    faulty: [
      ['searchRestorePoints', 'stale'],
      ['listHealthEvents', 'cold'],
    ],
    healthy: 'getCustomer',
  },
  {
    faulty: [
      ['listHealthEvents', 'stale'],
      ['getCustomer', 'cold'],
    ],
    healthy: 'searchRestorePoints',
  },
  {
    faulty: [
      ['listHealthEvents', 'revalidating'],
      ['searchRestorePoints', 'cold'],
    ],
    healthy: 'getCustomer',
  },
];

/** Declares the tests of a row in batches: each kind of operation in each cache state once. */
export function testBatchCells(harness: Harness, inject: Inject, fault: UpstreamFault): void {
  describe(`${fault.id} ${fault.name}`, () => {
    for (const { faulty, healthy } of MIXES) {
      const cells = faulty.flatMap(([id, state]) => findCell(fault, id, state));
      if (cells.length === 0) continue;
      const operations = cells.map(({ operation }) => operation);
      it(`F62 in a batch: ${cells.map(({ operation, state }) => `${operation.id} ${state}`).join(', ')}`, (context) =>
        retryIfStalled(
          context,
          () => runBatch(harness, inject, cells, healthy),
          () => resetCircuits(harness, operations),
        ));
    }
  });
}

/** Returns the cell as a part; none where it depends on the moment whether a batch still has its success. */
function findCell(fault: UpstreamFault, id: string, state: CacheState): Cell[] {
  return listCells(fault, sampleOperation(id)).flatMap((cell) => {
    if (cell.state !== state) return [];
    const lastsMs = Math.min((fault.attemptSeconds ?? 0) * 1_000, cell.operation.deadlineMs);
    if (state !== 'cold' || lastsMs <= BATCH_MS) return [cell];
    const { attempts: _, ...expected } = cell.expected;
    return expected.status === 504 ? [{ ...cell, expected }] : [];
  });
}

async function runBatch(harness: Harness, inject: Inject, cells: readonly Cell[], healthy: string): Promise<void> {
  const [{ fault }] = cells as [Cell];
  await harness.reset();
  const faulty = cells.map((cell) => ({ ...cell, sample: harness.nextSample() }));
  const well = listHealthyParts(harness, healthy);
  for (const { sample, ...cell } of faulty) await fillCache(harness, cell, sample);
  await callAndSucceed(harness, sampleOperation('listHealthEvents'), well[0].sample);
  await harness.emulators.upstream.reset();
  // Leaves a connection open, which needs no resolver.
  for (const operation of new Set([...cells.map((cell) => cell.operation), sampleOperation(healthy)]))
    await callAndSucceed(harness, operation);
  await inject(
    harness,
    fault.inject,
    cells.map(({ operation }) => operation.api),
  );

  const { elapsedMs } = await sendPartsAndExpect(harness, [well[0], ...faulty, well[1]]);
  for (const { sample, ...cell } of faulty) await expectCalls(harness, cell, { sample, elapsedMs });

  await harness.reset();
  for (const { operation, sample } of faulty) await callUntilSuccess(harness, operation, sample);
}

/** Returns a part that is a hit, and one that is called. */
function listHealthyParts(harness: Harness, called: string): readonly [Part, Part] {
  const operation = sampleOperation(called);
  const cache = operation.isCached ? { cache: 'miss' as const } : {};
  return [
    { operation: sampleOperation('listHealthEvents'), sample: harness.nextSample(), expected: HIT },
    { operation, sample: harness.nextSample(), expected: { status: 'success', upstreamCalls: 1, ...cache } },
  ];
}
