/**
 * Remembers verified tokens, so that a signature is checked once for each token and not for each request. A remembered one serves
 * until it expires and as long as the key set is the one that it was verified with.
 */
import { hash } from 'node:crypto';
import type { Caller } from './caller.ts';

interface VerifiedToken {
  readonly caller: Caller;
  /** Epoch milliseconds from which the token is no longer taken. */
  readonly expiresAt: number;
  /** Of the key set that it was verified with. */
  readonly keysVersion: number;
}

/** Of the field that bears the token, which is not kept itself. */
export type TokenDigest = string & { readonly brand: 'TokenDigest' };

export interface VerifiedTokens {
  /** Without a generation there are no usable keys, and nobody is remembered. */
  find(digest: TokenDigest, generation: number | undefined, now: number): Caller | undefined;
  add(digest: TokenDigest, verified: VerifiedToken): void;
}

/** About a kilobyte each. */
const MAX_TOKENS = 10_000;

/** Answers an empty memory; the token that was verified longest ago is forgotten first. */
export function createVerifiedTokens(maxTokens = MAX_TOKENS): VerifiedTokens {
  const tokens = new Map<TokenDigest, VerifiedToken>();
  return {
    find(digest, generation, now) {
      const verified = tokens.get(digest);
      if (verified === undefined) return undefined;
      if (verified.keysVersion === generation && now < verified.expiresAt) return verified.caller;
      tokens.delete(digest);
      return undefined;
    },
    add(digest, verified) {
      tokens.delete(digest);
      tokens.set(digest, verified);
      if (tokens.size > maxTokens) tokens.delete(tokens.keys().next().value as TokenDigest);
    },
  };
}

export function toTokenDigest(authorization: string): TokenDigest {
  return hash('sha256', authorization, 'base64url') as TokenDigest;
}
