import { expect, it } from 'vitest';
import { type ErrorShape, formatErrorBody } from '../../../lib/http/error-body.ts';
import { Problem } from '../../../lib/http/problem.ts';

const NOW = Date.UTC(2026, 1, 28, 10, 20, 30);

const bare = new Problem('forbidden');

const listed = new Problem('invalid_request', {
  details: [
    { code: 'invalid_value', target: 'properties.query', message: 'must be a string' },
    { code: 'unknown_parameter', message: 'is not a parameter' },
  ],
});

const full = new Problem('upstream_refused', {
  code: 'ValidationError',
  message: 'It is not valid.',
  target: 'representation',
  details: [{ code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no' }] }],
  innerError: { code: 'E1', innererror: { code: 'E2' } },
  additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p' } }],
});

const toBody = (shape: ErrorShape, problem: Problem) => JSON.parse(formatErrorBody(shape, problem, 'request-1', NOW));

it('the management operations return error with code, message, target, details and additionalInfo (S1-52)', () => {
  expect(toBody('arm', bare)).toEqual({ error: { code: 'forbidden', message: bare.message } });
  expect(toBody('arm', full)).toEqual({
    error: {
      code: 'ValidationError',
      message: 'It is not valid.',
      target: 'representation',
      details: [{ code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no' }] }],
      additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p' } }],
    },
  });
});

it('the health events return code, message and details, all text, without a wrapper (S1-53)', () => {
  expect(toBody('healthEvent', bare)).toEqual({ code: 'forbidden', message: bare.message, details: '' });
  expect(toBody('healthEvent', listed)).toEqual({
    code: 'invalid_request',
    message: 'The request is not valid.',
    details: 'properties.query: must be a string; is not a parameter',
  });
});

it('the backup-restore operations return error with an innerError of date and request id', () => {
  const innerError = { date: '2026-02-28T10:20:30.000Z', 'request-id': 'request-1' };
  expect(toBody('backupRestore', bare)).toEqual({ error: { code: 'forbidden', message: bare.message, innerError } });
  expect(toBody('backupRestore', listed)).toEqual({
    error: {
      code: 'invalid_request',
      message: 'The request is not valid. properties.query: must be a string; is not a parameter',
      innerError,
    },
  });
});

it('the document models return error with code, message, target, details and a nested innererror (S3-28)', () => {
  expect(toBody('documentModel', bare)).toEqual({ error: { code: 'forbidden', message: bare.message } });
  expect(toBody('documentModel', full)).toEqual({
    error: {
      code: 'ValidationError',
      message: 'It is not valid.',
      target: 'representation',
      details: [{ code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no' }] }],
      innererror: { code: 'E1', innererror: { code: 'E2' } },
    },
  });
});

it('the business data return error with code and a message that names every invalid property', () => {
  expect(toBody('businessData', bare)).toEqual({ error: { code: 'forbidden', message: bare.message } });
  expect(toBody('businessData', listed)).toEqual({
    error: {
      code: 'invalid_request',
      message: 'The request is not valid. properties.query: must be a string; is not a parameter',
    },
  });
});

it.each(['arm', 'healthEvent', 'backupRestore', 'documentModel', 'businessData'] as const)(
  'no %s body contains the cause, the outcome or the headers',
  (shape) => {
    const problem = new Problem('upstream_error', {
      cause: new Error('canary'),
      outcome: 'unknown',
      headers: { 'x-canary': 'canary' },
    });
    expect(formatErrorBody(shape, problem, 'request-1', NOW)).not.toMatch(/canary|unknown/);
  },
);
