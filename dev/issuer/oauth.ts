/** Errors and scopes of the authorization server. Source: RFC 6749 3.3, 4.1.2.1, 5.2; Entra error codes (AADSTS). */
import { randomUUID } from 'node:crypto';
import { frontdeskAudience } from '../seed.ts';
import { type Claims, delegatedScope } from './claims.ts';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  /** Of the protocol, such as `invalid_grant`. */
  readonly code: string;
  readonly number: number;

  constructor(code: string, number: number, description: string) {
    super(`AADSTS${number}: ${description}`);
    this.code = code;
    this.number = number;
  }

  /** Status of the token endpoint. Source: RFC 6749 5.2. */
  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }

  /** Returns the token endpoint's body, with the members that Entra adds. */
  toJSON(): Record<string, unknown> {
    return {
      error: this.code,
      error_description: this.message,
      error_codes: [this.number],
      timestamp: new Date().toISOString(),
      trace_id: randomUUID(),
      correlation_id: randomUUID(),
    };
  }
}

const openIdScopes = ['openid', 'profile', 'email', 'offline_access'];
const defaultScope = `${frontdeskAudience}/.default`;

export interface RequestedScope {
  readonly wantsIdToken: boolean;
  readonly wantsRefreshToken: boolean;
}

/** Throws OAuthError unless the scope is Frontdesk's delegated scope. */
export function parseDelegatedScope(scope: string): RequestedScope {
  const names = scope.split(' ').filter((name) => name !== '');
  const resourceScopes = names.filter((name) => !openIdScopes.includes(name));
  if (resourceScopes.length === 0) {
    throw new OAuthError('invalid_scope', 70011, `Request ${frontdeskAudience}/${delegatedScope}.`);
  }
  for (const name of resourceScopes) {
    if (name === `${frontdeskAudience}/${delegatedScope}` || name === defaultScope) continue;
    throw new OAuthError('invalid_scope', 65005, `The scope '${name}' does not exist for ${frontdeskAudience}.`);
  }
  return { wantsIdToken: names.includes('openid'), wantsRefreshToken: names.includes('offline_access') };
}

/**
 * Returns the authentication contexts that a `claims` parameter asks for, as the access token's claim `acrs`. Throws OAuthError.
 * Source: OpenID Connect Core 1.0 5.5; Entra claims challenges.
 */
export function readRequestedClaims(text = '{}'): Claims {
  try {
    const { access_token: requested } = JSON.parse(text) as ClaimsRequest;
    const { value, values = value === undefined ? [] : [value] } = requested?.acrs ?? {};
    return values.length > 0 ? { acrs: values } : {};
  } catch {
    throw new OAuthError('invalid_request', 90015, 'The parameter claims is not JSON.');
  }
}

interface ClaimsRequest {
  readonly access_token?: { readonly acrs?: { readonly value?: string; readonly values?: readonly string[] } };
}

/** Throws OAuthError unless the scope is Frontdesk's `.default`, the only one for applications. */
export function requireApplicationScope(scope: string): void {
  if (scope === defaultScope) return;
  throw new OAuthError('invalid_scope', 1002012, `An application must request ${defaultScope}, not '${scope}'.`);
}
