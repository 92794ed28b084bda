import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RefusalLog } from '../../../lib/observability/telemetry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (reason?: string) => ({ status: 401, problem: 'invalid_token', ...(reason && { reason }) });

/** Returns the log of all requests, the records that have their own line, and the count lines. */
function createLog(rate = { perSecond: 1, burst: 2 }) {
  const records: unknown[] = [];
  const reports: Record<string, unknown>[] = [];
  const refusals = new RefusalLog((line) => reports.push({ ...line }), rate);
  const log = refusals.limit((record) => records.push(record));
  return { refusals, log, records, reports };
}

it('A73 records the first refusals, counts the others by reason, and writes one line a second', () => {
  const { log, records, reports } = createLog();
  for (let index = 0; index < 5; index++) log(refusal('tenant'));
  log({ status: 401, problem: 'unauthenticated' });
  expect(records).toEqual([refusal('tenant'), refusal('tenant')]);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(1_000);
  const reasons = { 'invalid_token tenant': 3, unauthenticated: 1 };
  expect(reports).toEqual([{ refused: 4, reasons, time: expect.stringMatching(/^\d{4}-.*Z$/) }]);
});

it('A73 records every request of a known caller, however many refusals there are', () => {
  const { log, records } = createLog();
  for (let index = 0; index < 100; index++) log(refusal());
  const known = [200, 400, 403, 404, 429, 503].map((status) => ({ status, accessMs: 0 }));
  for (const record of known) log(record);
  expect(records.slice(2)).toEqual(known);
});

it('A73 counts whatever fails before the caller is known: keys that cannot be had, a shutdown, our own errors', () => {
  const { log, records, reports } = createLog();
  const problems = ['auth_unavailable', 'shutting_down', 'internal_error', 'invalid_request'];
  for (const problem of problems) for (let index = 0; index < 3; index++) log({ status: 503, problem });
  vi.advanceTimersByTime(1_000);
  expect(records).toHaveLength(2);
  const reasons = { auth_unavailable: 1, shutting_down: 3, internal_error: 3, invalid_request: 3 };
  expect(reports).toMatchObject([{ refused: 10, reasons }]);
});

it('counts anew after each line, and records single refusals again when the flood is over', () => {
  const { log, records, reports } = createLog();
  for (let index = 0; index < 3; index++) log(refusal());
  vi.advanceTimersByTime(1_000);
  for (let index = 0; index < 3; index++) log(refusal());
  vi.advanceTimersByTime(1_000);
  expect(reports.map(({ refused }) => refused)).toEqual([1, 2]);
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(2);
  log(refusal());
  expect(records).toHaveLength(4);
});

it('flush writes what was counted so far, and nothing twice', () => {
  const { refusals, log, reports } = createLog();
  refusals.flush();
  for (let index = 0; index < 3; index++) log(refusal());
  refusals.flush();
  refusals.flush();
  vi.advanceTimersByTime(5_000);
  expect(reports.map(({ refused }) => refused)).toEqual([1]);
});
