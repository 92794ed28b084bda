import { expect, it } from 'vitest';
import { Problem } from '../../../lib/http/problem.ts';
import { respond, respondProblem } from '../../../lib/http/respond.ts';

const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers':
    'ETag, Age, Cache-Status, Retry-After, WWW-Authenticate, x-frontdesk-outcome, x-ms-request-id',
  'x-ms-request-id': 'request-1',
};

it('an answer with body is JSON, private and bears the request id (DESIGN 3, Errors; A63)', () => {
  expect(respond({ status: 201, headers: { etag: '"1"' }, body: '{}' }, 'request-1')).toEqual({
    status: 201,
    headers: { ...ALWAYS, etag: '"1"', 'content-type': 'application/json; charset=utf-8' },
    body: '{}',
  });
});

it('an answer without body has no type (spec 3, Endpoints 2: 204 without a body)', () => {
  const reply = respond({ status: 204, headers: {} }, 'request-1');
  expect(reply).toEqual({ status: 204, headers: ALWAYS });
  expect('content' in reply).toBe(false);
});

it('a stored reply says itself how it may be kept', () => {
  const { headers } = respond(
    { status: 200, headers: { 'cache-control': 'private, no-cache' }, body: '' },
    'request-1',
  );
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it('a failure bears its status, its headers and its body in the shape of the operation', () => {
  const problem = new Problem('throttled', { headers: { 'retry-after': '7' }, outcome: 'not-sent' });
  const reply = respondProblem('businessData', problem, undefined, 'request-1', 0);
  expect(reply).toEqual({
    status: 429,
    headers: { ...ALWAYS, 'retry-after': '7', 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: { code: 'throttled', message: problem.message } }),
  });
});

it('after a failed write x-frontdesk-outcome says what became of it (DESIGN 3, Errors)', () => {
  const reply = respondProblem('arm', new Problem('upstream_timeout'), 'unknown', 'request-1', 0);
  expect(reply.headers['x-frontdesk-outcome']).toBe('unknown');
});
