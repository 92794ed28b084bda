/**
 * Stored responses in table storage: one entity each, so that a write is complete or does not happen.
 * Every call has its own time limit and no retries (L-56).
 */
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';
import type { Store, StoredResponse } from './store.ts';
import { isTableMissing, type TableClient, TableError } from './table-client.ts';
import { type ResponseEntity, toEntity, toPartition, toStoredResponse } from './table-entity.ts';

const READ_TIMEOUT_MS = 250;
const WRITE_TIMEOUT_MS = 1_000;
const LEASE_MS = 10_000;

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
    const response = await toStoredResponse(key, row);
    // Nobody can use a damaged row: without it the next reader saves the download.
    if (response === undefined) this.#delete(toPartition(key), key, row.etag).catch(() => {});
    return response;
  }

  async set(key: CacheKey, response: StoredResponse): Promise<void> {
    const entity = toEntity(key, response);
    const write = () => this.#table.put(entity, WRITE_TIMEOUT_MS);
    try {
      await write();
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      await this.#table.create(WRITE_TIMEOUT_MS);
      await write();
    }
  }

  async lease(key: CacheKey, since: number): Promise<'taken' | 'busy' | StoredResponse> {
    const row = await this.#read(key);
    if (row === undefined) return 'taken';
    const now = this.#clock.wallNow();
    if (row.fetchedAt.getTime() > since) return (await toStoredResponse(key, row)) ?? 'taken';
    if (row.leasedUntil !== undefined && row.leasedUntil.getTime() > now) return 'busy';
    const lease = { partitionKey: toPartition(key), rowKey: key, leasedUntil: new Date(now + LEASE_MS) };
    try {
      await this.#table.merge(lease, row.etag, WRITE_TIMEOUT_MS);
      return 'taken';
    } catch (error) {
      if (hasStatus(error, 412)) return 'busy';
      throw error;
    }
  }

  async remove(key: CacheKey): Promise<void> {
    await this.#delete(toPartition(key), key, '*');
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

/** Returns how many milliseconds a failing table asks to wait. */
export function readRetryAfter(error: unknown): number | undefined {
  return error instanceof TableError ? parseRetryAfter(error.headers, Date.now()) : undefined;
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof TableError && error.status === status;
}
