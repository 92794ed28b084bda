import { expect, it } from 'vitest';
import { createTokenProblem, parseBearer } from '../../../lib/auth/bearer.ts';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER abc', 'abc'],
  ['Bearer   abc', 'abc'],
  ['Bearer aZ09._~+/-', 'aZ09._~+/-'],
  ['Bearer abc==', 'abc=='],
])('reads the token of %j (RFC 6750 2.1; the scheme in any casing: RFC 9110 11.1)', (authorization, token) => {
  expect(parseBearer(authorization)).toBe(token);
});

it.each([
  [undefined],
  [''],
  ['Bearer'],
  ['Bearer '],
  ['Bearer =='],
  ['Bearer x y'],
  ['Bearer  x y'],
  ['Bearer a=b'],
  ['Bearer ab c='],
  ['Bearer é'],
  ['Bearer a,b'],
  ['Bearer abc '],
  ['Bearer abc\n'],
  ['\nBearer abc'],
  [' Bearer abc'],
  ['XBearer abc'],
  ['Bearerabc'],
  ['Bearer\tabc'],
  ['Basic dTpw'],
  ['abc'],
])('%j holds no bearer token: the challenge bears no error code (A01, A02; RFC 6750 3.1)', (authorization) => {
  expect(() => parseBearer(authorization)).toThrow(
    expect.objectContaining({ type: 'unauthenticated', status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  );
});

it('a token of 8192 characters is read, a longer one is refused unread (A15)', () => {
  expect(parseBearer(`Bearer ${'a'.repeat(8192)}`)).toHaveLength(8192);
  expect(() => parseBearer(`Bearer ${'a'.repeat(8193)}`)).toThrow(
    expect.objectContaining({
      type: 'invalid_token',
      cause: 'token_too_long',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  );
});

it('a megabyte that almost is a token is refused in no time', () => {
  const startedAt = performance.now();
  expect(() => parseBearer(`Bearer ${'a'.repeat(1 << 20)} `)).toThrow();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

it.each([
  ['invalid_token', {}, 401, 'Bearer error="invalid_token"'],
  ['invalid_token', { reason: 'expired' }, 401, 'Bearer error="invalid_token"'],
  ['insufficient_scope', { scope: 'Items.Read' }, 403, 'Bearer error="insufficient_scope", scope="Items.Read"'],
  ['unauthenticated', { scope: 'Items.Read' }, 401, 'Bearer scope="Items.Read"'],
] as const)('%s of %j is answered %i with the challenge %s (RFC 6750 3)', (type, why, status, challenge) => {
  const problem = createTokenProblem(type, why);
  expect(problem).toMatchObject({ type, status, headers: { 'www-authenticate': challenge } });
});

it('the reason is for the log alone', () => {
  const problem = createTokenProblem('invalid_token', { reason: 'tenant' });
  expect(problem.cause).toBe('tenant');
  expect(JSON.stringify([problem.message, problem.headers, problem.details])).not.toContain('tenant');
});
