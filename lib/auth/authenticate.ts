/** Verifies a caller's access token. Source: RFC 7519, RFC 8725 3; DESIGN 3 (Access). */
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { createTokenProblem, parseBearer } from './bearer.ts';
import { type Caller, createCaller } from './caller.ts';
import type { SigningKeys } from './jwks.ts';
import { createVerifiedTokens, type TokenDigest, toTokenDigest } from './verified-tokens.ts';

export interface TokenRules {
  /** The issuer, or a template in which `{tenantid}` stands for the token's own tenant. */
  readonly issuer: string;
  readonly audience: string;
  readonly tenants: readonly string[];
}

/** Takes the credentials of a request, the field `authorization`; answers at once where they were verified before. */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>;

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Answers a function that turns a bearer token into its caller.
 * It throws Problem `unauthenticated` or `invalid_token`, or `auth_unavailable` when there are no keys to verify with.
 */
export function createAuthenticate(rules: TokenRules, keySet: SigningKeys, clock: Clock): Authenticate {
  const memory = createVerifiedTokens();
  // Stryker disable next-line StringLiteral: whatever stands in for nothing is no bearer token
  return (authorization = '') => {
    const digest = toTokenDigest(authorization);
    const generation = keySet.version();
    return memory.find(digest, generation, clock.now()) ?? verify(parseBearer(authorization), digest, generation);
  };

  /** `generation` is that of before: a token whose key goes meanwhile is not remembered. */
  async function verify(token: string, digest: TokenDigest, generation: number | undefined): Promise<Caller> {
    const payload = await verifySignature(token);
    const tenant = payload['tid'];
    if (typeof tenant !== 'string' || !rules.tenants.includes(tenant.toLowerCase())) throw refuse('tenant');
    if (payload.iss !== rules.issuer.replace('{tenantid}', tenant)) throw refuse('issuer');
    const caller = readCaller(payload);
    const expiresAt = ((payload.exp as number) + CLOCK_TOLERANCE_SECONDS) * 1000;
    if (generation !== undefined) memory.add(digest, { caller, expiresAt, keysVersion: generation });
    return caller;
  }

  async function verifySignature(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, (header: JWTHeaderParameters) => keySet.find(header), {
        audience: rules.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iss', 'aud', 'tid', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      });
      return payload;
    } catch (error) {
      if (error instanceof Problem) throw error;
      throw refuse(error instanceof errors.JOSEError ? error.code : 'unverifiable');
    }
  }
}

/** A token is read once: a parser compiled for it would not pay. */
const ONCE = { jitless: true };

const name = z.string().min(1);

/** What is read of a token; one with a claim of another type is refused. */
const callerClaims = z.object({
  tid: name,
  sub: name,
  oid: name.optional(),
  azp: name.optional(),
  appid: name.optional(),
  idtyp: name.optional(),
  scp: z.string().optional(),
  roles: z.array(z.string()).default([]),
  nonce: z.unknown().optional(),
});

/**
 * Answers the caller that a token's claims speak of; throws Problem `invalid_token` for an ID token, which speaks for nobody here.
 * Source: RFC 8725 3.12.
 */
export function readCaller(payload: JWTPayload): Caller {
  const { success, data: claims } = callerClaims.safeParse(payload, ONCE);
  if (!success) throw refuse('ill_typed_claims');
  const client = claims.azp ?? claims.appid;
  // An application's token has no scopes, whatever it says.
  const scopes = claims.idtyp === 'app' ? undefined : claims.scp?.split(' ');
  // Without `idtyp`, one that names its client and holds roles is an application's; an ID token bears a nonce or names no client.
  const isApplication = claims.idtyp
    ? claims.idtyp === 'app'
    : client !== undefined && claims.nonce === undefined && claims.roles.length > 0;
  if (scopes === undefined && !isApplication) throw refuse('neither_delegated_nor_application');
  const { tid, oid, sub, roles } = claims;
  return createCaller({ tenant: tid.toLowerCase(), subject: oid ?? sub, client, scopes, roles });
}

function refuse(reason: string): Problem {
  return createTokenProblem('invalid_token', { reason });
}
