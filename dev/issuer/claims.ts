/** What the issuer's tokens say. Source: Entra access token claims reference, version 2.0. */
import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { type App, administrator, type Person, pipeline, portalClientId } from '../personas.ts';
import { frontdeskAudience } from '../seed.ts';

/** Claims to be put over the defaults; null leaves a claim out. */
export type Claims = Readonly<Record<string, unknown>>;

/** The only scope that Frontdesk publishes. */
export const delegatedScope = 'user_impersonation';

export const tokenLifeSeconds = 3600;

/** Claims of a token that a frontend holds for a person. */
export function toPersonClaims(person: Person, clientId: string): Claims {
  return {
    tid: person.tenantId,
    oid: person.objectId,
    sub: person.objectId,
    azp: clientId,
    azpacr: '0',
    scp: delegatedScope,
    // Entra leaves the claim out where nothing was assigned.
    roles: person.roles.length > 0 ? person.roles : null,
    name: person.name,
    preferred_username: person.username,
  };
}

/** Claims of a token that an application holds for itself. */
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
 * Answers a whole claim set: the administrator's, or the pipeline's where `idtyp` is `app`, with these claims over it.
 * A token that expires in the past was issued an hour before it expired.
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
