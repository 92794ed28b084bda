import { expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { type ErrorShape, formatErrorBody } from '../../../lib/http/respond.ts';

const NOW = Date.UTC(2026, 1, 28, 10, 20, 30);

const bare = new Problem('forbidden');

const listed = new Problem('invalid_request', {
  details: [
    { code: 'invalid_value', target: 'properties.query', message: 'must be a string' },
    { code: 'unknown_parameter', message: 'is not a parameter' },
  ],
});

const PARTS = {
  innerError: { code: 'E1', innererror: { code: 'E2' } },
  additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p' } }],
};

const full = new Problem('upstream_refused', {
  code: 'ValidationError',
  message: 'It is not valid.',
  target: 'representation',
  details: [{ code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no', ...PARTS }] }],
  ...PARTS,
});

const toBody = (shape: ErrorShape, problem: Problem) =>
  JSON.parse(formatErrorBody(shape, problem, { requestId: 'request-1' }, NOW));

it('S1-52, S1-67 the management operations return error with code, message, target, details and additionalInfo, at every depth', () => {
  expect(toBody('arm', bare)).toEqual({ error: { code: 'forbidden', message: bare.message } });
  const { additionalInfo } = PARTS;
  expect(toBody('arm', full)).toEqual({
    error: {
      code: 'ValidationError',
      message: 'It is not valid.',
      target: 'representation',
      details: [
        { code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no', additionalInfo }] },
      ],
      additionalInfo,
    },
  });
});

it('S1-53, S1-75 the health events return code, message and details, all text, without a wrapper', () => {
  expect(toBody('healthEvent', bare)).toEqual({ code: 'forbidden', message: bare.message, details: '' });
  expect(toBody('healthEvent', listed)).toEqual({
    code: 'invalid_request',
    message: 'The request is not valid.',
    details: 'properties.query: must be a string; is not a parameter',
  });
});

it('C-32 the backup-restore operations return error with details, and an innerError of date and request ids', () => {
  const ids = { 'request-id': 'request-1', 'client-request-id': 'request-1' };
  const innerError = { date: '2026-02-28T10:20:30.000Z', ...ids };
  expect(toBody('backupRestore', bare)).toEqual({ error: { code: 'forbidden', message: bare.message, innerError } });
  expect(toBody('backupRestore', listed)).toEqual({
    error: {
      code: 'invalid_request',
      message: 'The request is not valid.',
      details: listed.details,
      innerError,
    },
  });
});

it('S3-28, S3-44 the document models return error with code, message, target, details and a nested innererror, at every depth', () => {
  expect(toBody('documentModel', bare)).toEqual({ error: { code: 'forbidden', message: bare.message } });
  const { innerError: innererror } = PARTS;
  expect(toBody('documentModel', full)).toEqual({
    error: {
      code: 'ValidationError',
      message: 'It is not valid.',
      target: 'representation',
      details: [
        { code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no', innererror }] },
      ],
      innererror,
    },
  });
});

it('C-32 the business data return error with code, message and details', () => {
  expect(toBody('businessData', bare)).toEqual({ error: { code: 'forbidden', message: bare.message } });
  expect(toBody('businessData', listed)).toEqual({
    error: { code: 'invalid_request', message: 'The request is not valid.', details: listed.details },
  });
});

it('C-32 a target that has no place in the error itself is in its details', () => {
  const error = { code: 'duplicate_member', message: 'Twice.' };
  const problem = new Problem('duplicate_member', { message: error.message, target: 'tags' });
  expect(toBody('businessData', problem)).toEqual({ error: { ...error, details: [{ ...error, target: 'tags' }] } });
});

it.each(['arm', 'healthEvent', 'backupRestore', 'documentModel', 'businessData'] as const)(
  'no %s body contains the cause, the outcome or the headers',
  (shape) => {
    const problem = new Problem('upstream_error', {
      cause: new Error('canary'),
      outcome: 'unknown',
      headers: { 'x-canary': 'canary' },
    });
    expect(formatErrorBody(shape, problem, { requestId: 'request-1' }, NOW)).not.toMatch(/canary|unknown/);
  },
);
