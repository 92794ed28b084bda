/** Makes the cells of the fault matrix from its rows, injects their faults, and runs each as one test. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { apiNames } from '../../../dev/upstream/apis.ts';
import type { TestResponse } from '../../support/send-request.ts';
import { type Group, type SampleOperation, sampleOperations } from '../../testbed/sample-operations.ts';
import { toStale } from '../matrix/expectations.ts';
import { cacheStatus, type Expected, type Injection, type UpstreamFault } from '../matrix/types.ts';
import { upstreamFaults } from '../matrix/upstream-faults.ts';
import { callAndExpect, callAndSucceed, GRACE_MS, resetCircuits } from './expect-response.ts';
import { type Harness, startHarness, warmUp } from './harness.ts';
import { retryIfStalled } from './stall.ts';

/** What is stored before the fault is injected. */
type CacheState = 'cold' | 'warm' | 'revalidating' | 'stale';

interface Cell {
  readonly fault: UpstreamFault;
  readonly operation: SampleOperation;
  readonly state: CacheState;
  readonly expected: Expected;
}

const REVALIDATING_SECONDS = 130;
/** By this call, or in the background since the one before it. */
const REFRESHED = new RegExp(`${cacheStatus.refreshed.source}|${cacheStatus.hit.source}`);
const HIT: Expected = { status: 'success', cache: 'hit', upstreamCalls: 0 };

/** Declares the tests of faults F01 to F26 of the upstreams for these groups. F04: test/unit/http/http-client.test.ts. */
export async function testUpstreamFaults(...groups: readonly Group[]): Promise<void> {
  const harness = await startHarness({ speed: 10 });
  await warmUp(harness);
  const operations = sampleOperations.filter(({ group }) => groups.includes(group));
  for (const fault of upstreamFaults) testMatrixCells(harness, fault, operations);
}

/** Declares the tests of a row: one per operation and cache state. */
export function testMatrixCells(harness: Harness, fault: UpstreamFault, operations: readonly SampleOperation[]): void {
  const cells = operations.flatMap((operation) => listCells(fault, operation));
  // A fault of reads only.
  if (cells.length === 0) return;
  describe(fault.title, () => {
    for (const cell of cells) {
      const run = () => runCell(harness, cell);
      const reset = () => resetCircuits(harness, [cell.operation]);
      // A clock that runs faster turns a short stall of the process into a missed deadline.
      it(`${cell.operation.id} ${cell.state}`, () => (harness.speed === 1 ? run() : retryIfStalled(run, reset)));
    }
  });
}

/** Returns the cells of a row for an operation: one per cache state. */
function listCells(fault: UpstreamFault, operation: SampleOperation): Cell[] {
  const { group, skips } = operation;
  if (skips.some((id) => fault.title.startsWith(id))) return [];
  const cold = fault.cold[group];
  if (typeof cold === 'string') return [];
  const toCell = (state: CacheState, expected: Expected): Cell => ({ fault, operation, state, expected });
  if (!operation.isCached) return [toCell('cold', cold)];
  const coldExpected: Expected = cold.status === 'success' ? { ...cold, cache: 'miss' } : cold;
  const background: Expected = {
    status: 'success',
    cache: 'while-revalidating',
    upstreamCalls: cold.upstreamCalls,
  };
  return [
    toCell('cold', coldExpected),
    toCell('warm', HIT),
    ...(operation.id === 'listHealthEvents' ? [toCell('revalidating', fault.revalidating ?? background)] : []),
    toCell('stale', fault.stale ?? toStale(cold)),
  ];
}

/**
 * Expects what the row says. For every cell it also expects a response in time, one log record, a successful request after the fault,
 * and that no failure was stored.
 */
async function runCell(harness: Harness, cell: Cell): Promise<void> {
  const { fault, operation, state, expected } = cell;
  const sample = harness.nextSample();
  await harness.reset();
  await fillCache(harness, cell, sample);
  await harness.emulators.upstream.reset();
  if ('idle' in fault.inject) await callAndSucceed(harness, operation);
  await injectFault(harness, fault.inject);

  await expectCell(harness, cell, sample);
  if (expected.repeated) {
    // A rejected call sends nothing.
    const outcome = expected.outcome && { outcome: 'not-sent' as const };
    const repeated = { ...expected.repeated, ...outcome };
    await expectCell(harness, { ...cell, expected: repeated }, sample, expected.upstreamCalls);
  }

  await harness.reset();
  const after = await callAfterFault(harness, operation, sample);
  if (!operation.isCached) return;
  const last = expected.repeated ?? expected;
  const isInvalidated = last.status === 404 || last.status === 403 || last.code === 'upstream_auth';
  const isEmpty = isInvalidated || (state === 'cold' && expected.status !== 'success');
  expect({ after: after.headers['cache-status'] }).toEqual({
    after: expect.stringMatching(isEmpty ? cacheStatus.miss : REFRESHED),
  });
}

/** Calls without a fault, and skips the stale responses of a background refresh that still fails. */
async function callAfterFault(harness: Harness, operation: SampleOperation, sample: number): Promise<TestResponse> {
  let response = await callAndSucceed(harness, operation, sample);
  for (let call = 0; call < 100 && response.headers['cache-status']?.includes('stale-if-error'); call++) {
    await sleep(GRACE_MS);
    response = await callAndSucceed(harness, operation, sample);
  }
  return response;
}

async function fillCache(
  harness: Harness,
  { operation, state }: Pick<Cell, 'operation' | 'state'>,
  sample: number,
): Promise<void> {
  if (state === 'cold') return;
  await callAndSucceed(harness, operation, sample);
  if (state === 'revalidating') harness.advanceTime(REVALIDATING_SECONDS);
  if (state === 'stale') harness.advanceTime(operation.staleAfter ?? 0);
}

/** `earlierCalls` are the upstream calls of the same sample before this one. */
async function expectCell(harness: Harness, cell: Cell, sample: number, earlierCalls = 0): Promise<void> {
  const { operation, state, fault, expected } = cell;
  const withinMs = fault.withinMs ?? operation.deadlineMs;
  const { elapsedMs } = await callAndExpect(harness, { operation, sample, expected, withinMs });
  const attemptsMs = Math.min((fault.attemptSeconds ?? 0) * 1000, operation.deadlineMs) / harness.speed;
  // Waits for background attempts, so that one too many would be counted.
  if (state === 'stale' || state === 'revalidating') await sleep(attemptsMs + GRACE_MS - elapsedMs);
  const upstreamCalls = earlierCalls + expected.upstreamCalls;
  const count = async () => ({ upstreamCalls: (await harness.callsOf(sample)).length });
  await expect.poll(count, { timeout: 20_000 }).toEqual({ upstreamCalls });
}

/** A socket learns this late that the other side has closed. */
const CLOSE_NOTICE_MS = 10;

/** Injects the fault of an upstream's or the table's row for every call from now on. */
async function injectFault({ emulators, resolver }: Harness, injection: Injection): Promise<void> {
  const { upstream, proxies } = emulators;
  const upstreamProxies = apiNames.map((name) => proxies[name]);
  if ('emulator' in injection) return upstream.fault({ times: injection.times, fault: injection.emulator });
  if ('table' in injection) return proxies.table.injectFault(injection.table);
  // Open connections do not need the resolver.
  resolver.isDown = 'resolver' in injection;
  await Promise.all(
    upstreamProxies.map((proxy) =>
      'proxy' in injection
        ? proxy.injectFault(injection.proxy)
        : proxy.closeConnections('idle' in injection ? injection.idle : 'FIN'),
    ),
  );
  await sleep(CLOSE_NOTICE_MS);
}
