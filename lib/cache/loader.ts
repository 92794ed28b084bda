/** Loads each key once at a time, stores what it gets and drops what is gone. */
import { toGzip } from '../http/encode-body.ts';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Cooldowns, createCooldowns } from '../time/cooldowns.ts';
import { sleep } from '../time/deadline.ts';
import { SingleFlight } from '../time/single-flight.ts';
import type { Background } from './background.ts';
import { type CachePolicy, isAccessLost, isOutage, mayServeStale, toExpiry } from './freshness.ts';
import { type CacheKey, toDigest } from './key.ts';
import { Refusals } from './refusals.ts';
import { type Lease, type MemoryStore, noLease, type Store, type StoredResponse } from './store.ts';
import type { WriteQuota } from './write-quota.ts';

export interface CacheParts {
  readonly store: Store;
  readonly memory: MemoryStore;
  readonly takeRow: WriteQuota;
  readonly clock: Clock;
  /** They get what fails in the background, where no request's record reports it: a refresh, or the write of a row. */
  readonly onError?: (error: unknown) => void;
  readonly onUnwritten?: (error: unknown) => void;
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
  /** The caller wants a new response: granted once in ten seconds. */
  readonly noCache: boolean;
  /** Called before the shared store is read; `end` after it. */
  readonly startRead?: () => { end(): void };
}

interface LoadResult {
  readonly response: StoredResponse;
  readonly isStored: boolean;
  /** Another instance has loaded it. */
  readonly isAdopted?: true;
}

/** After a failed load, stale responses are served without trying again. */
const FAILURE_COOLDOWN_MS = 5_000;
/** While another instance has the lease to load. */
const LEASE_POLL_MS = 200;
export const MAX_KEYS = 10_000;

export class Loader {
  readonly #parts: CacheParts;
  readonly #background: Background;
  readonly #loads = new SingleFlight<CacheKey, LoadResult>();
  readonly #begun = new Map<CacheKey, number>();
  readonly #refusals: Refusals;
  readonly #failed: Cooldowns<CacheKey>;
  /** Responses fetched before this time are ignored, even if they arrive late. */
  readonly #invalidated: Cooldowns<CacheKey>;

  constructor(parts: CacheParts, background: Background) {
    this.#parts = parts;
    this.#background = background;
    this.#refusals = new Refusals(parts.clock);
    this.#failed = createCooldowns(parts.clock, MAX_KEYS);
    this.#invalidated = createCooldowns(parts.clock, MAX_KEYS);
  }

  isLoading(key: CacheKey): boolean {
    return this.#loads.has(key);
  }

  /** Returns for how long the key has been loading. */
  loadingMs(key: CacheKey): number {
    const now = this.#parts.clock.monotonicNow();
    return now - (this.#begun.get(key) ?? now);
  }

  /** Returns why the upstream refused the request a moment ago. */
  findRefusal(key: CacheKey): Problem | undefined {
    return this.#refusals.get(key);
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

  /** Requests that arrive while the key is loading share its response or its failure. `held` is what is stored. */
  loadOnce(request: CacheRequest, held: StoredResponse | undefined): Promise<LoadResult> {
    return this.#runOnce(request.key, () => this.#load(request, held));
  }

  /** Like `loadOnce`, but only one of all instances loads, as long as the store can say which; the others get its response. */
  loadShared(request: CacheRequest, held: StoredResponse): Promise<LoadResult> {
    return this.#runOnce(request.key, () => this.#loadShared(request, held));
  }

  #runOnce(key: CacheKey, start: () => Promise<LoadResult>): Promise<LoadResult> {
    return this.#loads.run(key, () => {
      this.#begun.set(key, this.#parts.clock.monotonicNow());
      return this.#background.track(start()).finally(() => this.#begun.delete(key));
    });
  }

  /** Like `loadShared`, but does nothing while another instance loads. */
  async refresh(request: CacheRequest, held: StoredResponse): Promise<void> {
    const lease = await this.#lease(request.key, held);
    if (typeof lease === 'function') await this.#runOnce(request.key, () => this.#loadLeased(request, held, lease));
  }

  async #loadShared(request: CacheRequest, held: StoredResponse): Promise<LoadResult> {
    for (;;) {
      const lease = await this.#lease(request.key, held);
      if (typeof lease === 'function') return this.#loadLeased(request, held, lease);
      if (lease !== 'busy') return { response: lease, isStored: true, isAdopted: true };
      await sleep(this.#parts.clock, LEASE_POLL_MS);
    }
  }

  /** Without the store every instance has the lease. */
  async #lease(key: CacheKey, held: StoredResponse): Promise<Lease | 'busy' | StoredResponse> {
    const lease = await this.#parts.store.lease(key, held.fetchedAt).catch(() => noLease);
    return typeof lease === 'object' && !this.adopt(key, lease) ? noLease : lease;
  }

  /** If nothing is stored, others need not wait for the lease's end. */
  async #loadLeased(request: CacheRequest, held: StoredResponse, giveBack: Lease): Promise<LoadResult> {
    let isStored = false;
    try {
      const result = await this.#load(request, held);
      ({ isStored } = result);
      return result;
    } finally {
      if (!isStored) this.#background.write(request.key, () => giveBack().catch(() => {}));
    }
  }

  async #load(request: CacheRequest, held: StoredResponse | undefined): Promise<LoadResult> {
    const { key, policy } = request;
    const refusal = request.noCache ? undefined : this.#refusals.get(key);
    if (refusal) throw refusal;
    try {
      const loaded = await request.load();
      this.#failed.clear(key);
      this.#refusals.clear(key);
      return await this.#store(request, loaded, held === undefined);
    } catch (error) {
      if (isOutage(error)) this.#failed.mark(key);
      this.#refusals.add(key, error);
      if (this.#invalidates(error, key, policy)) this.#invalidate(key, held !== undefined);
      throw error;
    }
  }

  async #store(request: CacheRequest, loaded: LoadedResponse, isNew: boolean): Promise<LoadResult> {
    const { store, memory, takeRow, clock } = this.#parts;
    const { key, owner, policy } = request;
    const { body } = loaded;
    const fetchedAt = clock.monotonicNow();
    const expiresAt = toExpiry(policy, fetchedAt, loaded.expiresAt);
    const digest = toDigest(key, body);
    const isStored = expiresAt > fetchedAt && (!isNew || takeRow(owner));
    if (!isStored) return { response: { body, digest, fetchedAt, expiresAt }, isStored };
    const response = { body, packed: await toGzip(body), digest, fetchedAt, expiresAt };
    memory.set(key, response);
    this.#background.write(key, () => store.set(key, response));
    return { response, isStored };
  }

  /** Whether the error makes the stored response unusable: the resource is gone, or our access to it. */
  #invalidates(error: unknown, key: CacheKey, policy: CachePolicy): boolean {
    if (error instanceof Problem && [403, 404, 410].includes(error.status)) return true;
    const stored = isAccessLost(error) ? this.#parts.memory.get(key) : undefined;
    return stored !== undefined && !mayServeStale(stored, policy, error, this.#parts.clock.monotonicNow());
  }

  /** A row is only deleted if there was one. */
  #invalidate(key: CacheKey, isHeld: boolean): void {
    const { store, memory } = this.#parts;
    this.#invalidated.mark(key);
    memory.delete(key);
    if (isHeld) this.#background.write(key, () => store.remove(key));
  }
}
