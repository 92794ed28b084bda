/** The instance's own copies, in front of the shared store: bounded in bytes, the longest unused go first. */
import { LRUCache } from 'lru-cache';
import type { CacheKey } from './key.ts';
import type { StoredResponse } from './store.ts';

export interface MemoryStore {
  get(key: CacheKey): StoredResponse | undefined;
  /** Keeps the newer of two replies. */
  set(key: CacheKey, reply: StoredResponse): void;
  delete(key: CacheKey): void;
}

/** What an entry weighs beside its body. */
const ENTRY_BYTES = 512;

export function createMemoryStore(maxBytes: number): MemoryStore {
  const replies = new LRUCache<CacheKey, StoredResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
  });
  return {
    get: (key) => replies.get(key),
    set(key, reply) {
      const kept = replies.peek(key);
      if (!kept || kept.fetchedAt <= reply.fetchedAt) replies.set(key, reply);
    },
    delete: (key) => void replies.delete(key),
  };
}
