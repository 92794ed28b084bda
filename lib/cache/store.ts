import type { CacheKey } from './key.ts';

/** A complete 200 of a cached operation. Times are epoch milliseconds. */
export interface StoredResponse {
  readonly body: Buffer;
  /** SHA-256 over key and body, in hexadecimal. */
  readonly digest: string;
  readonly fetchedAt: number;
  /** It may not be used at all from here on, and is swept. */
  readonly expiresAt: number;
}

/** Where stored replies are kept for all instances. Every function may reject; a reader takes that for a miss. */
export interface Store {
  get(key: CacheKey): Promise<StoredResponse | undefined>;
  set(key: CacheKey, reply: StoredResponse): Promise<void>;
  /**
   * Takes the right to refresh a stored reply, for ten seconds: `taken` is for one instance alone.
   * Answers the reply instead where another instance has stored a newer one than `since`.
   */
  lease(key: CacheKey, since: number): Promise<'taken' | 'busy' | StoredResponse>;
  remove(key: CacheKey): Promise<void>;
  /** Removes what has expired; answers how many. */
  sweep(): Promise<number>;
}
