/** Verifies a caller's access token. Source: RFC 7519, RFC 8725 3; DESIGN 3 (Access). */
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { refuseToken } from './bearer.ts';
import type { Caller } from './caller.ts';
import type { KeySet } from './key-set.ts';

export interface TokenRules {
  /** The issuer, or a template in which `{tenantid}` stands for the token's own tenant. */
  readonly issuer: string;
  readonly audience: string;
  readonly tenants: readonly string[];
}

export type VerifyToken = (token: string) => Promise<Caller>;

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Answers a function that turns a token into its caller.
 * It throws Problem `invalid_token`, or `auth_unavailable` when there are no keys to verify with.
 */
export function createVerifyToken(rules: TokenRules, keySet: KeySet, clock: Clock): VerifyToken {
  return async (token) => {
    const payload = await verifySignature(token);
    const tenant = payload['tid'];
    if (typeof tenant !== 'string' || !rules.tenants.includes(tenant.toLowerCase())) throw refuse('tenant');
    if (payload.iss !== rules.issuer.replace('{tenantid}', tenant)) throw refuse('issuer');
    return readCaller(payload);
  };

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

/**
 * Answers the caller that a token's claims speak of; throws Problem `invalid_token` for an ID token, which speaks for nobody here.
 * Source: RFC 8725 3.12.
 */
export function readCaller(payload: JWTPayload): Caller {
  const roles = readNames(payload['roles']);
  const client = readText(payload['azp']) ?? readText(payload['appid']);
  const scopes = readScopes(payload);
  if (scopes === undefined && !isApplication(payload, client)) throw refuse('neither_delegated_nor_application');
  return {
    tenant: String(payload['tid']).toLowerCase(),
    subject: readText(payload['oid']) ?? String(payload.sub),
    client,
    scopes,
    roles,
  };
}

/** An application's token has none, whatever it says. */
function readScopes(payload: JWTPayload): string[] | undefined {
  return typeof payload['scp'] === 'string' && payload['idtyp'] !== 'app' ? payload['scp'].split(' ') : undefined;
}

/** Without `idtyp`, a token that names its client and holds roles is an application's; an ID token bears a nonce or names none. */
function isApplication(payload: JWTPayload, client: string | undefined): boolean {
  if (payload['idtyp'] !== undefined) return payload['idtyp'] === 'app';
  return client !== undefined && payload['nonce'] === undefined && readNames(payload['roles']).length > 0;
}

function readNames(claim: unknown): string[] {
  return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : [];
}

function readText(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function refuse(reason: string): Problem {
  return refuseToken('invalid_token', { reason });
}
