import { expect, it } from 'vitest';
import { createTokenProblem, invalidToken } from '../../../lib/auth/caller.ts';

it.each([
  ['invalid_token', {}, 401, 'Bearer error="invalid_token"'],
  ['invalid_token', { reason: 'ERR_JWT_EXPIRED' }, 401, 'Bearer error="invalid_token"'],
  ['insufficient_scope', { scope: 'user' }, 403, 'Bearer error="insufficient_scope", scope="user"'],
  ['insufficient_scope', { role: 'Items.Read' }, 403, 'Bearer error="insufficient_scope", role="Items.Read"'],
  ['unauthenticated', { scope: 'user' }, 401, 'Bearer scope="user"'],
] as const)('%s with %j has status %i and the challenge %s (RFC 6750 3)', (type, why, status, challenge) => {
  const problem = createTokenProblem(type, why);
  expect(problem).toMatchObject({ type, status, headers: { 'www-authenticate': challenge } });
});

it('the message names the scope or the app role that is missing (C-52)', () => {
  const toMessage = (why: Parameters<typeof createTokenProblem>[1]) =>
    createTokenProblem('insufficient_scope', why).message;
  expect([{ scope: 'user' }, { role: 'Items.Read' }, {}].map(toMessage)).toEqual([
    'The bearer token does not have the scope user.',
    'The bearer token does not have the app role Items.Read.',
    'The bearer token lacks the scope or role for this operation.',
  ]);
});

it('the reason is not part of the response', () => {
  const problem = createTokenProblem('invalid_token', { reason: 'tenant' });
  expect(problem.cause).toBe('tenant');
  expect(JSON.stringify([problem.message, problem.headers, problem.details])).not.toContain('tenant');
});

it('has whose token it was, if its signature is valid; claims that are no names are left out', () => {
  expect(invalidToken('tenant').identity).toBeUndefined();
  const ann = { tid: 'Contoso', oid: 'ann', sub: 'other', azp: 'portal' };
  expect(invalidToken('tenant', ann).identity).toEqual({ tenant: 'contoso', subject: 'ann', client: 'portal' });
  const odd = { tid: 'a b', sub: 'x'.repeat(256), appid: 'portal' };
  expect(invalidToken('tenant', odd).identity).toEqual({ tenant: undefined, subject: undefined, client: 'portal' });
});
