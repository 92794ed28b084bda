/**
 * Stored responses in table storage: one entity each, so that a write is complete or does not happen. Every call has its own time
 * limit and no retries; a table that fails is not called for a while, so that requests lose the hit but no time.
 */
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';
import type { Lease, Row, Store, StoredResponse } from './store.ts';
import type { Entity, TableClient } from './table-client.ts';
import { isTableMissing, TableError } from './table-client.ts';
import { type ResponseEntity, toEntity, toPartition, toStoredResponse } from './table-entity.ts';

/** A request waits for what comes before a load, and for nothing after it. */
const READ_TIMEOUT_MS = 250;
const WRITE_TIMEOUT_MS = 1_000;
/** An instance that ends before its load does holds up the others no longer than this (P-14). */
const LEASE_MS = 10_000;
/** Clocks of machines differ by a second or two. */
const MAX_SKEW_MS = 5_000;
const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 120_000;

/** Thrown instead of calling the table. */
class StorePaused extends Error {
  override readonly name = 'StorePaused';
}

export class TableStore implements Store {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #onPause: (error: unknown) => void;
  #failuresInARow = 0;
  #pausedUntil = 0;
  /** What added to the monotonic clock gives the latest date that the wall clock has said. */
  #offset = Number.NEGATIVE_INFINITY;

  /** `onPause` gets the error that started a pause. */
  constructor(table: TableClient, clock: Clock, onPause: (error: unknown) => void = () => {}) {
    this.#table = table;
    this.#clock = clock;
    this.#onPause = onPause;
    this.#latestNow();
  }

  async insertLease(key: CacheKey): Promise<Lease | undefined> {
    const leasedUntil = new Date(this.#clock.wallNow() + LEASE_MS);
    // Without an instance that loads, the sweep removes it.
    const entity = { ...toName(key), leasedUntil, expiresAt: leasedUntil };
    const tag = await this.#call(() => this.#insert(entity));
    return tag === undefined ? undefined : { tag, isNew: true };
  }

  /** Creates the table if it does not exist. */
  async #insert(entity: Entity): Promise<string | undefined> {
    try {
      return await this.#table.insert(entity, READ_TIMEOUT_MS);
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      await this.#table.create(WRITE_TIMEOUT_MS);
      return this.#table.insert(entity, READ_TIMEOUT_MS);
    }
  }

  async read(key: CacheKey): Promise<Row | undefined> {
    const row = await this.#call(() => this.#table.get(toPartition(key), key, READ_TIMEOUT_MS));
    if (row === undefined) return undefined;
    const { leasedUntil } = row as Partial<ResponseEntity>;
    const leasedMs = leasedUntil instanceof Date ? leasedUntil.getTime() - this.#clock.wallNow() : 0;
    const isLease = leasedMs > 0 && leasedMs <= LEASE_MS + MAX_SKEW_MS;
    const tag = String(row['etag']);
    return { tag, response: await this.#open(key, row, tag), leasedMs: isLease ? leasedMs : 0 };
  }

  /** Returns undefined for a row that is damaged, or from an instance whose clock is ahead. */
  async #open(key: CacheKey, row: Entity, tag: string): Promise<StoredResponse | undefined> {
    const stored = await toStoredResponse(key, row as unknown as ResponseEntity);
    const now = this.#clock.monotonicNow();
    const ageMs = this.#latestNow() - (stored?.date ?? 0);
    if (stored === undefined || ageMs < -MAX_SKEW_MS) return undefined;
    const fetchedAt = now - Math.max(0, ageMs);
    return { ...stored, tag, fetchedAt, expiresAt: fetchedAt + stored.expiresAt - stored.fetchedAt };
  }

  /** The wall clock's time, which here never goes back: no jump of it makes a row younger. */
  #latestNow(): number {
    const now = this.#clock.monotonicNow();
    this.#offset = Math.max(this.#offset, this.#clock.wallNow() - now);
    return now + this.#offset;
  }

  async takeLease(key: CacheKey, tag: string): Promise<Lease | undefined> {
    const taken = await this.#lease(key, tag, this.#clock.wallNow() + LEASE_MS, READ_TIMEOUT_MS);
    return taken === undefined ? undefined : { tag: taken, isNew: false };
  }

  #lease(key: CacheKey, tag: string, until: number, timeoutMs: number): Promise<string | undefined> {
    const change = { ...toName(key), leasedUntil: new Date(until) };
    return this.#call(() => this.#table.merge(change, tag, timeoutMs));
  }

  /** Whoever takes the lease later loads later: of two responses the newer stays, whichever is written last (I9). */
  async save(key: CacheKey, response: StoredResponse, { tag }: Lease): Promise<string | undefined> {
    const entity = toEntity(key, response);
    return this.#call(() => this.#table.replace(entity, tag, WRITE_TIMEOUT_MS));
  }

  async endLease(key: CacheKey, { tag, isNew }: Lease, isGone: boolean): Promise<void> {
    if (isNew || isGone) await this.#call(() => this.#table.delete(toPartition(key), key, tag, WRITE_TIMEOUT_MS));
    else await this.#lease(key, tag, this.#clock.wallNow(), WRITE_TIMEOUT_MS);
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    this.#latestNow();
    if (this.#clock.monotonicNow() < this.#pausedUntil) throw new StorePaused();
    try {
      const result = await call();
      this.#failuresInARow = 0;
      return result;
    } catch (error) {
      this.#countFailure(error);
      throw error;
    }
  }

  #countFailure(error: unknown): void {
    const now = this.#clock.monotonicNow();
    const retryAfterMs = error instanceof TableError ? error.retryAfterMs : undefined;
    // Calls that were running when the pause began do not extend it.
    if (now < this.#pausedUntil || (++this.#failuresInARow < FAILURES_IN_A_ROW && retryAfterMs === undefined)) return;
    this.#pausedUntil = now + Math.min(retryAfterMs ?? PAUSE_MS, MAX_PAUSE_MS);
    // After the pause a single failure starts the next one.
    this.#failuresInARow = FAILURES_IN_A_ROW - 1;
    this.#onPause(error);
  }
}

function toName(key: CacheKey) {
  return { partitionKey: toPartition(key), rowKey: key as string };
}
