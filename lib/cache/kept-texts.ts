/** Texts that do not fit into a link, or must not be read in one: kept where responses are, under a digest that does fit (ADR 20). */
import type { Clock } from '../time/clock.ts';
import { type CacheKey, toDigest, toTextKey } from './key.ts';
import { createMemoryStore, type Store, type StoredResponse } from './store.ts';

const MEMORY_BYTES = 4 * 1024 * 1024;

interface KeptTextsOptions {
  /** Texts of another kind have other ids. */
  readonly kind: 'pageToken' | 'longRunning';
  readonly store: Store;
  readonly clock: Clock;
  /** Called when a text cannot be stored. */
  readonly onError: (error: unknown) => void;
}

export class KeptTexts {
  readonly #options: KeptTextsOptions;
  /** Without the store, links open on this instance. */
  readonly #memory = createMemoryStore(MEMORY_BYTES);

  constructor(options: KeptTextsOptions) {
    this.#options = options;
  }

  /** Keeps the text for `lifeMs`; returns its id, which is the same for the same text. Never rejects. */
  async put(text: string, lifeMs: number): Promise<string> {
    const { store, clock, onError } = this.#options;
    const body = Buffer.from(text);
    const key = this.#toKey(text);
    const fetchedAt = clock.monotonicNow();
    const entry: StoredResponse = { body, digest: toDigest(key, body), fetchedAt, expiresAt: fetchedAt + lifeMs };
    this.#memory.set(key, entry);
    await store.set(key, entry).catch(onError);
    return key;
  }

  /** Returns undefined for a text that is not kept, is of another kind, or cannot be read. */
  async get(id: string): Promise<string | undefined> {
    if (!/^[\da-f]{64}$/.test(id)) return undefined;
    const key = id as CacheKey;
    const entry = this.#memory.get(key) ?? (await this.#options.store.get(key).catch(() => undefined));
    const text = entry?.body.toString();
    // The id of a stored response is no id of a text.
    return text !== undefined && this.#toKey(text) === id ? text : undefined;
  }

  #toKey(text: string): CacheKey {
    return toTextKey(this.#options.kind, text);
  }
}
