import { expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { respond, respondProblem } from '../../../lib/http/respond.ts';

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'ETag, Age, Cache-Status, Retry-After, WWW-Authenticate, x-frontdesk-outcome, x-ms-request-id',
  'x-ms-request-id': 'request-1',
};

it('a response with a body is JSON, private and has the request id (docs/architecture.md, Errors; A63)', () => {
  expect(respond({ status: 201, headers: { etag: '"1"' }, body: '{}' }, 'request-1')).toEqual({
    status: 201,
    headers: { ...COMMON, etag: '"1"', 'content-type': 'application/json; charset=utf-8' },
    body: '{}',
  });
});

it('a response without a body has no media type (S3-40: 204 without a body)', () => {
  const response = respond({ status: 204, headers: {} }, 'request-1');
  expect(response).toEqual({ status: 204, headers: COMMON });
  expect('body' in response).toBe(false);
});

it('the given cache-control replaces no-store', () => {
  const { headers } = respond(
    { status: 200, headers: { 'cache-control': 'private, no-cache' }, body: '' },
    'request-1',
  );
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it('a failure has its status, its headers and a body in the error format of the operation', () => {
  const problem = new Problem('throttled', { headers: { 'retry-after': '7' }, outcome: 'not-sent' });
  const response = respondProblem(problem, { requestId: 'request-1', shape: 'businessData', outcome: undefined }, 0);
  expect(response).toEqual({
    status: 429,
    headers: { ...COMMON, 'retry-after': '7', 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: { code: 'throttled', message: problem.message } }),
  });
});

it('after a failed write x-frontdesk-outcome tells its outcome (docs/architecture.md, Errors)', () => {
  const response = respondProblem(
    new Problem('upstream_timeout'),
    { requestId: 'request-1', shape: 'arm', outcome: 'unknown' },
    0,
  );
  expect(response.headers['x-frontdesk-outcome']).toBe('unknown');
});
