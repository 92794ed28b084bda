/** The bearer token of a request, and the challenges that answer a bad one. Source: RFC 6750 2.1, 3. */
import { Problem, type ProblemType } from '../http/problem.ts';

/** Longer tokens are refused unread; an Entra token has 1 to 3 KB. */
const MAX_TOKEN_LENGTH = 8192;

const CREDENTIALS = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** Answers the token; throws Problem `unauthenticated`, or `invalid_token` when it cannot be one. */
export function parseBearer(authorization: string | undefined): string {
  const token = authorization?.match(CREDENTIALS)?.[1];
  if (token === undefined) throw createTokenProblem('unauthenticated');
  if (token.length > MAX_TOKEN_LENGTH) throw createTokenProblem('invalid_token', { reason: 'token_too_long' });
  return token;
}

type TokenProblem = Extract<ProblemType, 'unauthenticated' | 'invalid_token' | 'insufficient_scope'>;

/**
 * Answers the Problem with its challenge. A request without a token gets a challenge without an error code (RFC 6750 3.1).
 * `reason` is for the log alone, so that an answer does not help to probe; `scope` names what the operation asks for.
 */
export function createTokenProblem(type: TokenProblem, why: { reason?: string; scope?: string } = {}): Problem {
  const attributes = [
    ...(type === 'unauthenticated' ? [] : [`error="${type}"`]),
    ...(why.scope ? [`scope="${why.scope}"`] : []),
  ];
  return new Problem(type, {
    headers: { 'www-authenticate': ['Bearer', attributes.join(', ')].join(' ').trim() },
    cause: why.reason,
  });
}
