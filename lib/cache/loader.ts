/** Loads each key once at a time on this instance, and once for all instances where the shared store can say which loads. */
import { setImmediate } from 'node:timers/promises';
import { toGzip } from '../http/encode-body.ts';
import type { ResponseMessage } from '../http/message.ts';
import { Problem } from '../http/problem.ts';
import { type Clock, sleep } from '../time/clock.ts';
import { Cooldowns } from '../time/cooldowns.ts';
import type { TokenBuckets } from '../time/token-bucket.ts';
import { createFailures, type Failures } from './failures.ts';
import { type CachePolicy, decideFreshness, isAccessLost, mayServeStale, toExpiry } from './freshness.ts';
import { type CacheKey, toDigest } from './key.ts';
import type { Lease, MemoryStore, StoredResponse } from './store.ts';
import type { Store } from './table-store.ts';

export interface CacheParts {
  readonly store: Store;
  readonly memory: MemoryStore;
  /** Limits the new rows of the shared store, by owner. */
  readonly rows: Pick<TokenBuckets, 'waitMs' | 'take'>;
  readonly clock: Clock;
  /** Reports what fails in the background, which no request's record has. */
  readonly alert: (name: 'refresh_failed' | 'row_unwritten', cause: unknown) => void;
}

type Loaded = Pick<ResponseMessage, 'body' | 'expiresAt'>;

export interface CacheRequest {
  readonly key: CacheKey;
  /** The response takes a share of this tenant's memory. */
  readonly tenant: string;
  /** The caller, for the quota of rows. */
  readonly owner: string;
  readonly policy: CachePolicy;
  /** Loads the response. @throws Problem; `throttled` if the caller has no call left. */
  readonly load: () => Promise<Loaded>;
  /** Whether the caller has a call left for a load in the background. */
  readonly mayRefresh: () => boolean;
  /** The caller wants a new response: granted once in ten seconds. */
  readonly noCache: boolean;
  /** Starts the span of the calls to the shared store. */
  readonly startRead?: () => { end(): void };
}

/** `held` is what is in memory. */
export interface LoadRequest extends CacheRequest {
  readonly held: StoredResponse | undefined;
}

/** A lease, or what another instance has loaded; `busy` while it loads. Undefined if the store cannot say who loads. */
type Claim = Lease | StoredResponse | 'busy' | undefined;

/** How long a request waits for another instance's load, then it loads by itself. */
const MAX_LEASE_WAIT_MS = 1_000;
const LEASE_POLL_MS = 200;
export const MAX_KEYS = 10_000;

export class Loader {
  /** Failed loads of the last seconds. */
  readonly failures: Failures;
  readonly #parts: CacheParts;
  /** Keys whose resource was found gone, although its row may still exist. */
  readonly #gone: Cooldowns<CacheKey>;
  readonly #loads = new Map<CacheKey, { result: Promise<StoredResponse | undefined>; begunAt: number }>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(parts: CacheParts) {
    this.#parts = parts;
    this.failures = createFailures(parts.clock);
    this.#gone = new Cooldowns(parts.clock, MAX_KEYS);
  }

  /** Returns for how many milliseconds the key has been loading; undefined if it is not. */
  loadingMs(key: CacheKey): number | undefined {
    const load = this.#loads.get(key);
    return load && this.#parts.clock.monotonicNow() - load.begunAt;
  }

  /** Resolves when nothing is being loaded or written any more. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Makes `settle` wait for the work too. */
  #track(work: Promise<unknown>): void {
    const end = () => this.#running.delete(work);
    this.#running.add(work);
    work.then(end, end);
  }

  /** Loads the response. Requests that arrive while the key is loading share the response or the failure. */
  async fetch(request: LoadRequest): Promise<StoredResponse> {
    const joined = this.#loads.has(request.key);
    const response = await this.#runOnce(request, true);
    // What another instance loaded is not the new response that the caller wants.
    const isEnough = response && !(joined && request.noCache && response.isAdopted);
    return isEnough ? response : this.fetch(request);
  }

  /** Loads the response in the background, unless another instance loads it. */
  refresh(request: LoadRequest): void {
    // In the next turn of the event loop: waiting callers are served first.
    const refreshing = setImmediate().then(() => this.#runOnce(request, false));
    this.#track(refreshing.catch((error) => this.#parts.alert('refresh_failed', error)));
  }

  #runOnce(request: LoadRequest, waits: boolean): Promise<StoredResponse | undefined> {
    const { key } = request;
    const running = this.#loads.get(key);
    if (running) return running.result;
    const result = this.#run(request, waits).finally(() => this.#loads.delete(key));
    this.#loads.set(key, { result, begunAt: this.#parts.clock.monotonicNow() });
    this.#track(result);
    return result;
  }

  async #run(request: LoadRequest, waits: boolean) {
    const span = request.startRead?.();
    // Without the store every instance loads.
    const claim = await this.#claim(request, waits ? MAX_LEASE_WAIT_MS : 0).catch(() => undefined);
    span?.end();
    if (claim === 'busy') return waits ? this.#load(request, undefined) : undefined;
    if (claim && 'body' in claim)
      return this.#parts.memory.set(request.tenant, request.key, { ...claim, isAdopted: true });
    return this.#load(request, claim);
  }

  /** Claims the load for this instance: one call of the store for a new key, two if there is a row. */
  async #claim(request: LoadRequest, waitMs: number): Promise<Claim> {
    const { store, rows, clock } = this.#parts;
    const { key, owner, held } = request;
    const endsAt = clock.monotonicNow() + waitMs;
    if (held?.tag !== undefined) return (await store.takeLease(key, held.tag)) ?? this.#claimRow(request, endsAt);
    const mayInsert = rows.waitMs(owner, clock.monotonicNow()) === 0;
    return (mayInsert && (await store.insertLease(key))) || this.#claimRow(request, endsAt);
  }

  /** Waits until `endsAt` for the instance that has the lease. Ignores a table that twice refuses a lease that nobody has. */
  async #claimRow(request: LoadRequest, endsAt: number): Promise<Claim> {
    const { store, clock } = this.#parts;
    const { key, noCache } = request;
    for (let refusals = 0; refusals < 2; ) {
      const row = await store.read(key);
      if (row === undefined) return undefined;
      if (this.#isNewer(row.response, request)) return row.response;
      const isFree = row.leasedMs === 0;
      const taken = isFree || noCache ? await store.takeLease(key, row.tag) : undefined;
      if (taken) return taken;
      if (isFree) refusals++;
      else if (clock.monotonicNow() >= endsAt) return 'busy';
      else await sleep(clock, LEASE_POLL_MS);
    }
    return undefined;
  }

  /** Whether a row can replace the held response. The row of that response cannot, nor can one from before the resource was found gone. */
  #isNewer(stored: StoredResponse | undefined, request: LoadRequest): stored is StoredResponse {
    const { key, policy, noCache, held } = request;
    if (noCache || !stored) return false;
    const now = this.#parts.clock.monotonicNow();
    if (decideFreshness(stored, policy, now) === 'expired') return false;
    if (this.#gone.isActive(key, now - stored.fetchedAt + 1)) return false;
    const isHeld = stored.digest === held?.digest && stored.date === held.date;
    return !held || (!isHeld && stored.fetchedAt > held.fetchedAt);
  }

  async #load(request: LoadRequest, lease: Lease | undefined): Promise<StoredResponse> {
    const { key, held } = request;
    try {
      const loaded = await request.load();
      this.failures.clear(key);
      return await this.#keep(request, loaded, lease);
    } catch (error) {
      this.failures.add(key, error);
      const isGone = this.#invalidates(error, request);
      if (isGone) {
        this.#gone.mark(key);
        this.#parts.memory.delete(request.tenant, key);
      }
      // Without a lease the row is known by its last tag.
      const tag = isGone ? held?.tag : undefined;
      this.#endLease(key, lease ?? (tag === undefined ? undefined : { tag, isNew: false }), isGone);
      throw error;
    }
  }

  async #keep(
    { tenant, key, owner, policy, held }: LoadRequest,
    { body: loaded = '', expiresAt: contentExpiresAt }: Loaded,
    lease: Lease | undefined,
  ): Promise<StoredResponse> {
    const { memory, rows, clock } = this.#parts;
    const [fetchedAt, date] = [clock.monotonicNow(), clock.wallNow()];
    // A copy: the upstream's body may be a slice of a larger buffer.
    const body = typeof loaded === 'string' ? Buffer.from(loaded) : Buffer.copyBytesFrom(loaded);
    const expiresAt = toExpiry(policy, fetchedAt, contentExpiresAt && fetchedAt + contentExpiresAt - date);
    const response = { body, digest: toDigest(key, body), fetchedAt, expiresAt, date };
    const isNew = !held && lease?.isNew !== false;
    const hasRow = expiresAt > fetchedAt && (!isNew || rows.take(owner, fetchedAt) === 0);
    if (!hasRow) {
      this.#endLease(key, lease, false);
      return { ...response, expiresAt: fetchedAt };
    }
    const stored = memory.set(tenant, key, { ...response, packed: await toGzip(body) });
    if (lease) this.#save(key, stored, lease);
    return stored;
  }

  #save(key: CacheKey, stored: StoredResponse, lease: Lease): void {
    const { store, alert } = this.#parts;
    const saving = store.save(key, stored, lease).then(
      (tag) => {
        stored.tag = tag;
      },
      (error) => {
        alert('row_unwritten', error);
        this.#endLease(key, lease, false);
      },
    );
    this.#track(saving);
  }

  #endLease(key: CacheKey, lease: Lease | undefined, isGone: boolean): void {
    // If it fails, the lease ends by itself.
    if (lease) this.#track(this.#parts.store.endLease(key, lease, isGone).catch(() => {}));
  }

  /** Whether the error makes the stored response unusable: the resource is gone, or our access to it. */
  #invalidates(error: unknown, { held, policy }: LoadRequest): boolean {
    if (error instanceof Problem && [403, 404, 410].includes(error.status)) return true;
    const isLost = held !== undefined && isAccessLost(error);
    return isLost && !mayServeStale(held, policy, error, this.#parts.clock.monotonicNow());
  }
}
