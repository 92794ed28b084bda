/** Authorization codes and refresh tokens that were issued at sign-in. In memory only. */
import { randomBytes } from 'node:crypto';
import type { Person } from '../personas.ts';
import type { Claims } from './claims.ts';
import type { KeyRing } from './key-ring.ts';
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

/** What the endpoints share. */
export interface SignIn {
  /** By code, which can be redeemed once. */
  readonly codes: Map<string, CodeGrant>;
  readonly refreshTokens: Map<string, Grant>;
  readonly keys: KeyRing;
  /** Set once the server listens; no request arrives earlier. */
  issuerUrl: string;
  /** Whether a page of this address may receive a code. */
  isAllowed(url: string): boolean;
}

/** A tenant id, or `common`. */
export type Authority = string;

/** Stores a grant; returns its code or refresh token. */
export function putGrant<G extends Grant>(grants: Map<string, G>, grant: G): string {
  const token = randomBytes(32).toString('base64url');
  grants.set(token, grant);
  return token;
}
