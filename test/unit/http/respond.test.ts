import { expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { respond, respondProblem } from '../../../lib/http/respond.ts';
import { VERSION } from '../../../lib/http/version.ts';

const IDS = { requestId: 'request-1', upstreamRequestId: undefined, isAuthenticated: false };

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'ETag, Age, Azure-AsyncOperation, Cache-Status, Location, Retry-After, WWW-Authenticate, client-request-id, request-id, ' +
    'x-frontdesk-outcome, x-frontdesk-problem, x-frontdesk-upstream-request-id, x-frontdesk-version, x-ms-error-code, x-ms-request-id',
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

it('C-51 a response with a body is JSON, private unless it says otherwise, and has both request ids (docs/architecture.md, Errors; A63)', () => {
  const headers = { etag: '"1"', 'cache-control': 'private, no-cache' };
  const ids = { ...IDS, upstreamRequestId: 'upstream-1' };
  const own = { 'content-type': 'application/json; charset=utf-8', 'x-frontdesk-upstream-request-id': 'upstream-1' };
  expect(respond({ status: 201, headers, body: '{}' }, ids)).toEqual({
    status: 201,
    headers: { ...COMMON, ...headers, ...own },
    body: '{}',
  });
});

it('a response without a body has no media type (S3-40: 204 without a body)', () => {
  const response = respond({ status: 204, headers: {} }, IDS);
  expect(response).toEqual({ status: 204, headers: COMMON });
  expect('body' in response).toBe(false);
});

it('C-51 a failure has its status, its headers, the outcome of a write and a body in the error format of the operation', () => {
  const problem = new Problem('throttled', { headers: { 'retry-after': '7' }, outcome: 'not-sent' });
  const ids = { ...IDS, upstreamRequestId: 'upstream-1' };
  const response = respondProblem(problem, { ...ids, shape: 'businessData', outcome: 'unknown' }, 0);
  expect(response).toEqual({
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

it('C-50 an upstream’s code is in x-ms-error-code, and upstream_refused says that it is the upstream’s', () => {
  const toHeaders = (code: string) => {
    const problem = new Problem('upstream_refused', { code });
    return respondProblem(problem, { ...IDS, shape: 'arm', outcome: undefined }, 0).headers;
  };
  const problem = 'upstream_refused';
  expect(toHeaders('Conflict')).toMatchObject({ 'x-ms-error-code': 'Conflict', 'x-frontdesk-problem': problem });
  expect(toHeaders('Zone\r\nx: 1')).toMatchObject({ 'x-ms-error-code': problem, 'x-frontdesk-problem': problem });
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
