/**
 * Answers from what is stored, as far as the policy allows; else loads once for all who wait for the same key.
 * Source: RFC 9111 4; RFC 5861; reliability 4.3, 4.4.
 */
import { setImmediate } from 'node:timers/promises';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Cooldowns, createCooldowns } from '../time/cooldowns.ts';
import { sleep } from '../time/deadline.ts';
import { type CachePolicy, type CacheState, decideFreshness, toExpiry, toTimeToLive } from './freshness.ts';
import { type CacheKey, toDigest } from './key.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Store, StoredResponse } from './store.ts';
import type { WriteQuota } from './write-quota.ts';

/** What a load brings; `voidAfter` is the epoch milliseconds from which the content itself says that it is void. */
export interface LoadedResponse {
  readonly body: Buffer;
  readonly expiresAt?: number;
}

export interface CacheRequest {
  readonly key: CacheKey;
  /** Who asks: only so many rows are kept for each. */
  readonly owner: string;
  readonly policy: CachePolicy;
  readonly load: () => Promise<LoadedResponse>;
  /** The caller asks for a new reply (RFC 9111 5.2.1.4): granted once in ten seconds. */
  readonly noCache: boolean;
  /** Told that the shared store is asked; what it answers is told of the end. */
  readonly startRead?: () => { end(): void };
}

/** What a flight brought, and whether it is kept. */
interface FetchResult {
  readonly response: StoredResponse;
  readonly isStored: boolean;
}

export interface CacheResult {
  readonly response: StoredResponse;
  readonly state: CacheState;
}

const FORCE_INTERVAL_MS = 10_000;
const REFRESH_INTERVAL_MS = 1_000;
/** How long a caller waits for a new reply while an old one could stand in for it. */
const STALE_IF_SLOW_MS = 1_000;
/** So long after a failed load nobody waits for another. */
const FAILURE_COOLDOWN_MS = 5_000;
/** A managed identity that is refused may have lost its right: old replies go out of use soon. */
const REFUSED_GRACE_SECONDS = 60;
const MAX_KEYS = 10_000;

export class ResponseCache {
  readonly #store: Store;
  readonly #memory: MemoryStore;
  readonly #takeRow: WriteQuota;
  readonly #onFault: (error: unknown) => void;
  readonly #clock: Clock;
  readonly #lookUps = new Map<CacheKey, Promise<StoredResponse | undefined>>();
  readonly #flights = new Map<CacheKey, Promise<FetchResult>>();
  readonly #besides = new Set<Promise<unknown>>();
  readonly #forced: Cooldowns<CacheKey>;
  readonly #refreshed: Cooldowns<CacheKey>;
  readonly #failed: Cooldowns<CacheKey>;
  /** What was fetched before is no more: a row or a write that comes late does not bring it back. */
  readonly #gone: Cooldowns<CacheKey>;
  readonly #writes = new Map<CacheKey, Promise<unknown>>();

  /** `onFault` is told of what fails beside the requests, where no record says it. */
  constructor(
    store: Store,
    memory: MemoryStore,
    takeRow: WriteQuota,
    clock: Clock,
    onFault: (error: unknown) => void = () => {},
  ) {
    this.#store = store;
    this.#memory = memory;
    this.#takeRow = takeRow;
    this.#onFault = onFault;
    this.#clock = clock;
    this.#forced = createCooldowns(clock, MAX_KEYS);
    this.#refreshed = createCooldowns(clock, MAX_KEYS);
    this.#failed = createCooldowns(clock, MAX_KEYS);
    this.#gone = createCooldowns(clock, MAX_KEYS);
  }

  /**
   * Answers at once what is in memory and of use; rejects with what `load` throws, where nothing stored may stand in.
   * Whether the caller may ask is decided before.
   */
  get(request: CacheRequest): CacheResult | Promise<CacheResult> {
    const held = this.#memory.get(request.key);
    if (held && this.#isEnough(held, request)) return this.#answer(request, held);
    return this.#lookUpTimed(request).then((found) => this.#answer(request, found ?? held));
  }

  /** Whether what the instance holds serves by itself, or the store has no news: it is being loaded, or could not be. */
  #isEnough(held: StoredResponse, { key, policy }: CacheRequest): boolean {
    const use = decideFreshness(held, policy, this.#clock.now());
    if (use === 'fresh' || use === 'while-revalidating') return true;
    return this.#flights.has(key) || this.#failed.isActive(key, FAILURE_COOLDOWN_MS);
  }

  #answer(request: CacheRequest, stored: StoredResponse | undefined): CacheResult | Promise<CacheResult> {
    const { key, policy, noCache: isForced } = request;
    const use = stored && decideFreshness(stored, policy, this.#clock.now());
    if (isForced && !this.#forced.isActive(key, FORCE_INTERVAL_MS)) {
      this.#forced.mark(key);
      return this.#fetch(request, 'request');
    }
    if (stored === undefined || use === 'void') return this.#fetch(request, stored ? 'stale' : 'uri-miss');
    if (use === 'fresh') return this.#toHit(stored, policy);
    if (use === 'if-error') return this.#fetchOrStandIn(request, stored);
    this.#refresh(request, stored);
    return this.#toHit(stored, policy, use);
  }

  /** Resolves when nothing is being loaded or written any more. */
  async settle(): Promise<void> {
    while (this.#besides.size + this.#flights.size > 0) {
      await Promise.allSettled([...this.#besides, ...this.#flights.values()]);
    }
  }

  #toHit(reply: StoredResponse, policy: CachePolicy, stale?: 'while-revalidating' | 'if-error'): CacheResult {
    const ttl = toTimeToLive(reply, policy, this.#clock.now());
    return { response: reply, state: { hit: true, ttl, ...(stale ? { stale } : {}) } };
  }

  async #lookUpTimed({ key, startRead: startLookUp }: CacheRequest): Promise<StoredResponse | undefined> {
    const step = startLookUp?.();
    const stored = await this.#lookUp(key);
    step?.end();
    return stored;
  }

  /** One look into the shared store for all who ask at the same time. */
  #lookUp(key: CacheKey): Promise<StoredResponse | undefined> {
    return share(this.#lookUps, key, async () => {
      const reply = await this.#store.get(key).catch(() => undefined);
      if (reply === undefined || reply.fetchedAt <= this.#gone.lastTime(key)) return this.#memory.get(key);
      this.#memory.set(key, reply);
      // A flight that landed meanwhile has left a newer one.
      return this.#memory.get(key) ?? reply;
    });
  }

  async #fetch(request: CacheRequest, fwd: 'uri-miss' | 'stale' | 'request'): Promise<CacheResult> {
    const collapsed = this.#flights.has(request.key);
    const { response: reply, isStored: isKept } = await this.#fly(request, fwd === 'uri-miss');
    return { response: reply, state: { hit: false, fwd, stored: isKept, collapsed } };
  }

  /** Patience first, then the old reply; the flight goes on for those who come later. */
  async #fetchOrStandIn(request: CacheRequest, stored: StoredResponse): Promise<CacheResult> {
    const { key, policy } = request;
    if (this.#failed.isActive(key, FAILURE_COOLDOWN_MS)) return this.#toHit(stored, policy, 'if-error');
    const waited = new AbortController();
    const fetched = this.#fetch(request, 'stale');
    try {
      // While it was waited for, the old reply may have gone out of use.
      const standIn = () => (this.#isUsable(stored, policy) ? this.#toHit(stored, policy, 'if-error') : fetched);
      return await Promise.race([fetched, sleep(this.#clock, STALE_IF_SLOW_MS, waited.signal).then(standIn)]);
    } catch (error) {
      if (!this.#isUsable(stored, policy) || !this.#mayStandIn(stored, policy, error)) throw error;
      return this.#toHit(stored, policy, 'if-error');
    } finally {
      waited.abort();
    }
  }

  #isUsable(stored: StoredResponse, policy: CachePolicy): boolean {
    return decideFreshness(stored, policy, this.#clock.now()) !== 'void';
  }

  #mayStandIn(stored: StoredResponse, policy: CachePolicy, error: unknown): boolean {
    const staleFor = -toTimeToLive(stored, policy, this.#clock.now());
    return isOutage(error) && (!isAccessLost(error) || staleFor < REFUSED_GRACE_SECONDS);
  }

  /** One flight a key: who asks while it is under way shares its reply, or its failure. */
  #fly(request: CacheRequest, isNew: boolean): Promise<FetchResult> {
    return share(this.#flights, request.key, () => this.#load(request, isNew));
  }

  async #load({ key, owner, policy, load }: CacheRequest, isNew: boolean): Promise<FetchResult> {
    try {
      const { body, expiresAt: contentExpiresAt } = await load();
      const fetchedAt = this.#clock.now();
      const expiresAt = toExpiry(policy, fetchedAt, contentExpiresAt);
      const reply = { body, digest: toDigest(key, body), fetchedAt, expiresAt };
      this.#failed.clear(key);
      const isKept = expiresAt > fetchedAt && (!isNew || this.#takeRow(owner));
      if (isKept) this.#keep(key, reply);
      return { response: reply, isStored: isKept };
    } catch (error) {
      if (isOutage(error)) this.#failed.mark(key);
      if (this.#endsUse(key, policy, error)) this.#forget(key);
      throw error;
    }
  }

  /** Whether a failure says that what is stored is of no more use: there is no such thing, or we may not see it any longer. */
  #endsUse(key: CacheKey, policy: CachePolicy, error: unknown): boolean {
    if (error instanceof Problem && error.status === 404) return true;
    const stored = isAccessLost(error) ? this.#memory.get(key) : undefined;
    return stored !== undefined && !this.#mayStandIn(stored, policy, error);
  }

  #keep(key: CacheKey, reply: StoredResponse): void {
    this.#memory.set(key, reply);
    this.#write(key, () => this.#store.set(key, reply));
  }

  #forget(key: CacheKey): void {
    this.#gone.mark(key);
    this.#memory.delete(key);
    this.#write(key, () => this.#store.remove(key));
  }

  /** The writes of a key follow one another, so that the last word stays. */
  #write(key: CacheKey, write: () => Promise<void>): void {
    const before = this.#writes.get(key) ?? Promise.resolve();
    const writing = before.catch(() => {}).then(write);
    this.#writes.set(key, writing);
    this.#beside(
      writing.finally(() => {
        if (this.#writes.get(key) === writing) this.#writes.delete(key);
      }),
    );
  }

  /** Fetches a new reply beside the requests; one instance of all does, where the store can tell. */
  #refresh(request: CacheRequest, stored: StoredResponse): void {
    const { key } = request;
    const isRecent =
      this.#refreshed.isActive(key, REFRESH_INTERVAL_MS) || this.#failed.isActive(key, FAILURE_COOLDOWN_MS);
    if (isRecent || this.#flights.has(key)) return;
    this.#refreshed.mark(key);
    // In a turn of its own: whoever came in this one is answered first.
    this.#beside(setImmediate().then(() => this.#refreshByLease(request, stored)));
  }

  async #refreshByLease(request: CacheRequest, stored: StoredResponse): Promise<void> {
    const lease = await this.#store.lease(request.key, stored.fetchedAt).catch(() => 'taken' as const);
    if (lease === 'taken') await this.#fly(request, false);
    else if (lease !== 'busy' && lease.fetchedAt > this.#gone.lastTime(request.key))
      this.#memory.set(request.key, lease);
  }

  /** Nobody waits for it, and its failure costs no request anything. */
  #beside(work: Promise<unknown>): void {
    const settled: Promise<unknown> = work.catch(this.#onFault).finally(() => this.#besides.delete(settled));
    this.#besides.add(settled);
  }
}

/** Whether the failure speaks of the upstream, throttled or failing, and not of the request itself. */
function isOutage(error: unknown): boolean {
  return error instanceof Problem && (error.type !== 'upstream_refused' || error.status === 429);
}

function isAccessLost(error: unknown): boolean {
  return error instanceof Problem && error.type === 'upstream_auth';
}

/** Answers the promise that is under way for the key, or starts one. */
function share<T>(underWay: Map<CacheKey, Promise<T>>, key: CacheKey, start: () => Promise<T>): Promise<T> {
  let promise = underWay.get(key);
  if (promise === undefined) {
    promise = start().finally(() => underWay.delete(key));
    underWay.set(key, promise);
  }
  return promise;
}
