import { expect, it } from 'vitest';
import { ERROR_FORMATS, type ErrorFormat } from '../../../lib/http/error-formats.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { readUpstreamError } from '../../../lib/upstream/error-response.ts';
import type { Redactor } from '../../../lib/upstream/redact.ts';

const keep: Redactor = (text) => text;
const redact: Redactor = (text) => text.replaceAll('canary', '***');

const createResponse = (body: string | Buffer, type = 'application/json') => ({
  status: 400,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

const { arm, healthEvent, documentModel } = ERROR_FORMATS;

const read = (body: unknown, redactor: Redactor = keep, format: ErrorFormat = arm) =>
  readUpstreamError(createResponse(JSON.stringify(body)), format, redactor);

const MANAGEMENT = {
  code: 'ValidationError',
  message: 'One or more headers are wrong.',
  target: 'representation',
  details: [{ code: 'Bad', target: 'name', message: 'is bad' }],
  additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p', nested: { list: ['a', 1, null] } } }],
};
const innerError = { code: 'E1', message: 'm', innererror: { code: 'E2' } };
const additionalInfo = [{ type: 't', info: { a: 1 } }];
/** A detail with these members, and one in it. */
const toDetails = (parts: object) => [
  { code: 'D', message: 'd', ...parts, details: [{ code: 'F', message: 'f', ...parts }] },
];

it.each<[string, ErrorFormat, unknown, unknown]>([
  ['management (S1-52)', arm, { error: MANAGEMENT }, MANAGEMENT],
  [
    'health events, without a wrapper and with details in a string (S1-53)',
    healthEvent,
    { code: 'BadRequest', message: 'Filter is wrong.', details: 'near "x"' },
    { code: 'BadRequest', message: 'Filter is wrong.', details: [{ code: 'BadRequest', message: 'near "x"' }] },
  ],
  ['the management API for health events', healthEvent, { error: MANAGEMENT }, MANAGEMENT],
  [
    'document models, nested (S3-28)',
    documentModel,
    { error: { code: 'InvalidRequest', message: 'No.', innererror: innerError } },
    { code: 'InvalidRequest', message: 'No.', innerError },
  ],
  [
    'details with parts of their own, however deep (S1-52, S3-28)',
    arm,
    { error: { code: 'C', message: 'm', details: toDetails({ innererror: innerError, additionalInfo }) } },
    { code: 'C', message: 'm', details: toDetails({ innerError, additionalInfo }) },
  ],
  ['only a code', arm, { error: { code: 'Busy' } }, { code: 'Busy', message: '' }],
  ['an empty message', arm, { error: { code: '', message: '' } }, { code: '', message: '' }],
])('reads the format of %s', (_, format, body, error) => {
  expect(read(body, keep, format)).toEqual(error);
});

it('a format is one object: that of Postmark, which no upstream has, is read and written', () => {
  const postmark: ErrorFormat = {
    read: ({ ErrorCode, Message }) => ({ code: String(ErrorCode), message: Message }),
    write: ({ code, message }) => ({ ErrorCode: Number(code), Message: message }),
  };
  const body = { ErrorCode: 300, Message: 'Invalid email canary.' };
  const error = { code: '300', message: 'Invalid email ***.' };
  expect(read(body, redact, postmark)).toEqual(error);
  const written = postmark.write(new Problem('upstream_refused', error), { requestId: 'r' }, 0);
  expect(written).toEqual({ ErrorCode: 300, Message: 'Invalid email ***.' });
});

/** Returns an error with this number of levels. */
const nested = (levels: number) =>
  createResponse(`{"code":"C","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);

it.each([
  ['null', createResponse('null')],
  ['an object without code and message', createResponse('{"error":{"target":"x"}}')],
  ['a code that is not a string', createResponse('{"error":{"code":5,"message":null}}')],
  ['HTML', createResponse('{"code":"C"}', 'text/html')],
  ['bytes that are not UTF-8', createResponse(Buffer.from([0x22, 0xc3, 0x28, 0x22]))],
  ['a body of more than 32 levels', nested(33)],
])('%s is not a readable error (F14)', (_, response) => {
  expect(readUpstreamError(nested(32), arm, keep)?.code).toBe('C');
  expect(readUpstreamError(response, arm, keep)).toBeUndefined();
});

it('redacts every text: codes, messages, targets, details, inner errors and additional information (A62)', () => {
  const text = 'canary';
  const detail = { code: text, message: text, target: text };
  const parts = { innererror: { code: text }, additionalInfo: [{ type: text, info: { deep: text } }] };
  const error = {
    ...detail,
    details: [{ ...detail, details: [detail], ...parts }],
    innererror: { code: text, message: text, innererror: { code: text, message: text } },
    additionalInfo: [{ type: text, info: { [text]: text, list: [text, { deep: text }] } }],
  };
  const redacted = read({ error }, redact);
  expect(JSON.stringify(redacted)).not.toContain('canary');
  expect(JSON.stringify(redacted).match(/\*\*\*/g)).toHaveLength(21);
  expect(read({ code: 'C', details: 'canary' }, redact, healthEvent)?.details).toEqual([{ code: 'C', message: '***' }]);
});

it('cuts a text at 2000 characters, after redacting it (C-32)', () => {
  expect(read({ message: 'x'.repeat(2_000) })?.message).toHaveLength(2_000);
  expect(read({ message: 'x'.repeat(2_001) })?.message).toHaveLength(2_000);
  const straddling = `${'x'.repeat(1_997)}canary`;
  expect(read({ message: straddling }, redact)?.message).toBe(`${'x'.repeat(1_997)}***`);
});

it('reads fifty details, and four levels of them (C-32)', () => {
  const many = Array.from({ length: 51 }, (_, number) => ({ code: `C${number}` }));
  expect(read({ code: 'C', details: many })?.details).toHaveLength(50);
  const nest = (levels: number): object => ({ code: `C${levels}`, ...(levels > 0 && { details: [nest(levels - 1)] }) });
  expect(JSON.stringify(read(nest(6))).match(/"code"/g)).toHaveLength(5);
});

it('leaves out details that are not errors', () => {
  const details = [null, 'text', { target: 'x' }, { message: 'm', code: '' }, { code: 'C', message: '' }, ['C']];
  expect(read({ code: 'C', details })?.details).toEqual(details.slice(3, 5));
});

it('reads five levels of inner errors', () => {
  const nest = (levels: number): object => ({ code: 'E', ...(levels > 0 && { innererror: nest(levels - 1) }) });
  expect(JSON.stringify(read({ code: 'C', innererror: nest(9) })?.innerError).match(/"code"/g)).toHaveLength(5);
  expect(read({ code: 'C', innererror: 'text' })).toEqual({ code: 'C', message: '' });
});

it('reads fifty entries of additional information', () => {
  const many = Array.from({ length: 51 }, () => ({ type: 't', info: {} }));
  expect(read({ code: 'C', additionalInfo: many })?.additionalInfo).toHaveLength(50);
  const odd = ['x', { type: 5, info: 'text' }, {}];
  expect(read({ code: 'C', additionalInfo: odd })?.additionalInfo).toEqual([{ type: '' }, { type: '' }]);
  expect(read({ code: 'C', additionalInfo: {} })).toEqual({ code: 'C', message: '' });
});
