/**
 * Serves stored responses by their age: a fresh one at once, a stale one while it is revalidated or if loading fails.
 * Source: RFC 9111 4; RFC 5861 3, 4.
 */

import { Problem } from '../http/problem.ts';
import { withTimeout } from '../time/clock.ts';
import { Cooldowns } from '../time/cooldowns.ts';
import {
  type CachePolicy,
  type CacheStatus,
  decideFreshness,
  isOfCaller,
  isStored,
  mayServeStale,
  toTimeToLive,
} from './freshness.ts';
import type { CacheKey } from './key.ts';
import { type CacheParts, type CacheRequest, Loader, MAX_KEYS } from './loader.ts';
import type { StoredResponse } from './store.ts';

/** How a request is served, and the response. */
export type CacheState = CacheStatus & { readonly response: StoredResponse };

/** `no-cache` is granted once in this time (P-19). */
const FORCE_INTERVAL_MS = 10_000;
/** Least time between two attempts to refresh a key: another instance may have the lease. */
const REFRESH_INTERVAL_MS = 1_000;
/** A request that joined a load at least this long after its start has as much time left when the load times out. */
const MIN_LATE_MS = 1_000;
/** How long a load may take if there is a stale response to serve. */
const STALE_IF_SLOW_MS = 1_000;

class SlowLoad extends Error {}

export class ResponseCache {
  readonly #parts: CacheParts;
  readonly #loader: Loader;
  readonly #forced: Cooldowns<CacheKey>;
  readonly #refreshed: Cooldowns<CacheKey>;

  constructor(parts: CacheParts) {
    this.#parts = parts;
    this.#loader = new Loader(parts);
    this.#forced = new Cooldowns(parts.clock, MAX_KEYS);
    this.#refreshed = new Cooldowns(parts.clock, MAX_KEYS);
  }

  /** Returns a response from memory that can be served at once. The caller checks access before. */
  find(request: CacheRequest): CacheState | undefined {
    const cached = this.#parts.memory.get(request.tenant, request.key);
    return cached && !this.#isForced(request) ? this.#serveAtOnce(request, cached) : undefined;
  }

  /** Returns a stored response, or loads one; rejects with the error of `load`. The caller checks access before. */
  async get(given: CacheRequest): Promise<CacheState> {
    const { tenant, key, policy } = given;
    const request = { ...given, noCache: this.#isForced(given) };
    const held = this.#parts.memory.get(tenant, key);
    if (request.noCache) return this.#force(request, held);
    if (held && this.#decide(held, policy) !== 'expired') return this.#serve(request, held);
    const refusal = this.#loader.failures.get(key)?.refusal;
    if (refusal) throw refusal;
    return this.#fetch(request, held);
  }

  /** Resolves when nothing is being loaded or written any more. */
  settle(): Promise<void> {
    return this.#loader.settle();
  }

  /** Loads a new response for `no-cache`. That is granted again after a while, or at once if nothing was sent. */
  async #force(request: CacheRequest, held: StoredResponse | undefined): Promise<CacheState> {
    try {
      const result = await this.#fetch(request, held);
      this.#forced.mark(request.key);
      return result;
    } catch (error) {
      if (!(error instanceof Problem && error.outcome === 'not-sent')) this.#forced.mark(request.key);
      throw error;
    }
  }

  async #fetch(request: CacheRequest, held: StoredResponse | undefined): Promise<CacheState> {
    const joinedMs = this.#loader.loadingMs(request.key);
    const collapsed = joinedMs !== undefined;
    try {
      const response = await this.#loader.fetch(Object.assign({}, request, { held }));
      // What another instance loaded may be stale already.
      if (response.isAdopted) return await this.#serve(request, response);
      const fwd = request.noCache ? 'request' : held ? 'stale' : 'uri-miss';
      return { response, hit: false, fwd, stored: isStored(response), collapsed };
    } catch (error) {
      // Another caller's limits refused the load, or its time was too short: this caller loads.
      const isTimeout = error instanceof Problem && error.type === 'upstream_timeout';
      if (collapsed && (isOfCaller(error) || (isTimeout && joinedMs >= MIN_LATE_MS))) return this.#fetch(request, held);
      throw error;
    }
  }

  #serve(request: CacheRequest, stored: StoredResponse): CacheState | Promise<CacheState> {
    return this.#serveAtOnce(request, stored) ?? this.#fetchOrServeStale(request, stored);
  }

  /** Returns undefined for a response that is served only if there is no other. */
  #serveAtOnce(request: CacheRequest, stored: StoredResponse): CacheState | undefined {
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

  #toHit(response: StoredResponse, policy: CachePolicy, stale?: 'while-revalidating' | 'if-error'): CacheState {
    const ttl = toTimeToLive(response, policy, this.#parts.clock.monotonicNow());
    return { response, hit: true, ttl, stale };
  }

  /** Serves the stale response if there is no new one STALE_IF_SLOW_MS after its load began. The load continues. */
  async #fetchOrServeStale(request: CacheRequest, stored: StoredResponse): Promise<CacheState> {
    const { key, policy } = request;
    const { clock } = this.#parts;
    const failure = this.#loader.failures.get(key);
    if (failure?.refusal) throw failure.refusal;
    if (failure) return this.#toHit(stored, policy, 'if-error');
    const fetched = this.#fetch(request, stored);
    const waitMs = Math.max(0, STALE_IF_SLOW_MS - (this.#loader.loadingMs(key) ?? 0));
    try {
      return await withTimeout(clock, fetched, waitMs, () => new SlowLoad());
    } catch (error) {
      if (!(error instanceof SlowLoad || mayServeStale(stored, policy, error, clock.monotonicNow()))) throw error;
      // The stale response may have expired during the wait.
      return this.#decide(stored, policy) === 'expired' ? fetched : this.#toHit(stored, policy, 'if-error');
    }
  }

  #refreshInBackground(request: CacheRequest, stored: StoredResponse): void {
    const { key } = request;
    if (this.#refreshed.isActive(key, REFRESH_INTERVAL_MS) || this.#loader.failures.get(key)) return;
    if (this.#loader.loadingMs(key) !== undefined || !request.mayRefresh()) return;
    this.#refreshed.mark(key);
    this.#loader.refresh(Object.assign({}, request, { held: stored }));
  }
}
