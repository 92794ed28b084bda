/** Authentication of the emulated APIs: a token of the managed identity for the API's audience. */
import type { MiddlewareHandler } from 'hono';
import { errors } from 'jose';
import { verifyIdentityToken } from '../identity-token.ts';
import { managedIdentity } from '../seed.ts';
import { type ApiName, findApi } from './apis.ts';
import type { Emulation } from './emulation.ts';
import { Failure } from './failures.ts';

/** Returns middleware that rejects with 401 any request without a token of the managed identity, or the API's key. Callers' own tokens are rejected too. */
export function requireIdentity(api: ApiName, { modes }: Emulation): MiddlewareHandler {
  const { token: [, audience = ''] = [], key, unauthorized, denial } = findApi(api);
  return async (c, next) => {
    const authorization = c.req.header('authorization');
    if (key && c.req.header(key[2]) === key[1]) return next();
    const rejection = modes.refuses(api, authorization) ? invalidToken : await findRejection(authorization, audience);
    if (rejection) {
      const challenge = `Bearer authorization_uri="https://login.vendor.example/common", error="invalid_token"`;
      const headers = { 'www-authenticate': challenge };
      throw new Failure(401, unauthorized ?? rejection.code, rejection.message, { headers });
    }
    if (modes.current.deniesIdentity) throw new Failure(403, denial.code, denial.message);
    return next();
  };
}

/** As reported of the live services. */
const lacking: Readonly<Record<string, readonly [api: ApiName, status: number, code: string, message: string]>> = {
  'permission set': [
    ...(['business', 400, 'Internal_ServerError'] as const),
    'You do not have the following permissions on TableData Customer: Read.',
  ],
  'custom subdomain': [
    ...(['docs', 400, 'BadRequest'] as const),
    'Please provide a custom subdomain for token authentication, otherwise API key is required.',
  ],
  'network rule': [
    ...(['docs', 403, '403'] as const),
    'A Virtual Network is configured for this resource. Please use the correct endpoint for making requests.',
  ],
};

/** Returns middleware that refuses every caller while the deployment lacks something. */
export function requireSetup(api: ApiName, { modes }: Emulation): MiddlewareHandler {
  return (_, next) => {
    const [failing, status = 0, code = '', message = ''] = lacking[modes.current.lacks] ?? [];
    if (failing === api) throw new Failure(status, code, message);
    return next();
  };
}

interface Rejection {
  readonly code: string;
  readonly message: string;
}

const invalidToken: Rejection = { code: 'InvalidAuthenticationToken', message: 'The access token is invalid.' };

async function findRejection(authorization = '', audience: string): Promise<Rejection | undefined> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization)?.[1];
  if (!token) {
    return { code: 'AuthenticationFailed', message: "Authentication failed. The 'Authorization' header is missing." };
  }
  try {
    if ((await verifyIdentityToken(token, audience)) === managedIdentity.clientId) return undefined;
    return { code: 'InvalidAuthenticationToken', message: 'The access token belongs to another identity.' };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return expired(error.payload.exp);
    return invalidToken;
  }
}

function expired(exp = 0): Rejection {
  const [expiry, now] = [exp * 1000, Date.now()].map((time) => new Date(time).toISOString());
  const message = `The access token expiry UTC time '${expiry}' is earlier than current UTC time '${now}'.`;
  return { code: 'ExpiredAuthenticationToken', message };
}
