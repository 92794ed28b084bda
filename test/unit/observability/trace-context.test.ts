import { describe, expect, it } from 'vitest';
import { continueTrace, readTraceContext } from '../../../lib/observability/trace-context.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const OTHER = '00f067aa0ba902b7';
const valid = `00-${TRACE}-${SPAN}-01`;

describe('traceparent (W3C Trace Context 3.2)', () => {
  it.each([
    [valid, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-ff`, true],
    [`00-${TRACE}-${SPAN}-02`, false],
    [`01-${TRACE}-${SPAN}-01`, true],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, true],
    [`cc-${TRACE}-${SPAN}-01-`, true],
  ])('%s is valid', (text, isSampled) => {
    expect(readTraceContext(text)).toEqual({ traceId: TRACE, parentId: SPAN, isSampled });
  });

  const ids = [TRACE.toUpperCase(), TRACE.slice(1), `${TRACE}0`, TRACE.replace('a', 'g'), '0'.repeat(32)];
  it.each([
    ...['', 'x', ` ${valid}`, `${valid} `, `${valid},${valid}`, `${valid}-`, `${valid}-more`, undefined],
    ...['0-', '.0-', 'ff-'].map((version) => version + valid.slice(3)),
    ...['', '-1', '-0x'].map((flags) => valid.slice(0, -3) + flags),
    ...ids.map((id) => `00-${id}-${SPAN}-01`),
    ...[`cc-${TRACE}-${SPAN}-01more`, `00-${TRACE}-${'0'.repeat(16)}-01`],
  ])('%j is invalid', (text) => {
    expect(readTraceContext(text, 'a=1')).toBeUndefined();
  });
});

describe('tracestate (W3C Trace Context 3.3)', () => {
  const stateOf = (text: string) => readTraceContext(valid, text)?.state;

  it.each([
    ...['rojo=00f067aa0ba902b7', 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7', 'fw529a3039@dt=FfI', '1a-2f@foo=1'],
    ...['a=1 , \tb=2', 'a=1,,b=2', 'a_-*/=!~', 'a= leading space', `a=${'v'.repeat(510)}`],
  ])('%j is passed on unchanged', (text) => {
    expect(stateOf(text)).toBe(text);
  });

  it.each(['', 'a=é', 'a=1\r\nx: y', 'a=\u007f', `a=${'v'.repeat(511)}`])(
    '%j is no header of 512 characters: it is dropped, and the trace continues',
    (text) => {
      expect(readTraceContext(valid, text)).toEqual({ traceId: TRACE, parentId: SPAN, isSampled: true });
    },
  );
});

describe('the trace of a request', () => {
  const caller = { traceId: TRACE, parentId: SPAN, isSampled: false, state: 'a=1' };
  const host = { traceId: 'f'.repeat(32), parentId: OTHER, isSampled: false };
  const yes = () => true;
  const no = () => false;

  it('is the caller’s, sampled as the caller decided', () => {
    const trace = continueTrace(caller, host, yes);
    expect(trace).toEqual({ ...caller, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(trace.spanId).not.toBe(SPAN);
    expect(continueTrace({ ...caller, isSampled: true }, undefined, no).isSampled).toBe(true);
  });

  it('is the host’s without a caller’s: sampled if the host or we sample it', () => {
    const { traceId, parentId } = host;
    expect(continueTrace(undefined, host, no)).toMatchObject({ traceId, parentId, isSampled: false });
    expect(continueTrace(undefined, host, yes).isSampled).toBe(true);
    expect(continueTrace(undefined, { ...host, isSampled: true }, no).isSampled).toBe(true);
  });

  it('is a new one without either', () => {
    const trace = continueTrace(undefined, undefined, (traceId) => traceId.length === 32);
    expect(trace).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      parentId: undefined,
      isSampled: true,
    });
    expect(continueTrace(undefined, undefined, no).traceId).not.toBe(trace.traceId);
  });
});
