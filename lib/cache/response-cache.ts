/**
 * Serves stored responses as far as the policy allows; otherwise loads once for all callers that wait for the same key.
 * Source: RFC 9111 4; RFC 5861; docs/reliability.md#cache.
 */
import { setImmediate } from 'node:timers/promises';
import { type Cooldowns, createCooldowns } from '../time/cooldowns.ts';
import { sleep } from '../time/deadline.ts';
import { SingleFlight } from '../time/single-flight.ts';
import { Background } from './background.ts';
import { type CachePolicy, type CacheState, decideFreshness, mayServeStale, toTimeToLive } from './freshness.ts';
import type { CacheKey } from './key.ts';
import { type CacheParts, type CacheRequest, Loader, MAX_KEYS } from './loader.ts';
import type { StoredResponse } from './store.ts';

export interface CacheResult {
  readonly response: StoredResponse;
  readonly state: CacheState;
}

/** `no-cache` is granted once in this time (P-19). */
const FORCE_INTERVAL_MS = 10_000;
/** How often this instance tries to get the lease to refresh while another one has it: not with each request. */
const REFRESH_INTERVAL_MS = 1_000;
/** How long a load may take if there is a stale response to serve. */
const STALE_IF_SLOW_MS = 1_000;

export class ResponseCache {
  readonly #parts: CacheParts;
  readonly #background: Background;
  readonly #loader: Loader;
  readonly #reads = new SingleFlight<CacheKey, StoredResponse | undefined>();
  readonly #forced: Cooldowns<CacheKey>;
  readonly #refreshed: Cooldowns<CacheKey>;

  constructor(parts: CacheParts) {
    this.#parts = parts;
    this.#background = new Background(parts.onError ?? (() => {}), parts.onUnwritten ?? (() => {}));
    this.#loader = new Loader(parts, this.#background);
    this.#forced = createCooldowns(parts.clock, MAX_KEYS);
    this.#refreshed = createCooldowns(parts.clock, MAX_KEYS);
  }

  /** Returns a response of memory that is served as it is; nothing is waited for. The caller checks access before. */
  find(request: CacheRequest): CacheResult | undefined {
    const cached = this.#parts.memory.get(request.key);
    return cached && !this.#isForced(request) ? this.#serveAtOnce(request, cached) : undefined;
  }

  /** Rejects with the error of `load` if nothing stored may be served. The caller checks access before. */
  async get(given: CacheRequest): Promise<CacheResult> {
    const { key } = given;
    const request = { ...given, noCache: this.#isForced(given) };
    const cached = this.#parts.memory.get(key);
    if (cached && this.#decide(cached, request.policy) !== 'expired') return this.#serve(request, cached);
    const refusal = request.noCache ? undefined : this.#loader.findRefusal(key);
    if (refusal) throw refusal;
    const read = request.startRead?.();
    const stored = await this.#readStore(key);
    read?.end();
    return this.#serve(request, stored ?? cached);
  }

  /** Resolves when nothing is being loaded or written any more. */
  settle(): Promise<void> {
    return this.#background.settle();
  }

  async #serve(request: CacheRequest, stored: StoredResponse | undefined): Promise<CacheResult> {
    const { key, policy, noCache } = request;
    if (noCache) {
      this.#forced.mark(key);
      return this.#fetch(request, stored, 'request');
    }
    if (stored === undefined) return this.#fetch(request, stored, 'uri-miss');
    if (this.#decide(stored, policy) === 'expired') return this.#fetch(request, stored, 'stale');
    return this.#serveAtOnce(request, stored) ?? this.#fetchOrServeStale(request, stored);
  }

  /** Returns undefined for a response that is served only if there is no other. */
  #serveAtOnce(request: CacheRequest, stored: StoredResponse): CacheResult | undefined {
    const { policy } = request;
    const freshness = this.#decide(stored, policy);
    if (freshness === 'fresh') return this.#toHit(stored, policy);
    if (freshness !== 'while-revalidating') return undefined;
    this.#refreshInBackground(request, stored);
    return this.#toHit(stored, policy, freshness);
  }

  #isForced({ key, noCache }: CacheRequest): boolean {
    return noCache && !this.#forced.isActive(key, FORCE_INTERVAL_MS);
  }

  #decide(stored: StoredResponse, policy: CachePolicy) {
    return decideFreshness(stored, policy, this.#parts.clock.monotonicNow());
  }

  #toHit(response: StoredResponse, policy: CachePolicy, stale?: 'while-revalidating' | 'if-error'): CacheResult {
    const ttl = toTimeToLive(response, policy, this.#parts.clock.monotonicNow());
    return { response, state: { hit: true, ttl, stale } };
  }

  /** One read of the shared store for all concurrent requests of a key; a failure is a miss. */
  #readStore(key: CacheKey): Promise<StoredResponse | undefined> {
    const { store, memory } = this.#parts;
    return this.#reads.run(key, async () => {
      const stored = await store.get(key).catch(() => undefined);
      const isAdopted = stored !== undefined && this.#loader.adopt(key, stored);
      // Memory may have a newer one from a load that ended meanwhile.
      return memory.get(key) ?? (isAdopted ? stored : undefined);
    });
  }

  async #fetch(
    request: CacheRequest,
    stored: StoredResponse | undefined,
    fwd: 'uri-miss' | 'stale' | 'request',
  ): Promise<CacheResult> {
    const collapsed = this.#loader.isLoading(request.key);
    const { response, isStored } = await this.#loader.loadOnce(request, stored);
    return { response, state: { hit: false, fwd, stored: isStored, collapsed } };
  }

  /** All instances share one load. */
  async #fetchShared(request: CacheRequest, stored: StoredResponse): Promise<CacheResult> {
    const collapsed = this.#loader.isLoading(request.key);
    const { response, isStored, isAdopted } = await this.#loader.loadShared(request, stored);
    // It may be stale, too: then it is loaded by the next lease.
    if (isAdopted) return this.#serve(request, response);
    return { response, state: { hit: false, fwd: 'stale', stored: isStored, collapsed } };
  }

  /** Serves the stale response if there is no new one STALE_IF_SLOW_MS after its load began. The load continues. */
  async #fetchOrServeStale(request: CacheRequest, stored: StoredResponse): Promise<CacheResult> {
    const { key, policy } = request;
    const { clock } = this.#parts;
    if (this.#loader.hasJustFailed(key)) return this.#toHit(stored, policy, 'if-error');
    const waited = new AbortController();
    const fetched = this.#fetchShared(request, stored);
    const waitMs = Math.max(0, STALE_IF_SLOW_MS - this.#loader.loadingMs(key));
    // The stale response may expire during the wait.
    const serveStale = async () =>
      this.#decide(stored, policy) === 'expired' ? fetched : this.#toHit(stored, policy, 'if-error');
    try {
      return await Promise.race([fetched, sleep(clock, waitMs, waited.signal).then(serveStale)]);
    } catch (error) {
      if (!mayServeStale(stored, policy, error, clock.monotonicNow())) throw error;
      return serveStale();
    } finally {
      waited.abort();
    }
  }

  #refreshInBackground(request: CacheRequest, stored: StoredResponse): void {
    const { key } = request;
    const isRecent = this.#refreshed.isActive(key, REFRESH_INTERVAL_MS) || this.#loader.hasJustFailed(key);
    if (isRecent || this.#loader.isLoading(key) || this.#loader.findRefusal(key)) return;
    this.#refreshed.mark(key);
    // Deferred to the next event-loop turn so that waiting callers are served first.
    this.#background.run(setImmediate().then(() => this.#loader.refresh(request, stored)));
  }
}
