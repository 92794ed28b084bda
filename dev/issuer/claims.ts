/** Claims of the issuer's tokens. Source: Entra access token claims reference, version 2.0. */
import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { type App, administrator, type Person, pipeline, portalClientId } from '../personas.ts';
import { frontdeskAudience } from '../seed.ts';

/** Claims that replace the defaults; null removes a claim. */
export type Claims = Readonly<Record<string, unknown>>;

/** The only scope that Frontdesk publishes. */
export const delegatedScope = 'user_impersonation';

export const tokenLifeSeconds = 3600;

/** Claims of a token that a frontend gets for a person. */
export function toPersonClaims(person: Person, clientId: string): Claims {
  return {
    tid: person.tenantId,
    oid: person.objectId,
    sub: person.objectId,
    azp: clientId,
    azpacr: '0',
    scp: delegatedScope,
    // Entra omits the claim if no role is assigned.
    roles: person.roles.length > 0 ? person.roles : null,
    name: person.name,
    preferred_username: person.username,
  };
}

/** Claims of a token that an application gets for itself. */
export function toAppClaims(app: App): Claims {
  return {
    tid: app.tenantId,
    oid: app.objectId,
    sub: app.objectId,
    azp: app.clientId,
    azpacr: '1',
    idtyp: 'app',
    roles: app.roles.length > 0 ? app.roles : null,
  };
}

/**
 * Returns a complete claim set: the administrator's, or the pipeline's if `idtyp` is `app`, with these claims replaced.
 * An expired token gets an `iat` one hour before its `exp`.
 */
export function completeClaims(claims: Claims, issuerUrl: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const exp = typeof claims['exp'] === 'number' ? claims['exp'] : now + tokenLifeSeconds;
  const issuedAt = Math.min(now, exp - tokenLifeSeconds);
  const holder = claims['idtyp'] === 'app' ? toAppClaims(pipeline) : toPersonClaims(administrator, portalClientId);
  const tenant = claims['tid'] ?? holder['tid'];
  const complete = {
    iss: `${issuerUrl}/${tenant}/v2.0`,
    aud: frontdeskAudience,
    iat: issuedAt,
    nbf: issuedAt,
    exp,
    ...holder,
    uti: randomBytes(16).toString('base64url'),
    ver: '2.0',
    ...claims,
  };
  return Object.fromEntries(Object.entries(complete).filter(([, value]) => value !== null));
}
