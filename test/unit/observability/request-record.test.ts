import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { type EndedSpan, type Observer, startRecord } from '../../../lib/observability/request-record.ts';
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
  name: 'getItem',
  method: 'GET',
  route: '/items/{itemId}',
  path: '/items/{itemId}',
  upstream: 'arm',
};
const about = { requestId: 'request-1', traceId: TRACE_ID, operation: 'getItem', method: 'GET' };

function start(of: Trace = trace) {
  const records: unknown[] = [];
  const steps: EndedSpan[] = [];
  const observer: Observer = { onSpan: (step) => steps.push(step), onEnd: () => {} };
  const exchange = startRecord('request-1', operation, of, (record) => records.push(record), observer);
  return { exchange, records, steps };
}

describe('the record of a request', () => {
  it('tells when it came, what it was, how it ended and how long it took', () => {
    const { exchange, records } = start();
    expect(exchange.requestId).toBe('request-1');
    vi.advanceTimersByTime(1_234.6);
    exchange.end(200);
    expect(records).toEqual([
      {
        schemaVersion: 1,
        time: '2026-02-28T10:20:30.400Z',
        ...about,
        verifyMs: 1_234.6,
        status: 200,
        durationMs: 1_235,
      },
    ]);
  });

  it('holds what was noted on the way, the last of each name', () => {
    const { exchange, records } = start();
    exchange.set({ tenant: 'contoso', upstreamTries: 1, client: undefined });
    exchange.set({ upstreamTries: 2, cache: 'hit' });
    exchange.end(200);
    expect(records).toEqual([expect.objectContaining({ tenant: 'contoso', upstreamTries: 2, cache: 'hit' })]);
    expect(JSON.parse(JSON.stringify(records[0]))).not.toHaveProperty('client');
  });

  it('is of the status that was answered, whatever was noted', () => {
    const { exchange, records } = start();
    exchange.set({ status: 1, durationMs: 99 });
    exchange.end(404);
    expect(records).toEqual([expect.objectContaining({ status: 404, durationMs: 0 })]);
  });

  it('of a failure tells the problem, why, and what became of a write', () => {
    const { exchange, records } = start();
    exchange.end(504, new Problem('upstream_timeout', { cause: 'No answer.', outcome: 'not-sent' }), 'unknown');
    expect(records).toEqual([
      expect.objectContaining({ status: 504, problem: 'upstream_timeout', reason: 'No answer.', outcome: 'unknown' }),
    ]);
  });

  it('leaves out what is not known', () => {
    const { exchange, records } = start();
    exchange.end(403, new Problem('forbidden', { outcome: 'not-sent' }));
    expect(Object.keys(records[0] as object)).toEqual([
      'schemaVersion',
      'time',
      'requestId',
      'traceId',
      'operation',
      'method',
      'status',
      'durationMs',
      'verifyMs',
      'problem',
    ]);
  });

  it('bears nothing of the texts that the caller is told', () => {
    const { exchange, records } = start();
    const told = {
      message: 'canary',
      details: [{ code: 'canary', message: 'canary' }],
      headers: { 'x-canary': 'canary' },
    };
    exchange.end(400, new Problem('invalid_request', { ...told, cause: new Error('canary') }));
    expect(JSON.stringify(records)).not.toContain('canary');
  });

  it('is written once', () => {
    const { exchange, records } = start();
    exchange.end(200);
    exchange.end(500, new Problem('internal_error'));
    expect(records).toEqual([expect.objectContaining({ status: 200 })]);
  });

  it('that cannot be written fails nothing (DESIGN 4, 10)', () => {
    const exchange = startRecord('request-1', operation, trace, () => {
      throw new Error('no log');
    });
    exchange.end(200);
  });
});

describe('the stages and waits of a request', () => {
  it('each stage has its time, in tenths of a millisecond, and they make up the whole', () => {
    const { exchange, records } = start();
    vi.advanceTimersByTime(1.26);
    exchange.startStage('access');
    vi.advanceTimersByTime(2);
    exchange.startStage('parse');
    vi.advanceTimersByTime(3);
    exchange.startStage('answer');
    vi.advanceTimersByTime(40);
    exchange.end(200);
    const stages = { verifyMs: 1.3, accessMs: 2, parseMs: 3, answerMs: 40 };
    expect(records).toEqual([expect.objectContaining({ ...stages, durationMs: 46 })]);
  });

  it('a request that fails ends in the stage it had come to', () => {
    const { exchange, records } = start();
    exchange.startStage('access');
    vi.advanceTimersByTime(5);
    exchange.end(403, new Problem('forbidden'));
    expect(records).toEqual([expect.objectContaining({ verifyMs: 0, accessMs: 5 })]);
    expect(records[0]).not.toHaveProperty('parseMs');
  });

  it('waits of one kind are added up, and each is told by itself', () => {
    const { exchange, records, steps } = start();
    const first = exchange.startSpan('upstream');
    vi.advanceTimersByTime(10);
    first.end(undefined, 'timeout');
    const second = exchange.startSpan('upstream');
    vi.advanceTimersByTime(5);
    second.end(200);
    exchange.end(200);
    expect(records).toEqual([expect.objectContaining({ upstreamMs: 15 })]);
    expect(steps).toEqual([
      expect.objectContaining({ name: 'upstream', resends: 0, failure: 'timeout' }),
      expect.objectContaining({ name: 'upstream', resends: 1, status: 200 }),
    ]);
  });

  it('a token that is at hand is not waited for', () => {
    const { exchange, records, steps } = start();
    exchange.startSpan('token').end();
    const waiting = exchange.startSpan('token');
    vi.advanceTimersByTime(7);
    waiting.end();
    exchange.end(200);
    expect(records).toEqual([expect.objectContaining({ tokenMs: 7 })]);
    expect(steps).toHaveLength(1);
  });

  it('the upstream is told the trace and the one call that this is; of other waits nobody is told', () => {
    const { exchange, steps } = start();
    const step = exchange.startSpan('upstream');
    step.end(200);
    expect(step.headers).toEqual({ traceparent: `00-${TRACE_ID}-${steps[0]?.spanId}-01` });
    expect(steps[0]?.spanId).not.toBe(SPAN_ID);
    expect(exchange.startSpan('token').headers).toEqual({});
    expect(exchange.startSpan('table').headers).toEqual({});
  });

  it('the caller’s tracestate goes along, and its word that nothing is to be sampled', () => {
    const { headers } = start({ ...trace, isSampled: false, state: 'a=1' }).exchange.startSpan('upstream');
    expect(headers).toEqual({ traceparent: expect.stringMatching(/-00$/), tracestate: 'a=1' });
  });
});
