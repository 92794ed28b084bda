/** Calls Frontdesk and expects the answer that the fault matrix names. */
import { expect, vi } from 'vitest';
import { cacheStatus, type Expected } from './expectation.ts';
import type { SampleOperation } from './operations.ts';
import type { Rig } from './rig.ts';
import type { TimedAnswer } from './send.ts';

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

const BEAT_MS = 10;

/** Counts the time for which the process stood still: Frontdesk, its edges and the test share it, and the machine others. */
function measureStall(): { end(): number } {
  let stalledMs = 0;
  let last = performance.now();
  const beat = () => {
    const lateMs = performance.now() - last - BEAT_MS;
    last = performance.now();
    if (lateMs > BEAT_MS) stalledMs += lateMs;
  };
  const timer = setInterval(beat, BEAT_MS);
  return {
    end() {
      clearInterval(timer);
      beat();
      return stalledMs;
    },
  };
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
