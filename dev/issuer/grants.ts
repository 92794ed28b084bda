/** Authorization codes and refresh tokens that were issued at sign-in. In memory only. */
import { randomBytes } from 'node:crypto';
import type { Person } from '../personas.ts';
import type { Claims } from './claims.ts';
import type { RequestedScope } from './oauth.ts';

/** A person's sign-in to a frontend. */
export interface Grant extends RequestedScope {
  readonly person: Person;
  readonly clientId: string;
  /** As requested. */
  readonly scope: string;
  /** Claims that the access token must have, in addition. */
  readonly claims: Claims;
}

/** A grant with the values that its redemption must match. Source: RFC 6749 4.1.3; RFC 7636 4.4. */
interface CodeGrant extends Grant {
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly nonce: string | undefined;
}

export interface GrantStore {
  /** Returns a code that can be redeemed once, within ten minutes. */
  putCode(grant: CodeGrant): string;
  takeCode(code: string): CodeGrant | undefined;
  /** Returns a refresh token that is valid until the issuer stops. */
  putRefreshToken(grant: Grant): string;
  findRefreshToken(token: string): Grant | undefined;
  clear(): void;
}

const codeLifeMs = 600_000;

export function createGrantStore(): GrantStore {
  const codes = new Map<string, { grant: CodeGrant; expiresAt: number }>();
  const refreshTokens = new Map<string, Grant>();
  return {
    putCode: (grant) => {
      const code = randomBytes(32).toString('base64url');
      codes.set(code, { grant, expiresAt: Date.now() + codeLifeMs });
      return code;
    },
    takeCode: (code) => {
      const entry = codes.get(code);
      codes.delete(code);
      return entry && entry.expiresAt > Date.now() ? entry.grant : undefined;
    },
    putRefreshToken: (grant) => {
      const token = randomBytes(32).toString('base64url');
      refreshTokens.set(token, grant);
      return token;
    },
    findRefreshToken: (token) => refreshTokens.get(token),
    clear: () => {
      codes.clear();
      refreshTokens.clear();
    },
  };
}
