/**
 * Stored responses in table storage: one entity each, so that a write is complete or does not happen.
 * Every call has its own time limit and no retries.
 */
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';
import { type Lease, noLease, type Store, type StoredResponse } from './store.ts';
import type { TableClient } from './table-client.ts';
import { type ResponseEntity, toEntity, toPartition, toStoredResponse } from './table-entity.ts';
import { hasStatus, isTableMissing, unlessStatus } from './table-error.ts';

const READ_TIMEOUT_MS = 250;
const WRITE_TIMEOUT_MS = 1_000;
/** An instance that ends before its load does holds up the others no longer than this (P-14). */
const LEASE_MS = 10_000;
/** Clocks of machines differ by a second or two. */
const MAX_SKEW_MS = 5_000;
/** Tries of one write: each but the last lost against another instance's. */
const MAX_WRITES = 5;

/** The first write creates the table if it does not exist. */
export class TableStore implements Store {
  readonly #table: TableClient;
  readonly #clock: Clock;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  async get(key: CacheKey): Promise<StoredResponse | undefined> {
    const row = await this.#read(key);
    if (row === undefined) return undefined;
    const response = await this.#open(key, row);
    // Nobody can use a damaged row: without it the next reader saves the download.
    if (response === undefined) this.#delete(toPartition(key), key, row.etag).catch(() => {});
    return response;
  }

  /** Of two responses of one key the newer stays, whichever is written last (I9). */
  async set(key: CacheKey, response: StoredResponse): Promise<void> {
    const entity = toEntity(key, response);
    for (let count = 0; count < MAX_WRITES; count++) {
      const row = await this.#table.get(toPartition(key), key, WRITE_TIMEOUT_MS, ['fetchedAt']);
      const timed = {
        ...entity,
        fetchedAt: this.#toDate(response.fetchedAt),
        expiresAt: this.#toDate(response.expiresAt),
      };
      if (Number(row?.['fetchedAt']) > timed.fetchedAt.getTime() && !this.#isFuture(row?.['fetchedAt'])) return;
      const isWritten = row ? this.#table.replace(timed, String(row['etag']), WRITE_TIMEOUT_MS) : this.#insert(timed);
      if (await isWritten) return;
    }
  }

  /** Creates the table if it does not exist. */
  async #insert(entity: ReturnType<typeof toEntity>): Promise<boolean> {
    const insert = () => this.#table.insert(entity, WRITE_TIMEOUT_MS);
    try {
      return await insert();
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      await this.#table.create(WRITE_TIMEOUT_MS);
      return insert();
    }
  }

  async lease(key: CacheKey, since: number): Promise<Lease | 'busy' | StoredResponse> {
    const row = await this.#read(key);
    if (row === undefined) return noLease;
    const now = this.#clock.wallNow();
    const newer = this.#toMonotonic(row.fetchedAt.getTime()) > since ? await this.#open(key, row) : undefined;
    if (newer) return newer;
    const leasedMs = (row.leasedUntil?.getTime() ?? 0) - now;
    if (leasedMs > 0 && leasedMs <= LEASE_MS + MAX_SKEW_MS) return 'busy';
    const leaseUntil = (epochMs: number, etag: string) => {
      const change = { partitionKey: toPartition(key), rowKey: key, leasedUntil: new Date(epochMs) };
      return unlessStatus(412, this.#table.merge(change, etag, WRITE_TIMEOUT_MS));
    };
    const etag = await leaseUntil(now + LEASE_MS, row.etag);
    // The tag changes with each write: a lease that another instance has taken meanwhile stays.
    return etag === undefined ? 'busy' : async () => void (await leaseUntil(now, etag));
  }

  async remove(key: CacheKey): Promise<void> {
    await this.#delete(toPartition(key), key, '*');
  }

  /** Returns undefined for a row that is damaged, or from an instance whose time is ahead. */
  async #open(key: CacheKey, row: ResponseEntity): Promise<StoredResponse | undefined> {
    const response = await toStoredResponse(key, row);
    if (response === undefined || this.#isFuture(row.fetchedAt)) return undefined;
    const fetchedAt = this.#toMonotonic(Math.min(response.fetchedAt, this.#clock.wallNow()));
    return { ...response, fetchedAt, expiresAt: this.#toMonotonic(response.expiresAt) };
  }

  #toDate(monotonicMs: number): Date {
    return new Date(this.#clock.wallNow() - (this.#clock.monotonicNow() - monotonicMs));
  }

  #toMonotonic(epochMs: number): number {
    return this.#clock.monotonicNow() - (this.#clock.wallNow() - epochMs);
  }

  #isFuture(date: unknown): boolean {
    return Number(date) > this.#clock.wallNow() + MAX_SKEW_MS;
  }

  async #read(key: CacheKey): Promise<(ResponseEntity & { readonly etag: string }) | undefined> {
    const row = await this.#table.get(toPartition(key), key, READ_TIMEOUT_MS);
    return row as (ResponseEntity & { readonly etag: string }) | undefined;
  }

  /** Returns whether the row existed. */
  async #delete(partition: string, row: string, etag: string): Promise<boolean> {
    try {
      await this.#table.delete(partition, row, etag, WRITE_TIMEOUT_MS);
      return true;
    } catch (error) {
      if (hasStatus(error, 404) || hasStatus(error, 412)) return false;
      throw error;
    }
  }
}
