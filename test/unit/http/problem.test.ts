import { expect, it } from 'vitest';
import { asProblem, Problem, type ProblemType, toOutcome } from '../../../lib/http/problem.ts';

const STATUSES: Readonly<Record<ProblemType, number>> = {
  unauthenticated: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  forbidden: 403,
  auth_unavailable: 503,
  invalid_request: 400,
  invalid_json: 400,
  json_too_deep: 400,
  duplicate_member: 400,
  unsupported_api_version: 400,
  invalid_cursor: 400,
  precondition_failed: 412,
  content_too_large: 413,
  unsupported_media_type: 415,
  throttled: 429,
  overloaded: 503,
  circuit_open: 503,
  identity_unavailable: 503,
  upstream_refused: 400,
  upstream_auth: 502,
  upstream_unavailable: 503,
  upstream_error: 502,
  upstream_unreachable: 502,
  upstream_invalid_response: 502,
  upstream_timeout: 504,
  internal_error: 500,
};

it.each(Object.entries(STATUSES) as [ProblemType, number][])('%s takes the status %i', (type, status) => {
  const problem = new Problem(type);
  expect(problem).toMatchObject({ type, status, code: type });
  expect(problem.message).toMatch(/^The .+\.$|^A .+\.$|^Tokens .+\.$|^Too many .+\.$/);
});

it('bears nothing that it was not given', () => {
  const problem = new Problem('forbidden');
  expect(problem).toMatchObject({ name: 'Problem', details: [], headers: {} });
  for (const name of ['target', 'innerError', 'additionalInfo', 'outcome', 'cause'] as const) {
    expect(problem[name]).toBeUndefined();
  }
  expect(problem).toBeInstanceOf(Error);
});

it('bears what it was given in the place of the table’s', () => {
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

it('a Problem stays as it is; anything unforeseen is a 500 whose cause is for the log', () => {
  const problem = new Problem('forbidden');
  expect(asProblem(problem)).toBe(problem);
  const error = new RangeError('secret');
  expect(asProblem(error)).toMatchObject({ type: 'internal_error', status: 500, cause: error });
  expect(asProblem(error).message).not.toContain('secret');
  expect(asProblem('thrown text')).toMatchObject({ type: 'internal_error', cause: 'thrown text' });
});

it.each([
  [new Problem('invalid_request'), 'not-sent'],
  [new Problem('forbidden'), 'not-sent'],
  [new Problem('internal_error'), 'unknown'],
  [new Problem('upstream_refused', { outcome: 'rejected' }), 'rejected'],
  [new Problem('internal_error', { outcome: 'accepted' }), 'accepted'],
])('of a write that failed so it is known what became of it (DESIGN 3, Errors)', (problem, outcome) => {
  expect(toOutcome(problem)).toBe(outcome);
});
