/** Calls Frontdesk and expects the answer that the fault matrix names. */
import { expect, vi } from 'vitest';
import { cacheStatus, type Expected } from './expectation.ts';
import type { SampleOperation } from './operations.ts';
import type { Rig } from './rig.ts';
import type { TimedAnswer } from './send.ts';
import { measureStall } from './stall.ts';

/** How much longer than it should an answer may take: Frontdesk's own work is not scaled. */
export const GRACE_MS = 100;

/** Calls, and expects an answer as is due within so many milliseconds of Frontdesk's clock, and one record of it. */
export async function callAndExpect(
  rig: Rig,
  operation: SampleOperation,
  mark: number,
  expected: Expected,
  withinMs: number,
): Promise<TimedAnswer> {
  const stall = measureStall();
  const answer = await rig.call(operation, mark);
  const stalledMs = stall.end();
  expectAsDue(operation, answer, expected);
  expect(answer.elapsedMs).toBeLessThan(withinMs / rig.speed + GRACE_MS + stalledMs);
  expectRecord(rig.log, answer, expected);
  return answer;
}

/** Calls where nothing is amiss: it must succeed. */
export async function callWell(rig: Rig, operation: SampleOperation, mark: number): Promise<TimedAnswer> {
  const answer = await rig.call(operation, mark);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: operation.status });
  return answer;
}

/** Calls until it succeeds: what the fault before left hanging ends by itself. */
export async function callUntilWell(rig: Rig, operation: SampleOperation, mark: number): Promise<void> {
  const isWell = async () => (await rig.call(operation, mark)).status === operation.status;
  await vi.waitUntil(isWell, { timeout: 10_000 });
}

/** Takes every fault away and has the circuit closed: it needs two good calls. */
export async function heal(rig: Rig, operations: readonly SampleOperation[]): Promise<void> {
  for (const operation of operations) {
    for (let call = 0; call < 3; call++) {
      await rig.calm();
      await callUntilWell(rig, operation, rig.nextMark());
    }
  }
  await rig.calm();
}

function expectAsDue(operation: SampleOperation, answer: TimedAnswer, expected: Expected): void {
  const { status, code, outcome, cache, retryAfter, content } = expected;
  const { headers, text } = answer;
  expect({
    status: answer.status,
    code: readCode(text),
    outcome: headers['x-frontdesk-outcome'],
    cache: headers['cache-status'],
  }).toEqual({
    status: status === 'success' ? operation.status : status,
    code,
    outcome,
    cache: cache && expect.stringMatching(cacheStatus[cache]),
  });
  if (cache) expect(Number(headers['age'])).toBeGreaterThanOrEqual(0);
  if (content) expect(text).toContain(content);
  if (retryAfter === undefined) return;
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(retryAfter);
}

/** One record, with the problem where there is one; what the upstream calls its own refusal is its code, not ours. */
function expectRecord(log: readonly Record<string, unknown>[], answer: TimedAnswer, expected: Expected): void {
  const own = log.filter(({ requestId }) => requestId === answer.headers['x-ms-request-id']);
  const isOurs = expected.code === undefined || /^[a-z_]+$/.test(expected.code);
  expect(own).toEqual([
    expect.objectContaining({
      status: answer.status,
      ...(expected.code ? { problem: isOurs ? expected.code : 'upstream_refused' } : {}),
      ...(expected.outcome && expected.code ? { outcome: expected.outcome } : {}),
      ...(expected.reason ? { reason: expect.stringContaining(expected.reason) } : {}),
      ...(expected.tries === undefined ? {} : { upstreamTries: expected.tries }),
    }),
  ]);
}

/** An error's code, wherever its shape has it. */
function readCode(text: string): string | undefined {
  try {
    const body = JSON.parse(text);
    return body.error?.code ?? body.code;
  } catch {
    return undefined;
  }
}
