/** Answers from the store while fresh, else loads once for all who wait for the same key, and stores what came. */
import type { CacheKey } from './key.ts';
import { type CachePolicy, type CacheState, toTimeToLive } from './policy.ts';
import type { Store, StoredReply } from './store.ts';

/** What a load brings. */
export interface Loaded {
  readonly content: Buffer;
  /** Epoch milliseconds beyond which the content itself says it is void. */
  readonly voidAfter?: number;
}

export interface CachedReply {
  readonly reply: StoredReply;
  readonly state: CacheState;
}

export interface ReadThrough {
  get(key: CacheKey, policy: CachePolicy, load: () => Promise<Loaded>): Promise<CachedReply>;
  /** Resolves when no store is being written to. */
  settle(): Promise<void>;
}

/** Answers the cache over a store; a store that fails costs the hit and nothing else. */
export function createReadThrough(store: Store, now: () => number): ReadThrough {
  const flights = new Map<CacheKey, Promise<StoredReply>>();
  const writes = new Set<Promise<void>>();

  return {
    async get(key, policy, load) {
      const stored = await read(key);
      const ttl = stored ? toTimeToLive(stored, policy, now()) : 0;
      if (stored && ttl > 0) return { reply: stored, state: { hit: true, ttl } };
      const joined = flights.get(key);
      const reply = await (joined ?? fly(key, policy, load));
      const fwd = stored ? 'stale' : 'uri-miss';
      return { reply, state: { hit: false, fwd, stored: mayStore(reply), collapsed: joined !== undefined } };
    },
    async settle() {
      await Promise.all(writes);
    },
  };

  async function read(key: CacheKey): Promise<StoredReply | undefined> {
    try {
      return await store.get(key);
    } catch {
      return undefined;
    }
  }

  function fly(key: CacheKey, policy: CachePolicy, load: () => Promise<Loaded>): Promise<StoredReply> {
    const flight = fetchReply(key, policy, load).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  async function fetchReply(key: CacheKey, policy: CachePolicy, load: () => Promise<Loaded>): Promise<StoredReply> {
    const { content, voidAfter } = await load();
    const fetchedAt = now();
    const reply = { content, fetchedAt, expiresAt: Math.min(fetchedAt + policy.maxAge * 1000, voidAfter ?? Infinity) };
    if (mayStore(reply)) write(key, reply);
    return reply;
  }

  function mayStore(reply: StoredReply): boolean {
    return reply.expiresAt > reply.fetchedAt;
  }

  /** Beside the answer: nobody waits for a write. */
  function write(key: CacheKey, reply: StoredReply): void {
    const writing = store
      .set(key, reply)
      .catch(() => {})
      .finally(() => writes.delete(writing));
    writes.add(writing);
  }
}
