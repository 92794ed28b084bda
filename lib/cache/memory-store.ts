/** The instance's own copies, in front of the shared store: bounded in bytes, the longest unused go first. */
import { LRUCache } from 'lru-cache';
import type { CacheKey } from './key.ts';
import type { StoredReply } from './store.ts';

export interface MemoryTier {
  get(key: CacheKey): StoredReply | undefined;
  /** Keeps the newer of two replies. */
  set(key: CacheKey, reply: StoredReply): void;
  delete(key: CacheKey): void;
}

/** What an entry weighs beside its content. */
const ENTRY_BYTES = 512;

export function createMemoryTier(maxBytes: number): MemoryTier {
  const replies = new LRUCache<CacheKey, StoredReply>({
    maxSize: maxBytes,
    sizeCalculation: ({ content }) => content.length + ENTRY_BYTES,
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
