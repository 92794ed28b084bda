/** What is stored of a response, and the copies in the memory of one instance. */
import { LRUCache } from 'lru-cache';
import type { CacheKey } from './key.ts';

/** A complete 200 response of a cached operation. */
export interface StoredResponse {
  readonly body: Buffer;
  /** The body as gzip, so that a hit compresses nothing. */
  readonly packed?: Buffer | undefined;
  /** SHA-256 over key and body, in hexadecimal. */
  readonly digest: string;
  /** By this instance's monotonic clock, like `expiresAt`. */
  readonly fetchedAt: number;
  /** From this time it is never served, and the sweep may remove its row. */
  readonly expiresAt: number;
  /** Epoch milliseconds of the fetch, by the clock of the instance that fetched it. Date and digest together identify a response. */
  readonly date: number;
  /** Read from its row, not loaded by this instance. */
  readonly isAdopted?: true;
  /** Entity tag of its row, when this instance last read or wrote it. */
  tag?: string | undefined;
}

/** The right to load a key for all instances, until another one takes it. */
export interface Lease {
  readonly tag: string;
  /** The row was made for the lease, and holds no response. */
  readonly isNew: boolean;
}

/** Size of an entry without its bodies: 720 bytes of heap, measured, and what the allocator adds for its buffers. */
const ENTRY_BYTES = 1_536;

/** The copies of one instance, in equal shares by tenant. */
export class MemoryStore {
  readonly #maxBytes: number;
  /** The responses of each tenant. */
  readonly #shares = new Map<string, LRUCache<CacheKey, StoredResponse>>();

  /** Holds at most `maxBytes`; first the least recently used response of the tenant with the most bytes is dropped. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(tenant: string, key: CacheKey): StoredResponse | undefined {
    return this.#shares.get(tenant)?.get(key);
  }

  /** Keeps the newer of two responses, and returns it. */
  set(tenant: string, key: CacheKey, response: StoredResponse): StoredResponse {
    const share = this.#shares.get(tenant) ?? new LRUCache({ maxSize: this.#maxBytes, sizeCalculation: toBytes });
    this.#shares.set(tenant, share);
    const current = share.peek(key);
    if (current && current.fetchedAt > response.fetchedAt) return current;
    const { body, packed } = response;
    const own = { ...response, body: toWhole(body), packed: packed && toWhole(packed) };
    share.set(key, own);
    while (this.#countBytes() > this.#maxBytes) this.#findLargest()?.pop();
    return own;
  }

  delete(tenant: string, key: CacheKey): void {
    this.#shares.get(tenant)?.delete(key);
  }

  #countBytes(): number {
    return [...this.#shares.values()].reduce((sum, { calculatedSize }) => sum + calculatedSize, 0);
  }

  #findLargest() {
    return [...this.#shares.values()].sort((one, other) => other.calculatedSize - one.calculatedSize)[0];
  }
}

function toBytes({ body, packed }: StoredResponse): number {
  return body.length + (packed?.length ?? 0) + ENTRY_BYTES;
}

/** Copies a slice: it would keep its whole buffer alive, 16 KB for each small gzip stream, which the bound does not count. */
function toWhole(bytes: Buffer): Buffer {
  return bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}
