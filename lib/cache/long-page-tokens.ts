/** Page tokens of an upstream that do not fit into a link: kept where responses are, under a digest that does fit (ADR 20). */
import type { Clock } from '../time/clock.ts';
import { type CacheKey, toCacheKey, toDigest } from './key.ts';
import { createMemoryStore, type Store, type StoredResponse } from './store.ts';

const MEMORY_BYTES = 4 * 1024 * 1024;

export class LongPageTokens {
  readonly #store: Store;
  /** Without the store, links open on this instance. */
  readonly #memory = createMemoryStore(MEMORY_BYTES);
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  /** `onError` is called when a token cannot be stored. */
  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Keeps the token for `lifeMs`; returns its id, which is the same for the same token. Never rejects. */
  async put(token: string, lifeMs: number): Promise<string> {
    const body = Buffer.from(token);
    const none = { profile: '', upstream: '', apiVersion: undefined, tenant: '', accessScope: '' };
    const key = toCacheKey({ operation: 'pageToken', ...none, relayed: token });
    const fetchedAt = this.#clock.monotonicNow();
    const entry: StoredResponse = { body, digest: toDigest(key, body), fetchedAt, expiresAt: fetchedAt + lifeMs };
    this.#memory.set(key, entry);
    await this.#store.set(key, entry).catch(this.#onError);
    return key;
  }

  /** Returns undefined for a token that is not kept, or cannot be read. */
  async get(id: string): Promise<string | undefined> {
    const key = id as CacheKey;
    const entry = this.#memory.get(key) ?? (await this.#store.get(key).catch(() => undefined));
    return entry?.body.toString();
  }
}
