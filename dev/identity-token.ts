/** Tokens of the emulated managed identity: issued by the identity endpoint, verified by the emulated APIs. */
import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { managedIdentity } from './seed.ts';

const key = new TextEncoder().encode('local stack only: signs tokens of the emulated managed identity');
const issuer = `https://sts.vendor.example/${managedIdentity.tenantId}/`;

/** Issues a token for one audience, unlike every other. `expiresIn` in seconds. */
export function issueIdentityToken(audience: string, expiresIn: number, clientId: string): Promise<string> {
  const { objectId: oid, tenantId: tid } = managedIdentity;
  return new SignJWT({ appid: clientId, oid, tid, idtyp: 'app', uti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
    .sign(key);
}

/** Returns the client id of a managed-identity token. Throws if the token is not valid for this audience. */
export async function verifyIdentityToken(token: string, audience: string): Promise<string> {
  const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: ['HS256'] });
  return String(payload['appid']);
}
