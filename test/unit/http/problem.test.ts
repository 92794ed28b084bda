import { describe, expect, it } from 'vitest';
import {
  asProblem,
  describeCause,
  Problem,
  type ProblemType,
  SafeError,
  toOutcome,
} from '../../../lib/http/problem.ts';

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
  503: `auth_unavailable policy_unavailable overloaded shutting_down circuit_open identity_unavailable
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

it('has only the type when nothing else is given', () => {
  const problem = new Problem('forbidden');
  expect(problem).toMatchObject({ name: 'Problem', details: [], headers: {} });
  for (const name of ['target', 'innerError', 'additionalInfo', 'outcome', 'cause'] as const) {
    expect(problem[name]).toBeUndefined();
  }
  expect(problem).toBeInstanceOf(Error);
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

it.each([
  [new Problem('invalid_request'), 'not-sent'],
  [new Problem('forbidden'), 'not-sent'],
  [new Problem('internal_error'), 'unknown'],
  [new Problem('upstream_refused', { outcome: 'rejected' }), 'rejected'],
  [new Problem('internal_error', { outcome: 'accepted' }), 'accepted'],
])('the outcome of a failed write (docs/architecture.md, Errors)', (problem, outcome) => {
  expect(toOutcome(problem)).toBe(outcome);
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
    [
      'an error whose cause is a Problem',
      new Error('canary', { cause: new Problem('forbidden') }),
      'Error < forbidden',
    ],
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
