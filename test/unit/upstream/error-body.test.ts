import { expect, it } from 'vitest';
import type { Redactor } from '../../../lib/upstream/error-body.ts';
import { readUpstreamError } from '../../../lib/upstream/error-body.ts';

const keep: Redactor = (text) => text;
const mask: Redactor = (text) => text.replaceAll('canary', '***');

const toAnswer = (body: string | Buffer, type = 'application/json') => ({
  status: 400,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

const read = (body: unknown, by: Redactor = keep) => readUpstreamError(toAnswer(JSON.stringify(body)), by);

it.each<[string, unknown, unknown]>([
  [
    'management (spec 1, Error objects)',
    {
      error: {
        code: 'ValidationError',
        message: 'One or more headers are wrong.',
        target: 'representation',
        details: [{ code: 'Bad', target: 'name', message: 'is bad' }],
        additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p', nested: { list: ['a', 1, null] } } }],
      },
    },
    {
      code: 'ValidationError',
      message: 'One or more headers are wrong.',
      target: 'representation',
      details: [{ code: 'Bad', target: 'name', message: 'is bad' }],
      additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p', nested: { list: ['a', 1, null] } } }],
    },
  ],
  [
    'health events, without a wrapper and with details in text (spec 1, Error objects)',
    { code: 'BadRequest', message: 'Filter is wrong.', details: 'near "x"' },
    { code: 'BadRequest', message: 'Filter is wrong.', details: [{ code: 'BadRequest', message: 'near "x"' }] },
  ],
  [
    'document models, nested (spec 3, Error object)',
    {
      error: {
        code: 'InvalidRequest',
        message: 'No.',
        innererror: { code: 'E1', message: 'm', innererror: { code: 'E2' } },
      },
    },
    {
      code: 'InvalidRequest',
      message: 'No.',
      details: [],
      innerError: { code: 'E1', message: 'm', innererror: { code: 'E2' } },
    },
  ],
  ['a code alone', { error: { code: 'Busy' } }, { code: 'Busy', message: '', details: [] }],
  ['a message alone', { message: 'No.' }, { code: '', message: 'No.', details: [] }],
  ['an empty message', { error: { code: '', message: '' } }, { code: '', message: '', details: [] }],
])('reads the shape of %s', (_, body, error) => {
  expect(read(body)).toEqual(error);
});

it('reads no more members than the shapes have', () => {
  const error = { code: 'C', message: 'm', stack: 'at internal', innererror: { code: 'E', trace: 'x' }, info: {} };
  expect(read({ error, trace: 'y' })).toEqual({ code: 'C', message: 'm', details: [], innerError: { code: 'E' } });
});

it.each<[string, unknown]>([
  ['a list', []],
  ['null', null],
  ['text', 'error'],
  ['an object without code and message', { error: { target: 'x' } }],
  ['a code that is no text', { error: { code: 5, message: null } }],
])('%s is no error', (_, body) => {
  expect(read(body)).toBeUndefined();
});

it.each([
  ['HTML', toAnswer('{"code":"C"}', 'text/html')],
  ['no type', { ...toAnswer('{"code":"C"}'), headers: {} }],
  ['cut JSON', toAnswer('{"code":"C"')],
  ['nothing', toAnswer('')],
  ['bytes that are not UTF-8', toAnswer(Buffer.from([0x22, 0xc3, 0x28, 0x22]))],
])('%s is no error that could be read (F14)', (_, answer) => {
  expect(readUpstreamError(answer, keep)).toBeUndefined();
});

it('an error in another JSON type is read', () => {
  expect(readUpstreamError(toAnswer('{"code":"C"}', 'application/problem+json; charset=utf-8'), keep)?.code).toBe('C');
});

it('content of 32 levels is read, deeper is not', () => {
  const nested = (levels: number) => `{"code":"C","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect(readUpstreamError(toAnswer(nested(32)), keep)?.code).toBe('C');
  expect(readUpstreamError(toAnswer(nested(33)), keep)).toBeUndefined();
});

it('every text is masked: codes, messages, targets, details, nested errors and added information (A62)', () => {
  const text = 'canary';
  const detail = { code: text, message: text, target: text };
  const error = {
    ...detail,
    details: [{ ...detail, details: [detail] }],
    innererror: { code: text, message: text, innererror: { code: text, message: text } },
    additionalInfo: [{ type: text, info: { [text]: text, list: [text, { deep: text }] } }],
  };
  const masked = read({ error }, mask);
  expect(JSON.stringify(masked)).not.toContain('canary');
  expect(JSON.stringify(masked).match(/\*\*\*/g)).toHaveLength(18);
  expect(read({ code: 'C', details: 'canary' }, mask)?.details).toEqual([{ code: 'C', message: '***' }]);
});

it('a text is cut at 2000 characters, after what must not go down was taken out', () => {
  expect(read({ message: 'x'.repeat(2_000) })?.message).toHaveLength(2_000);
  expect(read({ message: 'x'.repeat(2_001) })?.message).toHaveLength(2_000);
  const straddling = `${'x'.repeat(1_997)}canary`;
  expect(read({ message: straddling }, mask)?.message).toBe(`${'x'.repeat(1_997)}***`);
});

it('fifty details are read, and four levels of them', () => {
  const many = Array.from({ length: 51 }, (_, number) => ({ code: `C${number}` }));
  expect(read({ code: 'C', details: many })?.details).toHaveLength(50);
  const nest = (levels: number): object => ({ code: `C${levels}`, ...(levels > 0 && { details: [nest(levels - 1)] }) });
  expect(JSON.stringify(read(nest(6))).match(/"code"/g)).toHaveLength(5);
});

it('details that are no errors are left out, and the others stay', () => {
  const details = [null, 'text', { target: 'x' }, { message: 'm' }, { code: 'C' }, ['C']];
  expect(read({ code: 'C', details })?.details).toEqual([
    { code: '', message: 'm' },
    { code: 'C', message: '' },
  ]);
});

it('nested errors are read to five levels', () => {
  const nest = (levels: number): object => ({ code: 'E', ...(levels > 0 && { innererror: nest(levels - 1) }) });
  const read6 = read({ code: 'C', innererror: nest(9) });
  expect(JSON.stringify(read6?.innerError).match(/"code"/g)).toHaveLength(5);
  expect(read({ code: 'C', innererror: 'text' })).toEqual({ code: 'C', message: '', details: [] });
});

it('fifty pieces of added information are read', () => {
  const many = Array.from({ length: 51 }, () => ({ type: 't', info: {} }));
  expect(read({ code: 'C', additionalInfo: many })?.additionalInfo).toHaveLength(50);
  expect(read({ code: 'C', additionalInfo: ['x', { type: 5, info: 'text' }, {}] })?.additionalInfo).toEqual([
    { type: '' },
    { type: '' },
  ]);
  expect(read({ code: 'C', additionalInfo: {} })).toEqual({ code: 'C', message: '', details: [] });
});
