/**
 * The token endpoint: authorization code with PKCE, refresh token, client credentials.
 * Source: RFC 6749 4.1.3, 4.4, 5, 6; RFC 7636 4.6.
 */
import { createHash } from 'node:crypto';
import { apps } from '../personas.ts';
import { frontdeskAudience } from '../seed.ts';
import {
  type Claims,
  completeClaims,
  delegatedScope,
  toAppClaims,
  tokenLifeSeconds,
  toPersonClaims,
} from './claims.ts';
import { type Authority, type Grant, putGrant, type SignIn } from './grants.ts';
import { OAuthError, readRequestedClaims, requireApplicationScope } from './oauth.ts';

/** Form parameters; each at most once. */
export type TokenRequest = Readonly<Record<string, string | undefined>>;

/** Returns the endpoint's success body. Throws OAuthError. */
export function redeem(request: TokenRequest, authority: Authority, signIn: SignIn): Promise<object> {
  switch (request['grant_type']) {
    case 'authorization_code':
      return redeemCode(request, authority, signIn);
    case 'refresh_token':
      return redeemRefreshToken(request, authority, signIn);
    case 'client_credentials':
      return redeemClientCredentials(request, authority, signIn);
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
    case 'urn:ietf:params:oauth:grant-type:device_code':
      throw new OAuthError(
        'unsupported_grant_type',
        70003,
        'The local issuer has neither on-behalf-of nor device codes.',
      );
    default:
      throw new OAuthError('unsupported_grant_type', 70003, `Unsupported grant_type '${request['grant_type'] ?? ''}'.`);
  }
}

async function redeemCode(request: TokenRequest, authority: Authority, signIn: SignIn): Promise<object> {
  const { code = '' } = request;
  const grant = signIn.codes.get(code);
  signIn.codes.delete(code);
  if (!grant) throw new OAuthError('invalid_grant', 70008, 'The code is unknown or already redeemed.');
  requireSameClientAndTenant(grant, request, authority);
  if (request['redirect_uri'] !== grant.redirectUri) {
    throw new OAuthError('invalid_grant', 500112, 'redirect_uri differs from that of the authorization request.');
  }
  if (toCodeChallenge(request['code_verifier'] ?? '') !== grant.codeChallenge) {
    throw new OAuthError('invalid_grant', 501481, 'code_verifier does not match the code challenge.');
  }
  return issuePersonTokens(grant, signIn, grant.nonce);
}

async function redeemRefreshToken(request: TokenRequest, authority: Authority, signIn: SignIn): Promise<object> {
  const grant = signIn.refreshTokens.get(request['refresh_token'] ?? '');
  if (!grant) throw new OAuthError('invalid_grant', 70043, 'The refresh token is unknown. Sign in again.');
  requireSameClientAndTenant(grant, request, authority);
  const claims = { ...grant.claims, ...readRequestedClaims(request['claims']) };
  return issuePersonTokens({ ...grant, claims }, signIn);
}

async function redeemClientCredentials(
  request: TokenRequest,
  authority: Authority,
  { issuerUrl, keys }: SignIn,
): Promise<object> {
  const app = apps.find(({ clientId, tenantId }) => clientId === request['client_id'] && tenantId === authority);
  if (!app) throw new OAuthError('unauthorized_client', 700016, 'The tenant has no application with this client_id.');
  if (request['client_assertion'] !== undefined) {
    throw new OAuthError('invalid_client', 700027, 'The local issuer takes a client secret, not a client assertion.');
  }
  if (request['client_secret'] !== app.clientSecret) {
    throw new OAuthError('invalid_client', 7000215, 'The client secret is wrong.');
  }
  requireApplicationScope(request['scope'] ?? '');
  return toTokenResponse(await keys.sign(completeClaims(toAppClaims(app), issuerUrl)));
}

async function issuePersonTokens(
  grant: Grant,
  { keys, issuerUrl, refreshTokens }: SignIn,
  nonce?: string,
): Promise<object> {
  const claims = toPersonClaims(grant.person, grant.clientId);
  return {
    ...toTokenResponse(await keys.sign(completeClaims({ ...claims, ...grant.claims }, issuerUrl))),
    scope: `${frontdeskAudience}/${delegatedScope}`,
    ...(grant.wantsRefreshToken ? { refresh_token: putGrant(refreshTokens, grant) } : {}),
    ...(grant.wantsIdToken ? { id_token: await keys.sign(completeClaims(toIdClaims(claims, nonce), issuerUrl)) } : {}),
  };
}

/** The ID token's audience is the frontend; it has no scope and no roles. Source: OpenID Connect Core 1.0 2. */
function toIdClaims(claims: Claims, nonce = null as string | null): Claims {
  return { ...claims, aud: claims['azp'], nonce, azp: null, azpacr: null, scp: null, roles: null };
}

function toTokenResponse(accessToken: string): object {
  return {
    token_type: 'Bearer',
    expires_in: tokenLifeSeconds,
    ext_expires_in: tokenLifeSeconds,
    access_token: accessToken,
  };
}

function requireSameClientAndTenant(grant: Grant, request: TokenRequest, authority: Authority): void {
  if (request['client_id'] !== grant.clientId) {
    throw new OAuthError('invalid_grant', 700005, 'The grant belongs to another client_id.');
  }
  if (authority !== 'common' && authority !== grant.person.tenantId) {
    throw new OAuthError('invalid_grant', 700229, 'The grant belongs to another tenant.');
  }
}

function toCodeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
