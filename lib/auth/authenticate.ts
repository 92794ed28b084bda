/** Verifies the bearer token of a request. Source: RFC 6750 2.1, 3; RFC 7519, RFC 8725 3; docs/architecture.md (Access). */
import { hash } from 'node:crypto';
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Caller, createTokenProblem, invalidToken, readCaller } from './caller.ts';
import type { SigningKeys } from './jwks.ts';

export interface TokenRules {
  /** The issuer, or a template in which `{tenantid}` is replaced by the token's tenant. */
  readonly issuer: string;
  readonly audience: string;
  readonly tenants: readonly string[];
}

/** Returns the caller that the `Authorization` header names. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** Tenant of personal accounts: nobody administers it, so no role of it means anything. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
/** How far the clocks of the issuer and of this machine may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Longest life of a token. Entra gives 28 hours where access is evaluated continuously. */
const MAX_LIFE_SECONDS = 30 * 3_600;
const MAX_VERIFIED_BYTES = 10 * 1024 * 1024;

/**
 * Returns a function that verifies a bearer token and returns its caller.
 * @throws Problem `unauthenticated` or `invalid_token`, or `auth_unavailable` if there are no keys to verify with.
 */
export function createAuthenticate(
  rules: TokenRules,
  keys: Pick<SigningKeys, 'find' | 'version'>,
  clock: Pick<Clock, 'wallNow'>,
): Authenticate {
  const verifiedTokens = createVerifiedTokens(MAX_VERIFIED_BYTES);
  // Stryker disable next-line StringLiteral: no default value is a bearer token
  return async (authorization = '') => {
    const digest = toTokenDigest(authorization);
    const keysVersion = keys.version();
    const known = verifiedTokens.get(digest);
    if (known && known.keysVersion === keysVersion && clock.wallNow() < known.expiresAt) return known.caller;
    return verify(parseBearer(authorization), digest, keysVersion);
  };

  /** `keysVersion` was read before verification: a token whose key is withdrawn meanwhile is not kept. */
  async function verify(token: string, digest: string, keysVersion: unknown): Promise<Caller> {
    const { payload, typ, keyIssuer } = await verifySignature(token);
    const tenant = payload['tid'];
    const verified = ifSignedFor(payload, keyIssuer);
    if (typeof tenant !== 'string') throw invalidToken('tenant', verified);
    if (tenant.toLowerCase() === PERSONAL_TENANT) throw invalidToken('personal_account', verified);
    if (!verified) throw refuseKey(rules.issuer, payload, keyIssuer);
    if (!rules.tenants.includes(tenant.toLowerCase())) throw invalidToken('tenant', payload);
    if (payload.iss !== fillIssuer(rules.issuer, tenant)) throw invalidToken(nameIssuer(payload, 'issuer'), payload);
    checkLife(payload, clock.wallNow() / 1000);
    const caller = readCaller(payload, typ);
    const expiresAt = ((payload.exp as number) + CLOCK_TOLERANCE_SECONDS) * 1000;
    if (keysVersion !== undefined) verifiedTokens.set(digest, { caller, expiresAt, keysVersion });
    return caller;
  }

  /** `keyIssuer` is the issuer that the key is for; undefined if it is for any. */
  async function verifySignature(token: string) {
    let keyIssuer: string | undefined;
    const getKey = async (header: JWTHeaderParameters) => {
      const key = await keys.find(header);
      keyIssuer = key.issuer;
      return key;
    };
    try {
      const { payload, protectedHeader } = await jwtVerify(token, getKey, {
        audience: rules.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iss', 'aud', 'tid', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(clock.wallNow()),
      });
      return { payload, typ: protectedHeader.typ, keyIssuer };
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (!(error instanceof errors.JOSEError)) throw invalidToken('unverifiable');
      // Claims are checked after the signature.
      const { payload } = error as Partial<errors.JWTClaimValidationFailed>;
      throw invalidToken(toReason(error), ifSignedFor(payload, keyIssuer));
    }
  }
}

/** `now` in epoch seconds. @throws Problem `invalid_token` for a token that lives too long, or begins in the future. */
function checkLife(payload: JWTPayload, now: number): void {
  const { iat = now, exp = 0 } = payload;
  if (iat > now + CLOCK_TOLERANCE_SECONDS) throw invalidToken('issued_in_future', payload);
  if (exp - iat > MAX_LIFE_SECONDS) throw invalidToken('lives_too_long', payload);
}

/** Returns the claims if their key may sign for their issuer; `keyIssuer` is undefined if it may sign for any. */
function ifSignedFor(payload: JWTPayload | undefined, keyIssuer: string | undefined): JWTPayload | undefined {
  const isFor = keyIssuer === undefined || payload?.iss === fillIssuer(keyIssuer, String(payload?.['tid']));
  return isFor ? payload : undefined;
}

function toReason(error: errors.JOSEError): `ERR_${string}` {
  const code = error.code as `ERR_${string}`;
  return error instanceof errors.JWTClaimValidationFailed ? `${code} ${error.claim}` : code;
}

/** Tokens of this issuer are those of an application registration without `requestedAccessTokenVersion` 2. */
const VERSION_1 = 'https://sts.windows.net/';

/** Returns the problem of a token whose key may not sign for its issuer. The claims are trusted only if our issuer signed them in version 1.0. */
function refuseKey(issuer: string, payload: JWTPayload, keyIssuer = ''): Problem {
  const tid = String(payload['tid']);
  const isOurs = fillIssuer(keyIssuer, tid) === fillIssuer(issuer, tid) && payload.iss === `${VERSION_1}${tid}/`;
  return invalidToken(nameIssuer(payload, 'key_issuer'), isOurs ? payload : undefined);
}

/** Returns `version_1` if the issuer is that of version 1.0; the claim may be of any type. */
function nameIssuer<Fault extends string>({ iss }: JWTPayload, otherwise: Fault): Fault | 'version_1' {
  return String(iss).startsWith(VERSION_1) ? 'version_1' : otherwise;
}

function fillIssuer(template: string, tenant: string): string {
  return template.replace(/\{tenantid\}/i, () => tenant);
}

/** Leaves 8 KiB for other headers, of the 32 KiB that the host reads; an Entra token with 200 groups has 11 KB. */
const MAX_TOKEN_LENGTH = 24 * 1024;

const CREDENTIALS = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** Returns the token. @throws Problem `unauthenticated`, or `invalid_token` if it is too long. */
export function parseBearer(authorization: string | undefined): string {
  const token = authorization?.match(CREDENTIALS)?.[1];
  if (token === undefined) throw createTokenProblem('unauthenticated');
  if (token.length > MAX_TOKEN_LENGTH) throw invalidToken('token_too_long');
  return token;
}

interface VerifiedToken {
  readonly caller: Caller;
  /** Epoch milliseconds from which the token is expired. */
  readonly expiresAt: number;
  /** `SigningKeys.version()` at the time of verification. */
  readonly keysVersion: unknown;
}

/** Estimated size of an entry, and of each of its roles and scopes without its characters. */
const ENTRY_BYTES = 768;
const NAME_BYTES = 40;

/** Keeps the callers of verified tokens, so that a signature is checked once. 10 MiB hold some ten thousand usual tokens. */
export function createVerifiedTokens(maxBytes: number): LRUCache<string, VerifiedToken> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ caller }) => toBytes(caller) });
}

/** Returns the digest of an `Authorization` header: the token itself is not kept. */
export function toTokenDigest(authorization: string): string {
  return hash('sha256', authorization, 'base64url');
}

function toBytes({ tenant, key, roles, scopes = [] }: Caller): number {
  const names = [...roles, ...scopes];
  return ENTRY_BYTES + 2 * (tenant.length + key.length) + NAME_BYTES * names.length + names.join('').length;
}
