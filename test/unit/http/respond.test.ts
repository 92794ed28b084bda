import { expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { respond, respondProblem } from '../../../lib/http/respond.ts';
import { VERSION } from '../../../lib/http/version.ts';

const IDS = { requestId: 'request-1', upstreamRequestId: undefined, isAuthenticated: false };

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'ETag, Age, Azure-AsyncOperation, Cache-Status, Location, Retry-After, WWW-Authenticate, x-frontdesk-outcome, ' +
    'x-frontdesk-problem, x-frontdesk-upstream-request-id, x-frontdesk-version, x-ms-error-code, x-ms-request-id',
  'x-ms-request-id': 'request-1',
};

it('only an authenticated caller sees which version runs', () => {
  const failed = { shape: 'arm', outcome: undefined } as const;
  for (const isAuthenticated of [true, false]) {
    const whom = { ...IDS, isAuthenticated };
    const version = isAuthenticated ? VERSION : undefined;
    expect(respond({ status: 200, headers: {} }, whom).headers['x-frontdesk-version']).toBe(version);
    const { headers } = respondProblem(new Problem('forbidden'), { ...whom, ...failed }, 0);
    expect(headers['x-frontdesk-version']).toBe(version);
  }
});

it('a response with a body is JSON, private and has the request id (docs/architecture.md, Errors; A63)', () => {
  expect(respond({ status: 201, headers: { etag: '"1"' }, body: '{}' }, IDS)).toEqual({
    status: 201,
    headers: { ...COMMON, etag: '"1"', 'content-type': 'application/json; charset=utf-8' },
    body: '{}',
  });
});

it('a response without a body has no media type (S3-40: 204 without a body)', () => {
  const response = respond({ status: 204, headers: {} }, IDS);
  expect(response).toEqual({ status: 204, headers: COMMON });
  expect('body' in response).toBe(false);
});

it('the given cache-control replaces no-store', () => {
  const { headers } = respond({ status: 200, headers: { 'cache-control': 'private, no-cache' }, body: '' }, IDS);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it('a failure has its status, its headers and a body in the error format of the operation', () => {
  const problem = new Problem('throttled', { headers: { 'retry-after': '7' }, outcome: 'not-sent' });
  const response = respondProblem(problem, { ...IDS, shape: 'businessData', outcome: undefined }, 0);
  expect(response).toEqual({
    status: 429,
    headers: {
      ...COMMON,
      'retry-after': '7',
      'content-type': 'application/json; charset=utf-8',
      'x-ms-error-code': 'throttled',
      'x-frontdesk-problem': 'throttled',
    },
    body: JSON.stringify({ error: { code: 'throttled', message: problem.message } }),
  });
});

it('after a failed write x-frontdesk-outcome tells its outcome (docs/architecture.md, Errors)', () => {
  const response = respondProblem(new Problem('upstream_timeout'), { ...IDS, shape: 'arm', outcome: 'unknown' }, 0);
  expect(response.headers['x-frontdesk-outcome']).toBe('unknown');
});

it('C-50 an upstream’s code is in x-ms-error-code, and upstream_refused says that it is the upstream’s', () => {
  const toHeaders = (code: string) => {
    const problem = new Problem('upstream_refused', { code });
    return respondProblem(problem, { ...IDS, shape: 'arm', outcome: undefined }, 0).headers;
  };
  const problem = 'upstream_refused';
  expect(toHeaders('Conflict')).toMatchObject({ 'x-ms-error-code': 'Conflict', 'x-frontdesk-problem': problem });
  expect(toHeaders('Zone\r\nx: 1')).toMatchObject({ 'x-ms-error-code': problem, 'x-frontdesk-problem': problem });
});

it('C-51 the upstream’s own request id is on successes and failures', () => {
  const ids = { ...IDS, upstreamRequestId: 'upstream-1' };
  const failed = { ...ids, shape: 'arm', outcome: undefined } as const;
  for (const { headers } of [
    respond({ status: 200, headers: {}, body: '{}' }, ids),
    respondProblem(new Problem('upstream_error'), failed, 0),
  ]) {
    expect(headers['x-frontdesk-upstream-request-id']).toBe('upstream-1');
  }
});

it.each([
  ['throttled', undefined, '1'],
  ['shutting_down', undefined, '1'],
  ['upstream_unavailable', '7', '7'],
  ['upstream_error', undefined, undefined],
] as const)('every 429 and 503 has Retry-After: %s with %s has %s (F10, F12)', (type, given, expected) => {
  const problem = new Problem(type, given ? { headers: { 'retry-after': given } } : {});
  const { headers } = respondProblem(problem, { ...IDS, shape: 'arm', outcome: undefined }, 0);
  expect(headers['retry-after']).toBe(expected);
});
