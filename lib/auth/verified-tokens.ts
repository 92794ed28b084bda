/** Keeps the callers of verified tokens, so that each token's signature is checked once and not for every request. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.ts';

interface VerifiedToken {
  readonly caller: Caller;
  /** Epoch milliseconds from which the token is expired. */
  readonly expiresAt: number;
  /** `SigningKeys.version()` at the time of verification. */
  readonly keysVersion: number;
}

/** SHA-256 of the `Authorization` header; the token itself is not kept. */
export type TokenDigest = string & { readonly brand: 'TokenDigest' };

/** Holds at most `maxTokens` and drops the least recently used. A token takes about a kilobyte. */
export class VerifiedTokens {
  readonly #tokens: LRUCache<TokenDigest, VerifiedToken>;

  constructor(maxTokens: number) {
    // Not `max`, which allocates room for every token at the start.
    this.#tokens = new LRUCache({ maxSize: maxTokens, sizeCalculation: () => 1 });
  }

  /** Returns undefined for a token that expired, or was verified with other keys; `now` is in epoch milliseconds. */
  find(digest: TokenDigest, keysVersion: number | undefined, now: number): Caller | undefined {
    const verified = this.#tokens.get(digest);
    if (verified === undefined) return undefined;
    if (verified.keysVersion === keysVersion && now < verified.expiresAt) return verified.caller;
    this.#tokens.delete(digest);
    return undefined;
  }

  add(digest: TokenDigest, verified: VerifiedToken): void {
    this.#tokens.set(digest, verified);
  }
}

export function toTokenDigest(authorization: string): TokenDigest {
  return hash('sha256', authorization, 'base64url') as TokenDigest;
}
