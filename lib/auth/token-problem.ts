/** The problem of a token that is missing or refused, with its challenge. Source: RFC 6750 3. */
import * as z from 'zod';
import { Problem, type ProblemType } from '../http/problem.ts';

/** Real ids have no more than this (OpenID Connect Core 1.0 2); anything else would be misread in a log or in a key. */
export const tokenName = z.string().regex(/^[\x21-\x7e]{1,255}$/);

type Claims = Readonly<Record<string, unknown>>;

type TokenProblem = Extract<ProblemType, 'unauthenticated' | 'invalid_token' | 'insufficient_scope'>;

/**
 * Returns the Problem with its challenge; without a token, the challenge has no error code (RFC 6750 3.1).
 * `reason` is only logged, so that a response does not help to probe. `scope` or `role` is what is missing: a client may ask for
 * the former, but only an administrator can assign the latter, so it has an attribute of its own.
 */
export function createTokenProblem(type: TokenProblem, why: MissingAccess = {}): Problem {
  const { scope, role } = why;
  const attributes = [
    ...(type === 'unauthenticated' ? [] : [`error="${type}"`]),
    ...(scope ? [`scope="${scope}"`] : []),
    ...(role ? [`role="${role}"`] : []),
  ];
  return new Problem(type, {
    headers: { 'www-authenticate': ['Bearer', attributes.join(', ')].join(' ').trim() },
    ...(scope ? { message: `The bearer token does not have the scope ${scope}.` } : {}),
    ...(role ? { message: `The bearer token does not have the app role ${role}.` } : {}),
    cause: why.reason,
    ...(why.verified && { identity: readIdentity(why.verified) }),
  });
}

/** Whose token was refused, by the names that are safe in a log. */
function readIdentity({ tid, oid, sub, azp, appid }: Claims): Problem['identity'] {
  const [tenant, subject, client] = [tid, oid ?? sub, azp ?? appid].map((claim) => tokenName.safeParse(claim).data);
  return { tenant: tenant?.toLowerCase(), subject, client };
}

interface MissingAccess {
  /** The claims, if the signature is valid. */
  readonly verified?: Claims | undefined;
  readonly reason?: string;
  readonly scope?: string;
  readonly role?: string;
}

/** `verified` are the claims, if the signature is valid. */
export function invalidToken(reason: string, verified?: Claims): Problem {
  return createTokenProblem('invalid_token', { reason, verified });
}
