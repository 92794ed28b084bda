/** The caller of a request, as the claims of its token say, and the problem of a token that is missing or refused. Source: RFC 6750 3; RFC 8725 3.12. */
import * as z from 'zod';
import { Problem, type ProblemType } from '../http/problem.ts';

export interface Caller {
  readonly tenant: string;
  /** The subject within the tenant: `oid`, else `sub`. */
  readonly subject: string;
  /** The application that the token was issued to: `azp`, else `appid`. */
  readonly client: string | undefined;
  /** Delegated scopes; undefined for an application token. */
  readonly scopes: readonly string[] | undefined;
  readonly roles: readonly string[];
  /** Identifies the person or the application for limits: the same from whichever frontend. */
  readonly key: string;
}

export function createCaller({ tenant, subject, client, scopes, roles }: Omit<Caller, 'key'>): Caller {
  return { tenant, subject, client, scopes, roles, key: `${tenant} ${subject}` };
}

/** Real ids match it (OpenID Connect Core 1.0 2); others could be misread in a log or in a key. */
const tokenName = z.string().regex(/^[\x21-\x7e]{1,255}$/);

type Claims = Readonly<Record<string, unknown>>;

type TokenProblem = Extract<ProblemType, 'unauthenticated' | 'invalid_token' | 'insufficient_scope'>;

type ClaimFault =
  | 'tenant'
  | 'personal_account'
  | 'issuer'
  | 'key_issuer'
  | 'version_1'
  | 'issued_in_future'
  | 'lives_too_long';
type KindFault = 'token_type' | 'id_token' | 'neither_delegated_nor_application' | `ill_typed_claims ${string}`;
/** Why a token is refused (docs/runbook.md#refused-tokens), or what it lacks. Only logged: a response does not help to probe. */
type TokenReason = ClaimFault | KindFault | 'token_too_long' | 'unverifiable' | `ERR_${string}` | 'scope' | 'role';

interface Why {
  readonly reason?: TokenReason;
  /** The claims, if the signature is valid. */
  readonly verified?: Claims | undefined;
  /** What is missing: a client may request a scope, but only an administrator can assign a role, so each has its attribute. */
  readonly scope?: string;
  readonly role?: string;
}

/** Returns the Problem with its challenge; without a token, the challenge has no error code (RFC 6750 3.1). */
export function createTokenProblem(type: TokenProblem, { reason, verified, scope, role }: Why = {}): Problem {
  const attributes = [
    ...(type === 'unauthenticated' ? [] : [`error="${type}"`]),
    ...(scope ? [`scope="${scope}"`] : []),
    ...(role ? [`role="${role}"`] : []),
  ];
  const missing = scope ? `scope ${scope}` : role && `app role ${role}`;
  return new Problem(type, {
    headers: { 'www-authenticate': ['Bearer', attributes.join(', ')].join(' ').trim() },
    ...(missing && { message: `The bearer token does not have the ${missing}.` }),
    cause: reason,
    ...(verified && { identity: readIdentity(verified) }),
  });
}

/** Returns whose token was refused, without names that are not safe in a log. */
function readIdentity({ tid, oid, sub, azp, appid }: Claims): Problem['identity'] {
  const [tenant, subject, client] = [tid, oid ?? sub, azp ?? appid].map((claim) => tokenName.safeParse(claim).data);
  return { tenant: tenant?.toLowerCase(), subject, client };
}

/** Returns the problem of a refused token; `verified` are its claims, if the signature is valid. */
export function invalidToken(reason: TokenReason, verified?: Claims): Problem {
  return createTokenProblem('invalid_token', { reason, verified });
}

/** Tokens are parsed once each: compiling a parser would cost more than it saves. */
const PARSE_OPTIONS = { jitless: true };

const callerClaims = z.object({
  tid: tokenName,
  sub: tokenName,
  oid: tokenName.optional(),
  azp: tokenName.optional(),
  appid: tokenName.optional(),
  idtyp: tokenName.optional(),
  scp: z.string().optional(),
  roles: z.array(z.string()).default([]),
});

/** Claims that only ID tokens have. Source: OpenID Connect Core 1.0 2, 3.3.2.11. */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash'];
/** Claims of security events, logout tokens among them, and of tokens that count only with a key. Source: RFC 8417 2.2; RFC 7800 3. */
const OTHER_CLAIMS = ['events', 'cnf'];
/** The header's `typ` of an access token, if it has one. Source: RFC 8725 3.11; RFC 9068 2.1; RFC 7515 4.1.9. */
const ACCESS_TOKEN_TYPE = /^(?:application\/)?(?:at\+)?jwt$/i;

/**
 * Returns the caller that a token's claims describe; `typ` is its header's.
 * @throws Problem `invalid_token` for a claim of the wrong type, and for a token of another kind. Source: RFC 8725 3.12.
 */
export function readCaller(payload: Claims, typ?: unknown): Caller {
  const isTyped = typ === undefined || (typeof typ === 'string' && ACCESS_TOKEN_TYPE.test(typ));
  if (!isTyped || OTHER_CLAIMS.some((name) => payload[name] !== undefined)) throw invalidToken('token_type', payload);
  const { success, data: claims, error } = callerClaims.safeParse(payload, PARSE_OPTIONS);
  if (!success) throw invalidToken(`ill_typed_claims ${String(error.issues[0]?.path[0])}`, payload);
  const client = claims.azp ?? claims.appid;
  if (isIdToken(payload, claims.idtyp, client)) throw invalidToken('id_token', payload);
  // An application token has no scopes, even if it has a `scp` claim.
  const scopes = claims.idtyp === 'app' ? undefined : claims.scp?.split(' ');
  // Without `idtyp`, a token with a client and roles is an application's.
  const isApplication = claims.idtyp ? claims.idtyp === 'app' : client !== undefined && claims.roles.length > 0;
  if (scopes === undefined && !isApplication) throw invalidToken('neither_delegated_nor_application', payload);
  const { tid, oid, sub, roles } = claims;
  return createCaller({ tenant: tid.toLowerCase(), subject: oid ?? sub, client, scopes, roles });
}

/**
 * Whether a frontend got the token for itself: its audience is the frontend. An access token can have that audience too, if the
 * frontend and Frontdesk share a registration; then it has no other audience, and a scope or `idtyp`.
 */
function isIdToken(payload: Claims, kind: string | undefined, client: string | undefined): boolean {
  if (ID_TOKEN_CLAIMS.some((claim) => payload[claim] !== undefined)) return true;
  const audiences = [payload['aud']].flat();
  const isForClient = client !== undefined && audiences.includes(client);
  if (payload['scp'] === undefined && kind !== 'app') return isForClient || audiences.length > 1;
  return isForClient && audiences.length > 1;
}
