/** Loads each key once at a time, stores what it gets and drops what is gone. */
import { toGzip } from '../http/encode-body.ts';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Cooldowns, createCooldowns } from '../time/cooldowns.ts';
import { SingleFlight } from '../time/single-flight.ts';
import type { Background } from './background.ts';
import { type CachePolicy, isAccessLost, isOutage, mayServeStale, toExpiry } from './freshness.ts';
import { type CacheKey, toDigest } from './key.ts';
import type { MemoryStore, Store, StoredResponse } from './store.ts';
import type { WriteQuota } from './write-quota.ts';

export interface CacheParts {
  readonly store: Store;
  readonly memory: MemoryStore;
  readonly takeRow: WriteQuota;
  readonly clock: Clock;
  /** Gets what fails in the background, where no request's record reports it. */
  readonly onError?: (error: unknown) => void;
}

export interface LoadedResponse {
  readonly body: Buffer;
  /** The body's own, by the monotonic clock. */
  readonly expiresAt?: number;
}

export interface CacheRequest {
  readonly key: CacheKey;
  /** The caller, for the write quota. */
  readonly owner: string;
  readonly policy: CachePolicy;
  readonly load: () => Promise<LoadedResponse>;
  /** The caller wants a new response (RFC 9111 5.2.1.4): granted once in ten seconds. */
  readonly noCache: boolean;
  /** Called before the shared store is read; `end` after it. */
  readonly startRead?: () => { end(): void };
}

interface LoadResult {
  readonly response: StoredResponse;
  readonly isStored: boolean;
}

/** After a failed load, stale responses are served without trying again. */
const FAILURE_COOLDOWN_MS = 5_000;
export const MAX_KEYS = 10_000;

export class Loader {
  readonly #parts: CacheParts;
  readonly #background: Background;
  readonly #loads = new SingleFlight<CacheKey, LoadResult>();
  readonly #failed: Cooldowns<CacheKey>;
  /** Responses fetched before this time are ignored, even if they arrive late. */
  readonly #invalidated: Cooldowns<CacheKey>;

  constructor(parts: CacheParts, background: Background) {
    this.#parts = parts;
    this.#background = background;
    this.#failed = createCooldowns(parts.clock, MAX_KEYS);
    this.#invalidated = createCooldowns(parts.clock, MAX_KEYS);
  }

  isLoading(key: CacheKey): boolean {
    return this.#loads.has(key);
  }

  hasJustFailed(key: CacheKey): boolean {
    return this.#failed.isActive(key, FAILURE_COOLDOWN_MS);
  }

  /** Copies a response of the shared store to memory, unless its key was invalidated after it was fetched. */
  adopt(key: CacheKey, stored: StoredResponse): boolean {
    if (stored.fetchedAt <= this.#invalidated.lastTime(key)) return false;
    this.#parts.memory.set(key, stored);
    return true;
  }

  /** Requests that arrive while the key is loading share its response or its failure. */
  loadOnce(request: CacheRequest, isNew: boolean): Promise<LoadResult> {
    return this.#loads.run(request.key, () => this.#background.track(this.#load(request, isNew)));
  }

  async #load({ key, owner, policy, load }: CacheRequest, isNew: boolean): Promise<LoadResult> {
    const { store, memory, takeRow, clock } = this.#parts;
    try {
      const { body, expiresAt: contentExpiresAt } = await load();
      const fetchedAt = clock.monotonicNow();
      const expiresAt = toExpiry(policy, fetchedAt, contentExpiresAt);
      this.#failed.clear(key);
      const isStored = expiresAt > fetchedAt && (!isNew || takeRow(owner));
      const digest = toDigest(key, body);
      if (!isStored) return { response: { body, digest, fetchedAt, expiresAt }, isStored };
      const response = { body, packed: await toGzip(body), digest, fetchedAt, expiresAt };
      memory.set(key, response);
      this.#background.write(key, () => store.set(key, response));
      return { response, isStored };
    } catch (error) {
      if (isOutage(error)) this.#failed.mark(key);
      if (this.#invalidates(error, key, policy)) this.#invalidate(key);
      throw error;
    }
  }

  /** Whether the error makes the stored response unusable: the resource is gone, or our access to it. */
  #invalidates(error: unknown, key: CacheKey, policy: CachePolicy): boolean {
    if (error instanceof Problem && (error.status === 404 || error.status === 403)) return true;
    const stored = isAccessLost(error) ? this.#parts.memory.get(key) : undefined;
    return stored !== undefined && !mayServeStale(stored, policy, error, this.#parts.clock.monotonicNow());
  }

  #invalidate(key: CacheKey): void {
    const { store, memory } = this.#parts;
    this.#invalidated.mark(key);
    memory.delete(key);
    this.#background.write(key, () => store.remove(key));
  }
}
