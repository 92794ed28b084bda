import { describe, expect, it } from 'vitest';
import { ERROR_FORMATS, type ErrorFormatName } from '../../../lib/http/error-formats.ts';
import {
  asProblem,
  describeCause,
  Problem,
  type ProblemType,
  SafeError,
  toOutcome,
} from '../../../lib/http/problem.ts';
import { addHeaders, formatProblem } from '../../../lib/http/respond.ts';
import { INSTANCE, VERSION } from '../../../lib/http/version.ts';
import { toLogLine } from '../../../lib/observability/request-record.ts';

const TYPES: Readonly<Record<number, string>> = {
  400: `invalid_request invalid_json json_too_deep duplicate_member unsupported_api_version invalid_cursor
    invalid_operation_id unsupported_in_batch unsupported_dependency upstream_refused`,
  401: 'unauthenticated invalid_token',
  403: 'insufficient_scope forbidden',
  404: 'route_not_found',
  411: 'length_required',
  412: 'precondition_failed',
  413: 'content_too_large',
  415: 'unsupported_media_type',
  429: 'throttled',
  500: 'internal_error',
  502: 'upstream_auth upstream_error upstream_unreachable upstream_invalid_response',
  503: `auth_unavailable policy_unavailable overloaded circuit_open identity_unavailable
    upstream_unavailable`,
  504: 'upstream_timeout',
  507: 'batch_too_large',
};

it.each(Object.entries(TYPES))('%s is the status of %s', (status, types) => {
  for (const type of types.split(/\s+/) as ProblemType[]) {
    const problem = new Problem(type);
    expect(problem).toMatchObject({ type, status: Number(status), code: type });
    expect(problem.message).toMatch(/^(?:The|A|No|Tokens|Too many|You) .+\.$/);
  }
});

it('options replace what the table says', () => {
  const given = {
    message: 'The upstream says so.',
    details: [{ code: 'Bad', message: 'is bad' }],
    target: 'name',
    status: 409,
    code: 'Conflict',
    innerError: { code: 'inner' },
    additionalInfo: [{ type: 'info' }],
    headers: { 'retry-after': '1' },
    outcome: 'rejected',
    cause: 'why',
  } as const;
  expect(new Problem('upstream_refused', given)).toMatchObject({ ...given, type: 'upstream_refused' });
});

it('a Problem stays unchanged; an unexpected error becomes a 500 that keeps its cause for the log', () => {
  const problem = new Problem('forbidden');
  expect(asProblem(problem)).toBe(problem);
  const error = new RangeError('secret');
  expect(asProblem(error)).toMatchObject({ type: 'internal_error', status: 500, cause: error });
  expect(asProblem(error).message).not.toContain('secret');
  expect(asProblem('thrown text')).toMatchObject({ type: 'internal_error', cause: 'thrown text' });
});

it('the outcome of a failed write is its own, or by its type (docs/architecture.md, Access and errors)', () => {
  const types = ['invalid_request', 'forbidden', 'internal_error'] as const;
  expect(types.map((type) => toOutcome(new Problem(type)))).toEqual(['not-sent', 'not-sent', 'unknown']);
  for (const outcome of ['rejected', 'accepted'] as const)
    for (const type of ['upstream_refused', 'internal_error'] as const)
      expect(toOutcome(new Problem(type, { outcome }))).toBe(outcome);
});

describe('a cause in words', () => {
  class StrangeError extends Error {
    override readonly name = 'StrangeError';
  }

  it.each<[string, unknown, string | undefined]>([
    ['our own text', 'No answer in time.', 'No answer in time.'],
    ['a SafeError', new SafeError('The key set is empty.'), 'The key set is empty.'],
    ['a Problem', new Problem('upstream_timeout', { message: 'canary' }), 'upstream_timeout'],
    ['an error', new TypeError('canary'), 'TypeError'],
    ['an error of another class', new StrangeError('canary'), 'StrangeError'],
    ['an error with a code', Object.assign(new Error('canary'), { code: 'ECONNREFUSED' }), 'Error ECONNREFUSED'],
    ['an error with a code that is not a string', Object.assign(new Error('canary'), { code: 5 }), 'Error'],
    ['an error with a cause', new Error('canary', { cause: new RangeError('canary') }), 'Error < RangeError'],
    ['a Problem as the cause', new Error('canary', { cause: new Problem('forbidden') }), 'Error < forbidden'],
    ['an error whose cause is text', new Error('canary', { cause: 'why' }), 'Error < why'],
    ['an error whose cause has no name', new Error('canary', { cause: { canary: 1 } }), 'Error'],
    ['nothing', undefined, undefined],
    ['null', null, undefined],
    ['an object', { message: 'canary', code: 'canary' }, undefined],
    ['a number', 5, undefined],
  ])('%s', (_, cause, words) => {
    expect(describeCause(cause)).toBe(words);
  });

  it('is 256 characters long at most', () => {
    const code = (length: number) => Object.assign(new Error('x'), { code: 'C'.repeat(length) });
    expect(describeCause(code(250))).toHaveLength(256);
    expect(describeCause(code(251))).toHaveLength(256);
  });
});

const IDS = { requestId: 'request-1', upstreamRequestId: undefined, isAuthenticated: false };

/** Returns the response to a failure of a read, in the format of the management operations unless given. */
const fail = (problem: Problem, context: object = {}) => {
  const failed = { ...IDS, format: 'arm' as const, outcome: undefined, ...context };
  return addHeaders(formatProblem(problem, failed, 0), failed, failed.format);
};

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'ETag, Age, Azure-AsyncOperation, Cache-Status, Location, Retry-After, WWW-Authenticate, client-request-id, request-id, ' +
    'x-frontdesk-outcome, x-frontdesk-problem, x-frontdesk-upstream-request-id, x-frontdesk-version, x-ms-client-request-id, x-ms-error-code, x-ms-request-id',
  'x-ms-request-id': 'request-1',
};

it('only an authenticated caller sees which version runs', () => {
  for (const isAuthenticated of [true, false]) {
    const whom = { ...IDS, isAuthenticated };
    const version = isAuthenticated ? VERSION : undefined;
    expect(addHeaders({ status: 200, headers: {} }, whom).headers['x-frontdesk-version']).toBe(version);
    expect(fail(new Problem('forbidden'), whom).headers['x-frontdesk-version']).toBe(version);
  }
});

it('a response with a body is JSON, private unless it says otherwise, and has both request ids (docs/architecture.md, Access and errors; A63) (C-51)', () => {
  const headers = { etag: '"1"', 'cache-control': 'private, no-cache' };
  const ids = { ...IDS, upstreamRequestId: 'upstream-1' };
  const own = { 'content-type': 'application/json; charset=utf-8', 'x-frontdesk-upstream-request-id': 'upstream-1' };
  expect(addHeaders({ status: 201, headers, body: '{}' }, ids)).toEqual({
    status: 201,
    headers: { ...COMMON, ...headers, ...own },
    body: '{}',
  });
});

it('a response without a body has no media type (S3-40: 204 without a body)', () => {
  const response = addHeaders({ status: 204, headers: {} }, IDS);
  expect(response).toEqual({ status: 204, headers: COMMON });
  expect('body' in response).toBe(false);
});

it('a failure has its status, its headers, the outcome of a write and a body in the error format of the operation (C-51)', () => {
  const problem = new Problem('throttled', { headers: { 'retry-after': '7' }, outcome: 'not-sent' });
  const context = { upstreamRequestId: 'upstream-1', format: 'businessData', outcome: 'unknown' };
  expect(fail(problem, context)).toEqual({
    status: 429,
    headers: {
      ...COMMON,
      'retry-after': '7',
      'content-type': 'application/json; charset=utf-8',
      'x-ms-error-code': 'throttled',
      'x-frontdesk-problem': 'throttled',
      'x-frontdesk-outcome': 'unknown',
      'x-frontdesk-upstream-request-id': 'upstream-1',
    },
    body: JSON.stringify({ error: { code: 'throttled', message: problem.message } }),
  });
});

it('an upstream’s code is in x-ms-error-code, and upstream_refused says that it is the upstream’s (C-50)', () => {
  const problem = 'upstream_refused';
  const toCodes = (code: string) => {
    const { headers, body } = fail(new Problem(problem, { code }));
    expect(headers['x-frontdesk-problem']).toBe(problem);
    return [headers['x-ms-error-code'], JSON.parse(String(body)).error.code];
  };
  expect(toCodes('Conflict')).toEqual(['Conflict', 'Conflict']);
  expect(toCodes('Zone\r\nx: 1')).toEqual([problem, 'Zone\r\nx: 1']);
  // A blank code counts as absent: header and body agree.
  for (const blank of ['', ' ', '\t\n', '\u00a0']) expect(toCodes(blank)).toEqual([problem, problem]);
});

it.each([
  ['throttled', undefined, '1'],
  ['overloaded', undefined, '1'],
  ['upstream_unavailable', '7', '7'],
  ['upstream_error', undefined, undefined],
] as const)('every 429 and 503 has Retry-After: %s with %s has %s (F10, F12)', (type, given, expected) => {
  const problem = new Problem(type, given ? { headers: { 'retry-after': given } } : {});
  expect(fail(problem).headers['retry-after']).toBe(expected);
});

const NOW = Date.UTC(2026, 1, 28, 10, 20, 30);

const bare = new Problem('forbidden');
const FORBIDDEN = { code: 'forbidden', message: bare.message };

const details = [
  { code: 'invalid_value', target: 'properties.query', message: 'must be a string' },
  { code: 'unknown_parameter', message: 'is not a parameter' },
];
const listed = new Problem('invalid_request', { details });
const INVALID = { code: 'invalid_request', message: 'The request is not valid.' };

const PARTS = {
  innerError: { code: 'E1', innererror: { code: 'E2' } },
  additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p' } }],
};

/** An error with these members at every depth. */
const toFull = (parts: object) => ({
  ...{ code: 'ValidationError', message: 'It is not valid.', target: 'representation' },
  details: [{ code: 'Inner', target: 'a', message: 'no', details: [{ code: 'Deeper', message: 'no', ...parts }] }],
  ...parts,
});
const full = new Problem('upstream_refused', toFull(PARTS));

const toBody = (format: ErrorFormatName, problem: Problem) =>
  JSON.parse(JSON.stringify(ERROR_FORMATS[format].write(problem, { requestId: 'request-1' }, NOW)));

it('the management operations return error with code, message, target, details and additionalInfo, at every depth (S1-52, S1-67)', () => {
  expect(toBody('arm', bare)).toEqual({ error: FORBIDDEN });
  const { additionalInfo } = PARTS;
  expect(toBody('arm', full)).toEqual({ error: toFull({ additionalInfo }) });
});

it('the health events return code, message and details, all text, without a wrapper (S1-53, S1-75)', () => {
  expect(toBody('healthEvent', bare)).toEqual({ ...FORBIDDEN, details: '' });
  const text = 'properties.query: must be a string; is not a parameter';
  expect(toBody('healthEvent', listed)).toEqual({ ...INVALID, details: text });
});

it('the backup-restore operations return error with details, and an innerError of date and request ids (C-32)', () => {
  const ids = { 'request-id': 'request-1', 'client-request-id': 'request-1' };
  const innerError = { date: '2026-02-28T10:20:30.000Z', ...ids };
  expect(toBody('backupRestore', bare)).toEqual({ error: { ...FORBIDDEN, innerError } });
  expect(toBody('backupRestore', listed)).toEqual({ error: { ...INVALID, details, innerError } });
});

it('the document models return error with code, message, target, details and a nested innererror, at every depth (S3-28, S3-44)', () => {
  expect(toBody('documentModel', bare)).toEqual({ error: FORBIDDEN });
  const { innerError: innererror } = PARTS;
  expect(toBody('documentModel', full)).toEqual({ error: toFull({ innererror }) });
});

it('the business data return error with code, message and details (C-32)', () => {
  expect(toBody('businessData', bare)).toEqual({ error: FORBIDDEN });
  expect(toBody('businessData', listed)).toEqual({ error: { ...INVALID, details } });
});

it('a target that has no place in the error itself is in its details (C-32)', () => {
  const error = { code: 'duplicate_member', message: 'Twice.' };
  const problem = new Problem('duplicate_member', { message: error.message, target: 'tags' });
  expect(toBody('businessData', problem)).toEqual({ error: { ...error, details: [{ ...error, target: 'tags' }] } });
});

it('the last members of a line of the log are the process that wrote it and its version', () => {
  expect(INSTANCE).toMatch(/^[\da-f]{8}$/);
  expect(toLogLine({ alert: 'a', subject: 'b' })).toBe(
    `{"alert":"a","subject":"b","instance":"${INSTANCE}","version":"source"}`,
  );
});
