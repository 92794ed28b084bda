/** Tokens of the emulated managed identity: issued by the identity endpoint, verified by the emulated APIs. */
import { jwtVerify, SignJWT } from 'jose';
import { managedIdentity } from './seed.ts';

const key = new TextEncoder().encode('local stack only: signs tokens of the emulated managed identity');
const issuer = `https://sts.vendor.example/${managedIdentity.tenantId}/`;

/** Issues a token for one audience. `expiresIn` in seconds. */
export function issueIdentityToken(audience: string, expiresIn: number, clientId: string): Promise<string> {
  return new SignJWT({ appid: clientId, oid: managedIdentity.objectId, tid: managedIdentity.tenantId, idtyp: 'app' })
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
