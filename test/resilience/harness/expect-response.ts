/** Calls Frontdesk and checks the response against the fault matrix. */
import { expect, vi } from 'vitest';
import type { TestResponse } from '../../support/send-request.ts';
import type { SampleOperation } from '../../testbed/sample-operations.ts';
import { cacheStatus, type Expected } from '../matrix/types.ts';
import type { Harness } from './harness.ts';
import { StallMeter } from './stall.ts';

/** Added to every time limit: the clock's speed does not make Frontdesk's own work faster. */
export const GRACE_MS = 100;

/** One call of a cell. */
export interface CellCall {
  readonly operation: SampleOperation;
  readonly sample: number;
  readonly expected: Expected;
  /** Milliseconds of Frontdesk's clock. */
  readonly withinMs: number;
}

/** Calls, and expects the response in time and one record of it in the log. */
export async function callAndExpect(harness: Harness, call: CellCall): Promise<TestResponse> {
  const { operation, sample, expected, withinMs } = call;
  const { response, expectInTime } = await measure(harness, () => harness.call(operation, sample));
  expectResponse(operation, response, expected);
  expectInTime(withinMs);
  expectRecord(harness.log, response, expected);
  return response;
}

/** Returns the response with a check of its time, in milliseconds of Frontdesk's clock. */
export async function measure(
  { speed }: Harness,
  send: () => Promise<TestResponse>,
): Promise<{ readonly response: TestResponse; expectInTime(withinMs: number): void }> {
  const stall = new StallMeter();
  const response = await send();
  const stalledMs = stall.stop();
  const expectInTime = (withinMs: number) =>
    expect(response.elapsedMs).toBeLessThan(withinMs / speed + GRACE_MS + stalledMs);
  return { response, expectInTime };
}

/** Calls without a fault and expects success. */
export async function callAndSucceed(
  harness: Harness,
  operation: SampleOperation,
  sample = harness.nextSample(),
): Promise<TestResponse> {
  const response = await harness.call(operation, sample);
  expect({ status: response.status, text: response.text }).toMatchObject({ status: operation.status });
  return response;
}

/** Repeats the call until it succeeds, because effects of the fault before may last a moment. */
export async function callUntilSuccess(
  harness: Harness,
  operation: SampleOperation,
  sample = harness.nextSample(),
): Promise<void> {
  const succeeds = async () => (await harness.call(operation, sample)).status === operation.status;
  await vi.waitUntil(succeeds, { timeout: 10_000 });
}

/** Removes every fault and closes the breakers, by a success each. */
export async function resetCircuits(harness: Harness, operations: readonly SampleOperation[]): Promise<void> {
  for (const operation of operations) {
    await harness.reset();
    await callUntilSuccess(harness, operation);
  }
  await harness.reset();
}

function expectResponse(
  operation: SampleOperation,
  { status, headers, text, json }: TestResponse,
  expected: Expected,
): void {
  const { code, outcome, cache, maxRetryAfter, bodyContains } = expected;
  expect({
    status,
    code: (json?.error ?? json)?.code,
    outcome: headers['x-frontdesk-outcome'],
    cache: headers['cache-status'],
  }).toEqual({
    status: expected.status === 'success' ? operation.status : expected.status,
    code,
    outcome,
    cache: cache && expect.stringMatching(cacheStatus[cache]),
  });
  if (cache && cache !== 'refused') expect(Number(headers['age'])).toBeGreaterThanOrEqual(0);
  if (bodyContains) expect(text).toContain(bodyContains);
  if (maxRetryAfter === undefined) return;
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(maxRetryAfter);
}

/** Expects one record. An upstream's own error code is relayed, and its problem is `throttled` or `upstream_refused`. */
function expectRecord(log: readonly Record<string, unknown>[], response: TestResponse, expected: Expected): void {
  const { code, outcome, reasonContains, attempts } = expected;
  const own = log.filter(({ requestId }) => requestId === response.headers['x-ms-request-id']);
  const isOwnCode = code === undefined || /^[a-z_]+$/.test(code);
  const problem = code && (isOwnCode ? code : response.status === 429 ? 'throttled' : 'upstream_refused');
  expect([response.headers['x-ms-error-code'], response.headers['x-frontdesk-problem']]).toEqual([code, problem]);
  expect(own).toEqual([
    expect.objectContaining({
      status: response.status,
      ...(problem ? { problem } : {}),
      ...(outcome && code ? { outcome } : {}),
      ...(reasonContains ? { reason: expect.stringContaining(reasonContains) } : {}),
      ...(attempts === undefined ? {} : { upstreamTries: attempts }),
    }),
  ]);
}
