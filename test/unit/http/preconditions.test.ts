import { expect, it } from 'vitest';
import { type PreconditionRules, parsePreconditions } from '../../../lib/http/parse-headers.ts';
import { Problem, type ProblemDetail } from '../../../lib/http/problem.ts';

type Headers = Readonly<Record<string, string>>;

const update = { ifMatch: true } as const;
const replace = { ifMatch: true, ifNoneMatch: 'create-only' } as const;

function parse(rules: PreconditionRules | undefined, headers: Headers, method = 'PUT') {
  const details: ProblemDetail[] = [];
  const header = (name: string) => headers[name];
  const message = { method, params: {}, rawQuery: '', header, readBody: () => Promise.reject(new Error('read')) };
  const preconditions = parsePreconditions(rules, message, details);
  return { preconditions, failures: details.map(({ code, target, message }) => `${code} ${target}: ${message}`) };
}

it.each(['*', '"1"', '""', '"a,b"', 'AAAAAAAAExk='])('C-16 If-Match: %s is returned unchanged', (tag) => {
  expect(parse(update, { 'if-match': tag })).toEqual({ preconditions: { 'if-match': tag }, failures: [] });
});

it.each(['', '"é"', 'a\r\nb', 'W/"1"', '"1", "2"', 'a,b', 'a b', '**', '"a', `"${'a'.repeat(1023)}"`])(
  'C-16 If-Match: %j is rejected: it is not *, one strong entity tag or one bare token',
  (tag) => {
    const rule = 'must be *, one strong entity tag or one bare token';
    expect(parse(update, { 'if-match': tag }).failures).toEqual([`invalid_value if-match: ${rule}`]);
  },
);

it('C-18 those that no rule declares are rejected by name, not ignored (A54)', () => {
  const refused = (name: string) => `unsupported_precondition ${name}: is not supported by this operation`;
  const all = { 'if-match': '"1"', 'if-none-match': '*', 'if-modified-since': 'x', 'if-unmodified-since': '' };
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'])
    expect(parse(undefined, all, method)).toEqual({ preconditions: {}, failures: Object.keys(all).map(refused) });
  expect(parse(update, all).failures).toEqual(Object.keys(all).slice(1).map(refused));
  expect(parse(replace, { 'if-modified-since': 'x' }).failures).toEqual([refused('if-modified-since')]);
});

it('a GET has none: the cache reads its If-None-Match', () => {
  const headers = { 'if-match': 'a, b', 'if-none-match': '"1"', 'if-modified-since': 'x' };
  expect(parse(undefined, headers, 'GET')).toEqual({ preconditions: {}, failures: [] });
});

it('If-None-Match: * is returned (S2-79)', () => {
  expect(parse(replace, { 'if-none-match': '*' })).toEqual({ preconditions: { 'if-none-match': '*' }, failures: [] });
});

it.each(['"1"', '**', ' *', 'W/*'])('If-None-Match: %j is 412 (S2-80; A54)', (tag) => {
  const problem = expect.objectContaining({
    type: 'precondition_failed',
    status: 412,
    target: 'if-none-match',
    message: 'If-None-Match must be *.',
    outcome: 'not-sent',
  });
  expect(() => parse(replace, { 'if-none-match': tag })).toThrow(Problem);
  expect(() => parse(replace, { 'if-none-match': tag })).toThrow(problem);
});

it('C-17 both at once are rejected (A54)', () => {
  for (const tag of ['*', '"2"']) {
    expect(parse(replace, { 'if-match': '"1"', 'if-none-match': tag }).failures).toEqual([
      'invalid_value if-none-match: must not be given together with if-match',
    ]);
  }
});
