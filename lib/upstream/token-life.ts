/** How long a token of the managed identity may be used. */
import type { AccessToken } from '@azure/identity';
import { isJsonObject } from '../contracts/json-object.ts';
import { tryParseJson } from '../http/parse-json.ts';
import { SafeError } from '../http/problem.ts';

/** A token is not used in its last minute. */
export const MIN_LIFE_MS = 60_000;
/** Of a token that does not claim its end itself. */
const MAX_UNCLAIMED_LIFE_MS = 24 * 3_600_000;

/** Source: RFC 6750 2.1. */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * Returns how long the token is valid: as the endpoint says, but no longer than the token itself claims; `now` is in epoch
 * milliseconds. Throws SafeError for a token that cannot be used.
 */
export function checkLife({ token, expiresOnTimestamp }: AccessToken, now: number): number {
  if (!BEARER.test(token)) throw new SafeError('The identity endpoint returned a malformed token.');
  const lifeMs = Math.min(expiresOnTimestamp, readExpiry(token) ?? now + MAX_UNCLAIMED_LIFE_MS) - now;
  if (Number.isNaN(lifeMs)) throw new SafeError('The identity endpoint returned a token without a lifetime.');
  if (lifeMs <= MIN_LIFE_MS) throw new SafeError('The identity endpoint returned an expired token.');
  return lifeMs;
}

/** Returns undefined for a token that is no JWT, or does not say. */
function readExpiry(token: string): number | undefined {
  const claims = tryParseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const exp = isJsonObject(claims) ? claims['exp'] : undefined;
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** A 400 means that the app has no such identity, so retrying soon does not help. */
export function isMisconfigured(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ('statusCode' in cause && cause.statusCode === 400) || /\b400\b/.test(cause.message);
}
