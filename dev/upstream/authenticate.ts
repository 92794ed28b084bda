/** Who may call the emulated APIs: the managed identity, with a token for the API's own audience. */
import type { MiddlewareHandler } from 'hono';
import { errors } from 'jose';
import { verifyIdentityToken } from '../identity-token.ts';
import type { FailureShape } from './failures.ts';

export interface IdentityRule {
  readonly audience: string;
  /** App id that the token has to be issued to. */
  readonly clientId: string;
  readonly failure: FailureShape;
  /** The API's own code for every refusal; the management API tells the reasons apart. */
  readonly code?: string;
}

/**
 * Refuses with 401 a request without a token of the managed identity; a caller's own token is none.
 * Codes: public-cloud 1.0, token; 1.4, error body; 1.6 and 1.7, codes.
 */
export function requireIdentity({ audience, clientId, failure, code }: IdentityRule): MiddlewareHandler {
  return async (c, next) => {
    const refusal = await findRefusal(c.req.header('authorization'), audience, clientId);
    if (!refusal) return next();
    const answer = failure(c, { status: 401, code: code ?? refusal.code, message: refusal.message });
    const challenge = `Bearer authorization_uri="https://login.vendor.example/common", error="invalid_token"`;
    answer.headers.set('www-authenticate', challenge);
    return answer;
  };
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}

async function findRefusal(authorization = '', audience: string, clientId: string): Promise<Refusal | undefined> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization)?.[1];
  if (!token) {
    return { code: 'AuthenticationFailed', message: "Authentication failed. The 'Authorization' header is missing." };
  }
  try {
    if ((await verifyIdentityToken(token, audience)) === clientId) return undefined;
    return { code: 'InvalidAuthenticationToken', message: 'The access token is of another identity.' };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return expired(error.payload.exp);
    return { code: 'InvalidAuthenticationToken', message: 'The access token is invalid.' };
  }
}

function expired(exp = 0): Refusal {
  const [expiry, now] = [exp * 1000, Date.now()].map((time) => new Date(time).toISOString());
  const message = `The access token expiry UTC time '${expiry}' is earlier than current UTC time '${now}'.`;
  return { code: 'ExpiredAuthenticationToken', message };
}
