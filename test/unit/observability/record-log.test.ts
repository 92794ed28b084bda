import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordLog } from '../../../lib/observability/telemetry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const time = '2026-11-23T08:00:00.000Z';
const unknown = (reason: string) => ({ schemaVersion: 1, time, status: 401, problem: 'invalid_token', reason });
const known = { schemaVersion: 1, time, tenant: 't', subject: 'ann', accessMs: 0.1 };
const forbidden = { ...known, operation: 'getItem', status: 403, problem: 'forbidden', resource: '/companies(1)' };

/** Returns the log of all requests, the records that have their own line, and the lines that count. */
function createLog(rate = { perSecond: 1, burst: 2 }) {
  const records: unknown[] = [];
  const lines: Record<string, unknown>[] = [];
  const recordLog = new RecordLog((line) => lines.push({ ...line }), rate);
  const log = recordLog.limit((record) => records.push(record));
  const repeat = (count: number, record: Record<string, unknown>) => {
    for (let index = 0; index < count; index++) log(record);
  };
  return { recordLog, log, repeat, records, lines };
}

it('A73 refusals above the rate are one line per caller, problem and second, with what they have in common', () => {
  const { repeat, records, lines } = createLog();
  repeat(10, forbidden);
  repeat(5, { ...forbidden, operation: 'getCustomer' });
  repeat(5, { ...known, operation: 'getItem', status: 429, problem: 'throttled', reason: 'caller_limit' });
  repeat(5, { ...forbidden, subject: 'ben' });
  expect(records).toHaveLength(4);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1_000);
  const ann = { schemaVersion: 1, time, tenant: 't', subject: 'ann' };
  expect(lines).toEqual([
    { ...ann, status: 403, problem: 'forbidden', count: 13 },
    { ...ann, operation: 'getItem', status: 429, problem: 'throttled', reason: 'caller_limit', count: 5 },
    { ...ann, subject: 'ben', operation: 'getItem', status: 403, problem: 'forbidden', count: 3 },
  ]);
});

it('A73 callers who are not known share a rate, and are counted by problem', () => {
  const { repeat, records, lines } = createLog();
  repeat(3, unknown('tenant'));
  repeat(2, unknown('issuer'));
  for (const problem of ['unauthenticated', 'auth_unavailable', 'shutting_down']) repeat(3, { status: 503, problem });
  expect(records).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  expect(lines.map(({ problem, count }) => [problem, count])).toEqual([
    ['invalid_token', 3],
    ['unauthenticated', 3],
    ['auth_unavailable', 3],
    ['shutting_down', 3],
  ]);
});

it.each([
  ['a success', { status: 200 }],
  ['a load of the cache', { status: 200, cache: 'Frontdesk; fwd=uri-miss; stored' }],
  ['sensitive text', { status: 200, audit: 'sensitive' }],
  ['a write whose outcome is unknown', { status: 502, problem: 'upstream_error', outcome: 'unknown' }],
  ['a write that was done', { status: 504, problem: 'upstream_timeout', outcome: 'accepted' }],
])('A73 %s always has its own record', (_, record) => {
  const { repeat, records, lines } = createLog();
  repeat(100, { ...known, ...record });
  vi.advanceTimersByTime(1_000);
  expect([records.length, lines]).toEqual([100, []]);
});

it('A73 stored responses above the rate are counted: they are free for a caller, not for the log', () => {
  const { repeat, records, lines } = createLog();
  repeat(100, { ...known, operation: 'listHealthEvents', status: 200, cache: 'Frontdesk; hit; ttl=42' });
  repeat(100, { ...known, operation: 'listHealthEvents', status: 304, cache: 'Frontdesk; hit; ttl=42' });
  vi.advanceTimersByTime(1_000);
  expect(records).toHaveLength(2);
  expect(lines).toEqual([expect.objectContaining({ subject: 'ann', cache: 'Frontdesk; hit; ttl=42', count: 198 })]);
});

it('many callers at once are at most a thousand lines a second', () => {
  const { log, lines } = createLog({ perSecond: 1, burst: 1 });
  for (const _ of [1, 2]) for (let index = 0; index < 2_000; index++) log({ ...forbidden, subject: `s${index}` });
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(1_001);
  expect(lines.reduce((sum, { count }) => sum + Number(count), 0)).toBe(2_000);
});

it('counting begins again after each line, and ends with the flood; flush writes what was counted so far', () => {
  const { recordLog, repeat, records, lines } = createLog();
  repeat(3, forbidden);
  vi.advanceTimersByTime(1_000);
  repeat(3, forbidden);
  recordLog.flush();
  recordLog.flush();
  expect(lines.map(({ count }) => count)).toEqual([1, 2]);
  vi.advanceTimersByTime(60_000);
  repeat(1, forbidden);
  expect([lines.length, records.length]).toEqual([2, 4]);
});
