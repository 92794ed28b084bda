import type { CacheKey } from './key.ts';

/** A complete 200 of a cached operation. Times are epoch milliseconds. */
export interface StoredReply {
  readonly content: Buffer;
  readonly fetchedAt: number;
  /** It may not be used at all from here on, and is swept. */
  readonly expiresAt: number;
}

/** Where stored replies are kept. Every function may reject; a reader takes that for a miss. */
export interface Store {
  get(key: CacheKey): Promise<StoredReply | undefined>;
  set(key: CacheKey, reply: StoredReply): Promise<void>;
  /** Removes what has expired; answers how many. */
  sweep(): Promise<number>;
}
