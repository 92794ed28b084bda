/** Parses the `scope` parameter: Entra scopes (resource/name) and OpenID Connect scopes. Source: RFC 6749 3.3. */
import { frontdeskAudience } from '../seed.ts';
import { delegatedScope } from './claims.ts';
import { OAuthError } from './oauth-error.ts';

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

/** Throws OAuthError unless the scope is Frontdesk's `.default`, the only one for applications. */
export function requireApplicationScope(scope: string): void {
  if (scope === defaultScope) return;
  throw new OAuthError('invalid_scope', 1002012, `An application must request ${defaultScope}, not '${scope}'.`);
}
