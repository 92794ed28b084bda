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

/** Estimated size of an entry, and of each of its roles and scopes without its characters. */
const ENTRY_BYTES = 768;
const NAME_BYTES = 40;

/** Holds at most `maxBytes` and drops the least recently used: some ten thousand usual tokens in 10 MiB. */
export class VerifiedTokens {
  readonly #tokens: LRUCache<TokenDigest, VerifiedToken>;

  constructor(maxBytes: number) {
    this.#tokens = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ caller }) => toBytes(caller) });
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

function toBytes({ tenant, key, roles, scopes = [] }: Caller): number {
  const names = [...roles, ...scopes];
  return ENTRY_BYTES + 2 * (tenant.length + key.length) + NAME_BYTES * names.length + names.join('').length;
}
