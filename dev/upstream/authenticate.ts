/** Authentication of the emulated APIs: a token of the managed identity for the API's audience. */
import type { MiddlewareHandler } from 'hono';
import { errors } from 'jose';
import { verifyIdentityToken } from '../identity-token.ts';
import type { FailureFormat } from './failures.ts';

export interface IdentityRule {
  readonly audience: string;
  /** Expected `appid` claim. */
  readonly clientId: string;
  readonly failure: FailureFormat;
  /** Error code for every rejection. When absent, the code depends on the reason, as in the management API. */
  readonly code?: string;
}

/** Returns middleware that rejects with 401 any request without a token of the managed identity. Callers' own tokens are rejected too. */
export function requireIdentity({ audience, clientId, failure, code }: IdentityRule): MiddlewareHandler {
  return async (c, next) => {
    const rejection = await findRejection(c.req.header('authorization'), audience, clientId);
    if (!rejection) return next();
    const response = failure(c, { status: 401, code: code ?? rejection.code, message: rejection.message });
    const challenge = `Bearer authorization_uri="https://login.vendor.example/common", error="invalid_token"`;
    response.headers.set('www-authenticate', challenge);
    return response;
  };
}

interface Rejection {
  readonly code: string;
  readonly message: string;
}

async function findRejection(authorization = '', audience: string, clientId: string): Promise<Rejection | undefined> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization)?.[1];
  if (!token) {
    return { code: 'AuthenticationFailed', message: "Authentication failed. The 'Authorization' header is missing." };
  }
  try {
    if ((await verifyIdentityToken(token, audience)) === clientId) return undefined;
    return { code: 'InvalidAuthenticationToken', message: 'The access token belongs to another identity.' };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return expired(error.payload.exp);
    return { code: 'InvalidAuthenticationToken', message: 'The access token is invalid.' };
  }
}

function expired(exp = 0): Rejection {
  const [expiry, now] = [exp * 1000, Date.now()].map((time) => new Date(time).toISOString());
  const message = `The access token expiry UTC time '${expiry}' is earlier than current UTC time '${now}'.`;
  return { code: 'ExpiredAuthenticationToken', message };
}
