import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem, type ProblemDetail } from '../../../lib/http/problem.ts';
import {
  type EndedSpan,
  type Observed,
  type Observer,
  RequestRecord,
} from '../../../lib/observability/request-record.ts';
import { describeInvalid, joinTargets } from '../../../lib/observability/request-texts.ts';
import { limitRecords } from '../../../lib/observability/telemetry.ts';
import type { Trace } from '../../../lib/observability/trace-context.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 1, 28, 10, 20, 30, 400) });
});

afterEach(() => {
  vi.useRealTimers();
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const trace: Trace = { traceId: TRACE_ID, parentId: undefined, spanId: SPAN_ID, isSampled: true };
const operation = {
  name: 'read',
  method: 'GET',
  route: '/items/{itemId}',
  path: '/items/{itemId}',
  upstream: 'arm',
};
const about = { requestId: 'request-1', traceId: TRACE_ID, operation: 'read', method: 'GET' };

function start(of: Trace = trace) {
  const records: unknown[] = [];
  const spans: EndedSpan[] = [];
  const observed: Observed[] = [];
  const observer: Observer = { onSpan: (span) => spans.push(span), onEnd: (_, of) => observed.push(of) };
  const record = new RequestRecord('request-1', { operation, trace: of }, (written) => records.push(written), [
    observer,
  ]);
  return { record, records, spans, observed };
}

describe('the record of a request', () => {
  it('has the arrival, the operation, the status and the duration of the response, whatever was set, and is written once', () => {
    const { record, records } = start();
    expect(record.requestId).toBe('request-1');
    vi.advanceTimersByTime(1_234.6);
    record.set({ status: 1, durationMs: 99 });
    record.end(200);
    record.end(500, new Problem('internal_error'));
    const time = '2026-02-28T10:20:30.400Z';
    expect(records).toEqual([
      { schemaVersion: 1, time, ...about, authenticateMs: 1_234.6, status: 200, durationMs: 1_235 },
    ]);
  });

  it('has a question mark for each control, bidirectional or zero-width character', () => {
    const { record, records } = start();
    record.set({
      subject: 'a\r\nb\u001b\u0085',
      client: '\u202ec\u2066\u200b\u2028',
      resource: '/grüße/東京',
      cache: 'hit',
    });
    record.end(200);
    expect(records).toEqual([
      expect.objectContaining({ subject: 'a??b??', client: '?c???', resource: '/grüße/東京', cache: 'hit' }),
    ]);
  });

  it('has the last value of each member, and the problem, the reason and the outcome of a failed write', () => {
    const { record, records } = start();
    record.set({ tenant: 'contoso', upstreamTries: 1, client: undefined });
    record.set({ upstreamTries: 2 });
    record.end(504, new Problem('upstream_timeout', { cause: 'No answer.', outcome: 'not-sent' }), 'unknown');
    const failure = { status: 504, problem: 'upstream_timeout', reason: 'No answer.', outcome: 'unknown' };
    expect(records).toEqual([expect.objectContaining({ tenant: 'contoso', upstreamTries: 2, ...failure })]);
    expect(JSON.parse(JSON.stringify(records[0]))).not.toHaveProperty('client');
  });

  it('omits unknown members, and has none of the texts that the caller receives', () => {
    const { record, records } = start();
    const texts = {
      ...{ message: 'canary', details: [{ code: 'canary', message: 'canary' }] },
      ...{ headers: { 'x-canary': 'canary' }, cause: new Error('canary') },
    };
    record.startStage('rateLimit');
    vi.advanceTimersByTime(5);
    record.end(403, new Problem('forbidden', { ...texts, outcome: 'not-sent' }));
    const own = {
      status: 403,
      durationMs: 5,
      authenticateMs: 0,
      rateLimitMs: 5,
      problem: 'forbidden',
      reason: 'Error',
    };
    expect(records).toEqual([{ schemaVersion: 1, time: expect.any(String), ...about, ...own }]);
  });

  it('that cannot be written or has no observer fails nothing (I10)', () => {
    const record = new RequestRecord('request-1', { operation, trace }, () => {
      throw new Error('no log');
    });
    record.startSpan('upstream').end(200);
    record.end(200);
  });

  it('says whose token was refused, which makes nobody known', () => {
    const { record, records } = start();
    const identity = { tenant: 'contoso', subject: 'ann', client: undefined };
    record.end(401, new Problem('invalid_token', { identity }));
    expect(records).toEqual([expect.objectContaining({ status: 401, tenant: 'contoso', subject: 'ann' })]);
    expect(record.toIds().isAuthenticated).toBe(false);
  });
});

describe('the stages and waits of a request', () => {
  it('each stage has its milliseconds, with one decimal; they add up to the duration', () => {
    vi.advanceTimersByTime(500);
    const { record, records, observed } = start();
    vi.advanceTimersByTime(1.26);
    expect(record.toIds()).toMatchObject({ isAuthenticated: false, upstreamRequestId: undefined });
    record.startStage('rateLimit');
    record.set({ upstreamRequestId: 'id-1' });
    expect(record.toIds()).toMatchObject({ isAuthenticated: true, upstreamRequestId: 'id-1' });
    vi.advanceTimersByTime(2);
    record.startStage('authorize');
    record.startStage('parseRequest');
    vi.advanceTimersByTime(3);
    record.startStage('fetch');
    vi.advanceTimersByTime(39);
    record.startStage('respond');
    vi.advanceTimersByTime(1);
    expect(observed[0]).toBeUndefined();
    record.end(200);
    const stages = {
      authenticateMs: 1.3,
      rateLimitMs: 2,
      authorizeMs: 0,
      parseRequestMs: 3,
      fetchMs: 39,
      respondMs: 1,
    };
    expect(records).toEqual([expect.objectContaining({ ...stages, durationMs: 46 })]);
    const { startedAt = 0, verifiedAt } = observed[0] ?? {};
    expect(verifiedAt).toBeCloseTo(startedAt + 1.26);
  });

  it('waits of one kind are summed in the record, and are separate spans', () => {
    const { record, records, spans } = start();
    const first = record.startSpan('upstream');
    vi.advanceTimersByTime(10);
    first.end(undefined, 'timeout');
    const second = record.startSpan('upstream');
    vi.advanceTimersByTime(5);
    second.end(200);
    record.end(200);
    expect(records).toEqual([expect.objectContaining({ upstreamMs: 15, upstreamTries: 2 })]);
    expect(spans).toEqual([
      expect.objectContaining({ name: 'upstream', resends: 0, failure: 'timeout' }),
      expect.objectContaining({ name: 'upstream', resends: 1, status: 200 }),
    ]);
  });

  it('a cached token is not a wait; one of a millisecond is', () => {
    const { record, records, spans } = start();
    record.startSpan('token').end();
    const short = record.startSpan('token');
    vi.advanceTimersByTime(1);
    short.end();
    const waiting = record.startSpan('token');
    vi.advanceTimersByTime(7);
    waiting.end();
    record.end(200);
    expect(records).toEqual([expect.objectContaining({ tokenMs: 8 })]);
    expect(spans).toHaveLength(2);
  });

  it('the upstream receives the trace, its state and flag, and the id of its span; other spans send no headers', () => {
    const { record, spans } = start();
    const span = record.startSpan('upstream');
    span.end(200);
    expect(span.headers).toEqual({ traceparent: `00-${TRACE_ID}-${spans[0]?.spanId}-01` });
    expect(spans[0]?.spanId).not.toBe(SPAN_ID);
    expect(record.startSpan('token').headers).toEqual({});
    expect(record.startSpan('table').headers).toEqual({});
    const { headers } = start({ ...trace, isSampled: false, state: 'a=1' }).record.startSpan('upstream');
    expect(headers).toEqual({ traceparent: expect.stringMatching(/-00$/), tracestate: 'a=1' });
  });
});

const NAMES = new Set(['properties', 'outputs', 'name', 'api-version', 'body']);
const listKnown = () => NAMES;
const invalid = (target: string, message = 'is required') => ({ code: 'invalid_value', target, message });
const listing = (...details: ProblemDetail[]) => new Problem('invalid_request', { details });
const long = invalid('name', 'x'.repeat(200));

it.each<[string, Problem, string | undefined]>([
  [
    'a member, with the rule',
    listing(invalid('properties.outputs[0].name')),
    'properties.outputs[0].name: is required',
  ],
  ['each of two', listing(invalid('name', 'a'), invalid('body', 'b')), 'name: a; body: b'],
  ['the one member of a problem', new Problem('invalid_cursor', { target: 'name', message: 'No.' }), 'name: No.'],
  ['nothing without one', new Problem('invalid_json'), undefined],
  ['no name of the caller', listing(invalid('canary')), '*: is required'],
  ['no name below a known one', listing(invalid('properties.canary')), 'properties.*: is required'],
  ['no name that looks like a path', listing(invalid('properties.canary.name')), 'properties.*.name: is required'],
  ['no name that looks like an index', listing(invalid('properties[5551234567]')), 'properties.*: is required'],
  ['a known name in another case', listing(invalid('Properties.NAME')), 'Properties.NAME: is required'],
  [
    'five members and eighty characters',
    listing(...Array(9).fill(long)),
    `${`name: ${'x'.repeat(79)}…; `.repeat(5)}+4`,
  ],
  ['nothing that the upstream says', new Problem('upstream_refused', { details: [invalid('name')] }), undefined],
])('a refused request failed by %s', (_, problem, text) => expect(describeInvalid(problem, listKnown)).toBe(text));

it('what a body names is one text of twenty ids of sixty-four characters, and how many more there are', () => {
  expect([joinTargets(['one', 'two']), joinTargets([])]).toEqual(['one/two', undefined]);
  const text = joinTargets(Array.from({ length: 23 }, () => 'x'.repeat(65)));
  expect(text).toBe(`${`${'x'.repeat(63)}…/`.repeat(20)}+3`);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const time = '2026-11-23T08:00:00.000Z';
const unknown = (reason: string) => ({ schemaVersion: 1, time, status: 401, problem: 'invalid_token', reason });
const known = { schemaVersion: 1, time, tenant: 't', subject: 'ann', rateLimitMs: 0.1 };
const forbidden = { ...known, operation: 'read', status: 403, problem: 'forbidden', resource: '/companies(1)' };

/** Returns the log of all requests, the records that have their own line, and the lines that count. */
function createLog(rate = { perSecond: 1, burst: 2 }) {
  const records: unknown[] = [];
  const lines: Record<string, unknown>[] = [];
  const recordLog = limitRecords((line) => lines.push({ ...line }), { refusals: rate, hits: rate });
  const log = recordLog((record) => records.push(record));
  const repeat = (count: number, record: Record<string, unknown>) => {
    for (let index = 0; index < count; index++) log(record);
  };
  return { log, repeat, records, lines };
}

it('refusals above the rate are one line per caller, problem and ten seconds, with what they have in common (A73)', () => {
  const { repeat, records, lines } = createLog();
  repeat(10, forbidden);
  repeat(5, { ...forbidden, operation: 'getCustomer' });
  repeat(5, { ...known, operation: 'read', status: 429, problem: 'throttled', reason: 'caller_limit' });
  repeat(5, { ...forbidden, subject: 'ben' });
  expect(records).toHaveLength(4);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(10_000);
  const ann = { schemaVersion: 1, time, tenant: 't', subject: 'ann' };
  expect(lines).toEqual([
    { ...ann, status: 403, problem: 'forbidden', count: 13 },
    { ...ann, operation: 'read', status: 429, problem: 'throttled', reason: 'caller_limit', count: 5 },
    { ...ann, subject: 'ben', operation: 'read', status: 403, problem: 'forbidden', count: 3 },
  ]);
});

it('callers who are not known share a rate, and are counted by problem (A73)', () => {
  const { repeat, records, lines } = createLog();
  repeat(3, unknown('tenant'));
  repeat(2, unknown('issuer'));
  for (const problem of ['unauthenticated', 'auth_unavailable', 'policy_unavailable'])
    repeat(3, { status: 503, problem });
  expect(records).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(lines.map(({ problem, count }) => [problem, count])).toEqual([
    ['invalid_token', 3],
    ['unauthenticated', 3],
    ['auth_unavailable', 3],
    ['policy_unavailable', 3],
  ]);
});

it('unknown routes are counted by what they begin with (A73)', () => {
  const { repeat, lines } = createLog();
  const route = { operation: 'unknownRoute', status: 404, problem: 'route_not_found' };
  repeat(5, { ...route, segment: '*' });
  repeat(2, { ...route, segment: 'subscriptions' });
  vi.advanceTimersByTime(10_000);
  expect(lines).toMatchObject([
    { count: 3, segment: '*' },
    { count: 2, segment: 'subscriptions' },
  ]);
});

it.each([
  ['a success', { status: 200 }],
  ['a load of the cache', { status: 200, cache: 'Frontdesk; fwd=uri-miss; stored' }],
  ['sensitive text', { status: 200, audit: 'sensitive' }],
  ['a write whose outcome is unknown', { status: 502, problem: 'upstream_error', outcome: 'unknown' }],
  ['a write that was done', { status: 504, problem: 'upstream_timeout', outcome: 'accepted' }],
])('%s always has its own record (A73)', (_, record) => {
  const { repeat, records, lines } = createLog();
  repeat(100, { ...known, ...record });
  vi.advanceTimersByTime(10_000);
  expect([records.length, lines]).toEqual([100, []]);
});

it('stored responses above the rate are counted: they are free for a caller, not for the log (A73)', () => {
  const { repeat, records, lines } = createLog();
  repeat(100, { ...known, operation: 'listHealthEvents', status: 200, cache: 'Frontdesk; hit; ttl=42' });
  repeat(100, { ...known, operation: 'listHealthEvents', status: 304, cache: 'Frontdesk; hit; ttl=42' });
  vi.advanceTimersByTime(10_000);
  expect(records).toHaveLength(2);
  expect(lines).toEqual([expect.objectContaining({ subject: 'ann', cache: 'Frontdesk; hit; ttl=42', count: 198 })]);
});

it('many callers at once are at most a thousand lines in ten seconds', () => {
  const { log, lines } = createLog({ perSecond: 1, burst: 1 });
  for (const _ of [1, 2]) for (let index = 0; index < 2_000; index++) log({ ...forbidden, subject: `s${index}` });
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(1_001);
  expect(lines.reduce((sum, { count }) => sum + Number(count), 0)).toBe(2_000);
});

it('counting begins again after each line, and ends with the flood', () => {
  const { repeat, records, lines } = createLog();
  repeat(3, forbidden);
  vi.advanceTimersByTime(10_000);
  repeat(3, forbidden);
  vi.advanceTimersByTime(10_000);
  expect(lines.map(({ count }) => count)).toEqual([1, 1]);
  vi.advanceTimersByTime(10_000);
  repeat(1, forbidden);
  expect([lines.length, records.length]).toEqual([2, 5]);
});
