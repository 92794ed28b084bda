/**
 * Stored replies in table storage: one entity a reply, so that a write is whole or not at all.
 * Every call has its own time limit and no retries: the SDK's own would outlast every deadline (reliability 0, 8).
 */
import { RestError, TableClient } from '@azure/data-tables';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';
import type { Store, StoredReply } from './store.ts';
import { type ReplyRow, toEntity, toPartition, toReply } from './table-row.ts';

/** Where the table is; the SDK asks `getToken` for a token with the table service's scope. */
export type TableAddress = { readonly name: string } & (
  | { readonly connectionString: string }
  | { readonly url: string; readonly getToken: (scope: string | string[]) => Promise<AccessToken> }
);

interface AccessToken {
  readonly token: string;
  readonly expiresOnTimestamp: number;
}

const READ_TIMEOUT_MS = 250;
const WRITE_TIMEOUT_MS = 1_000;
const SWEEP_TIMEOUT_MS = 60_000;
const SWEEP_ROWS = 10_000;
const LEASE_MS = 10_000;

/** Opens the table without calling it. */
export function openTable(address: TableAddress): TableClient {
  const options = { retryOptions: { maxRetries: 0 } };
  return 'url' in address
    ? new TableClient(address.url, address.name, { getToken: address.getToken }, options)
    : TableClient.fromConnectionString(address.connectionString, address.name, {
        ...options,
        allowInsecureConnection: true,
      });
}

/** The store over one table, which is created when it is missing. */
export class TableStore implements Store {
  readonly #table: TableClient;
  readonly #clock: Clock;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  async get(key: CacheKey): Promise<StoredReply | undefined> {
    const row = await this.#read(key);
    if (row === undefined) return undefined;
    const reply = await toReply(key, row);
    // What is not ours is of no use to anyone: without it the next reader is spared the look.
    if (reply === undefined) this.#delete(toPartition(key), key, row.etag).catch(() => {});
    return reply;
  }

  async set(key: CacheKey, reply: StoredReply): Promise<void> {
    const entity = toEntity(key, reply);
    const write = () => this.#table.upsertEntity(entity, 'Replace', this.#within(WRITE_TIMEOUT_MS));
    try {
      await write();
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      await this.#table.createTable(this.#within(WRITE_TIMEOUT_MS));
      await write();
    }
  }

  async lease(key: CacheKey, since: number): Promise<'taken' | 'busy' | StoredReply> {
    const row = await this.#read(key);
    if (row === undefined) return 'taken';
    const now = this.#clock.now();
    if (row.fetchedAt.getTime() > since) return (await toReply(key, row)) ?? 'taken';
    if (row.leasedUntil !== undefined && row.leasedUntil.getTime() > now) return 'busy';
    const lease = { partitionKey: toPartition(key), rowKey: key, leasedUntil: new Date(now + LEASE_MS) };
    try {
      await this.#table.updateEntity(lease, 'Merge', { etag: row.etag, ...this.#within(WRITE_TIMEOUT_MS) });
      return 'taken';
    } catch (error) {
      if (hasStatus(error, 412)) return 'busy';
      throw error;
    }
  }

  async remove(key: CacheKey): Promise<void> {
    await this.#delete(toPartition(key), key, '*');
  }

  async sweep(): Promise<number> {
    const filter = `expiresAt lt datetime'${new Date(this.#clock.now()).toISOString()}'`;
    const queryOptions = { filter, select: ['partitionKey', 'rowKey'] };
    let swept = 0;
    try {
      for await (const row of this.#table.listEntities({ queryOptions, ...this.#within(SWEEP_TIMEOUT_MS) })) {
        // The entity tag keeps a row that was written anew since it was listed.
        if (await this.#delete(row.partitionKey ?? '', row.rowKey ?? '', row.etag)) swept++;
        if (swept >= SWEEP_ROWS) break;
      }
    } catch (error) {
      if (!isTableMissing(error)) throw error;
    }
    return swept;
  }

  async #read(key: CacheKey): Promise<(ReplyRow & { readonly etag: string }) | undefined> {
    try {
      return await this.#table.getEntity<ReplyRow>(toPartition(key), key, this.#within(READ_TIMEOUT_MS));
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  }

  /** Answers whether there was such a row to delete. */
  async #delete(partition: string, row: string, etag: string): Promise<boolean> {
    try {
      await this.#table.deleteEntity(partition, row, { etag, ...this.#within(WRITE_TIMEOUT_MS) });
      return true;
    } catch (error) {
      if (hasStatus(error, 404) || hasStatus(error, 412)) return false;
      throw error;
    }
  }

  #within(ms: number): { readonly abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(Math.ceil(this.#clock.toTimerMs(ms))) };
  }
}

/** Answers how long a failing table asks to be left alone, in milliseconds. */
export function readRetryAfter(error: unknown): number | undefined {
  const fields = error instanceof RestError ? error.response?.headers.toJSON() : undefined;
  return fields && parseRetryAfter(fields, Date.now());
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof RestError && error.statusCode === status;
}

function isTableMissing(error: unknown): boolean {
  // The SDK leaves `code` empty; the service names the failure in a field.
  return hasStatus(error, 404) && (error as RestError).response?.headers.get('x-ms-error-code') === 'TableNotFound';
}
