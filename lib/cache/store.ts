/** Where responses are stored: in memory of the instance, and in a store that all instances share. */
import { LRUCache } from 'lru-cache';
import type { CacheKey } from './key.ts';

/** A complete 200 response of a cached operation. Times are those of this instance's monotonic clock. */
export interface StoredResponse {
  readonly body: Buffer;
  /** The body as gzip, so that a hit compresses nothing. */
  readonly packed?: Buffer | undefined;
  /** SHA-256 over key and body, in hexadecimal. */
  readonly digest: string;
  readonly fetchedAt: number;
  /** From here on it is never served, and the sweep removes it. */
  readonly expiresAt: number;
}

/** Gives the lease back, so that another instance can load; may reject. */
export type Lease = () => Promise<void>;

/** Where nobody can take one. */
export const noLease: Lease = async () => {};

/** Shared by all instances. Every function may reject; readers treat that as a miss. */
export interface Store {
  get(key: CacheKey): Promise<StoredResponse | undefined>;
  set(key: CacheKey, response: StoredResponse): Promise<void>;
  /**
   * Takes the lease to refresh a stored response, for ten seconds: only one instance gets it, the others `busy`.
   * Returns the stored response if it is newer than `since`.
   */
  lease(key: CacheKey, since: number): Promise<Lease | 'busy' | StoredResponse>;
  remove(key: CacheKey): Promise<void>;
}

/** The copies of one instance. */
export interface MemoryStore {
  get(key: CacheKey): StoredResponse | undefined;
  /** Keeps the newer of two responses. */
  set(key: CacheKey, response: StoredResponse): void;
  delete(key: CacheKey): void;
}

/** Of an entry without its bodies: measured 720 of heap, the rest the allocator's for its buffers. */
const ENTRY_BYTES = 1_536;

/** Returns an empty store for at most `maxBytes`; the least recently used entries are dropped first. */
export function createMemoryStore(maxBytes: number): MemoryStore {
  const responses = new LRUCache<CacheKey, StoredResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ body, packed }) => body.length + (packed?.length ?? 0) + ENTRY_BYTES,
  });
  return {
    get: (key) => responses.get(key),
    set(key, response) {
      const current = responses.peek(key);
      if (!current || current.fetchedAt <= response.fetchedAt) responses.set(key, withOwnBytes(response));
    },
    delete: (key) => void responses.delete(key),
  };
}

/** A slice keeps alive all of the buffer that it is of: 16 KB for each small gzip stream, which the bound would not count. */
function withOwnBytes(response: StoredResponse): StoredResponse {
  const { body, packed } = response;
  if (isWhole(body) && (!packed || isWhole(packed))) return response;
  return { ...response, body: toWhole(body), ...(packed && { packed: toWhole(packed) }) };
}

function isWhole(bytes: Buffer): boolean {
  return bytes.length === bytes.buffer.byteLength;
}

function toWhole(bytes: Buffer): Buffer {
  return isWhole(bytes) ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}
