/**
 * Stored responses in table storage: one entity each, so that a write is complete or does not happen. Every call has its own time
 * limit and no retries; a table that fails is not called for a while, so that requests lose the hit but no time.
 * Source: Azure Table service, Understanding the data model (64 KiB a property, 1 MiB an entity); P-17.
 */

import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync } from 'node:zlib';
import { SafeError } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { CACHE_VERSION, type CacheKey, toDigest } from './key.ts';
import type { Lease, StoredResponse } from './store.ts';
import { type Entity, isTableMissing, type TableClient, TableError } from './table-client.ts';

/** A request waits for the calls before a load, and for none after it. */
const READ_TIMEOUT_MS = 250;
const WRITE_TIMEOUT_MS = 1_000;
/** The others wait no longer than this for an instance that ended during its load (P-14). */
const LEASE_MS = 10_000;
/** Clocks of machines differ by a second or two. */
const MAX_SKEW_MS = 5_000;
const JUMP_MS = 60_000;
/** The longest that a response is usable. */
export const ROW_LIFE_MS = 3_660_000;
const FAILURES_IN_A_ROW = 5;
const PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 120_000;

/** The store that instances share. Every function may reject: then the instance goes on without it. */
export type Store = Pick<TableStore, keyof TableStore>;

export class TableStore {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #alert: (name: string, cause: unknown) => void;
  #failuresInARow = 0;
  #pausedUntil = 0;
  /** The latest time of the wall clock that is believed, less that of the monotonic clock. */
  #offset: number;
  /** Monotonic time at which the wall clock last confirmed the offset. */
  #offsetAt: number;
  /** Monotonic time since which the wall clock is ahead, and not believed yet. */
  #aheadAt: number | undefined;

  /** `alert` gets `cache_paused`, and `row_invalid` for a row of this version that cannot be used. */
  constructor(table: TableClient, clock: Clock, alert: (name: string, cause: unknown) => void = () => {}) {
    this.#table = table;
    this.#clock = clock;
    this.#alert = alert;
    this.#offsetAt = clock.monotonicNow();
    this.#offset = clock.wallNow() - this.#offsetAt;
  }

  /** Makes a row with a lease; returns undefined if there is a row. */
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

  /**
   * Returns the row. Its response is undefined if it is still being loaded, damaged, or from the future; `leasedMs` is how long another
   * instance may still take to load it, 0 if none does.
   */
  async read(key: CacheKey) {
    const row = await this.#call(() => this.#table.get(toPartition(key), key, READ_TIMEOUT_MS));
    if (row === undefined) return undefined;
    const { leasedUntil } = row;
    const leasedMs = leasedUntil instanceof Date ? leasedUntil.getTime() - this.#clock.wallNow() : 0;
    const isLease = leasedMs > 0 && leasedMs <= LEASE_MS + MAX_SKEW_MS;
    const tag = String(row['etag']);
    return { tag, response: await this.#open(key, row, tag), leasedMs: isLease ? leasedMs : 0 };
  }

  /** Returns undefined for a row that is damaged, or from an instance whose clock is ahead. */
  async #open(key: CacheKey, row: Entity, tag: string): Promise<StoredResponse | undefined> {
    // One of another version, or only a lease.
    if (row['version'] !== CACHE_VERSION) return undefined;
    const stored = await toStoredResponse(key, row as unknown as ResponseEntity);
    const now = this.#clock.monotonicNow();
    const ageMs = this.#latestNow() - (stored?.date ?? 0);
    if (stored === undefined || ageMs < -MAX_SKEW_MS) {
      this.#alert('row_invalid', stored ? 'The row is from the future.' : 'The row is damaged.');
      return undefined;
    }
    const fetchedAt = now - Math.max(0, ageMs);
    return { ...stored, tag, fetchedAt, expiresAt: fetchedAt + stored.expiresAt - stored.fetchedAt };
  }

  /**
   * Returns the wall clock's time, but never an earlier one while a row lives: no jump makes a row younger. A jump ahead is believed
   * after a minute.
   */
  #latestNow(): number {
    const now = this.#clock.monotonicNow();
    const offset = this.#clock.wallNow() - now;
    const isAhead = offset > this.#offset + MAX_SKEW_MS;
    this.#aheadAt = isAhead ? (this.#aheadAt ?? now) : undefined;
    const isBelieved = isAhead ? now - (this.#aheadAt ?? now) >= JUMP_MS : offset >= this.#offset;
    if (isBelieved || now - this.#offsetAt >= ROW_LIFE_MS) this.#offset = offset;
    if (isBelieved || offset > this.#offset - MAX_SKEW_MS) this.#offsetAt = now;
    return now + this.#offset;
  }

  /** Takes the lease of the row with this tag; returns undefined if the row has changed since. */
  async takeLease(key: CacheKey, tag: string): Promise<Lease | undefined> {
    const taken = await this.#lease(key, tag, this.#clock.wallNow() + LEASE_MS, READ_TIMEOUT_MS);
    return taken === undefined ? undefined : { tag: taken, isNew: false };
  }

  #lease(key: CacheKey, tag: string, until: number, timeoutMs: number): Promise<string | undefined> {
    const change = { ...toName(key), leasedUntil: new Date(until) };
    return this.#call(() => this.#table.merge(change, tag, timeoutMs));
  }

  /**
   * Writes the response and ends the lease; returns the row's tag, or undefined if another instance has taken the lease meanwhile: it
   * loads later, so that of two responses the newer stays, whichever is written last (I9).
   */
  async save(key: CacheKey, response: StoredResponse, { tag }: Lease): Promise<string | undefined> {
    const entity = toEntity(key, response);
    return this.#call(() => this.#table.replace(entity, tag, WRITE_TIMEOUT_MS));
  }

  /** Lets other instances load; removes the row if it holds nothing, or if what it holds is gone. */
  async endLease(key: CacheKey, { tag, isNew }: Lease, isGone: boolean): Promise<void> {
    if (isNew || isGone) await this.#call(() => this.#table.delete(toPartition(key), key, tag, WRITE_TIMEOUT_MS));
    else await this.#lease(key, tag, this.#clock.wallNow(), WRITE_TIMEOUT_MS);
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    this.#latestNow();
    if (this.#clock.monotonicNow() < this.#pausedUntil) throw new SafeError('The table is not called after failures.');
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
    this.#alert('cache_paused', error);
  }
}

function toName(key: CacheKey) {
  return { partitionKey: toPartition(key), rowKey: key as string };
}

const gunzipInThreadPool = promisify(gunzip);
/** Up to this size the thread pool costs more than it saves: at most 1 ms of work. */
const MAX_SYNC_BYTES = 256 * 1024;

const MAX_PROPERTY_BYTES = 64 * 1024;
/** 14 of 64 KiB stay well below an entity's 1 MiB, names and types included. */
const MAX_PROPERTIES = 14;
/** Most bytes of a row's unpacked body; a larger response is stored in memory only (P-17). */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** A row with a response; `content0`, `content1` … are its gzip stream in order. */
export type ResponseEntity = ReturnType<typeof toEntity>;

/** Returns the partition of a key, one of 256: its first byte. */
export function toPartition(key: CacheKey): string {
  return key.slice(0, 2);
}

/** Returns the entity; its times are those of this instance's clock. @throws SafeError for a response that does not fit into one. */
export function toEntity(key: CacheKey, response: StoredResponse) {
  const { body, digest, fetchedAt, expiresAt, date, packed = gzipSync(body, { level: 1 }) } = response;
  if (body.length > MAX_BODY_BYTES || packed.length > MAX_PROPERTIES * MAX_PROPERTY_BYTES)
    throw new SafeError('The response is too large for a row.');
  const parts: Record<`content${number}`, Uint8Array> = {};
  for (let at = 0; at < packed.length; at += MAX_PROPERTY_BYTES) {
    parts[`content${at / MAX_PROPERTY_BYTES}`] = packed.subarray(at, at + MAX_PROPERTY_BYTES);
  }
  return Object.assign(parts, toName(key), {
    version: CACHE_VERSION,
    fetchedAt: new Date(date),
    expiresAt: new Date(date + expiresAt - fetchedAt),
    length: body.length,
    // Over key and body: a row copied to another key is invalid.
    digest,
  });
}

/** Returns the response in a row, with epoch times, or undefined if the row has another version or is damaged. */
export async function toStoredResponse(key: CacheKey, row: ResponseEntity): Promise<StoredResponse | undefined> {
  const { version, length, digest, fetchedAt, expiresAt } = row;
  if (version !== CACHE_VERSION || !(length > 0 && length <= MAX_BODY_BYTES)) return undefined;
  if (!(fetchedAt instanceof Date && expiresAt instanceof Date)) return undefined;
  const parts: Uint8Array[] = [];
  for (let part = row.content0, n = 0; part instanceof Uint8Array; part = row[`content${++n}`]) parts.push(part);
  const packed = Buffer.concat(parts);
  const body = await decompress(packed, length);
  if (body?.length !== length || toDigest(key, body) !== digest) return undefined;
  const date = fetchedAt.getTime();
  return { body, packed, digest, date, fetchedAt: date, expiresAt: expiresAt.getTime() };
}

/** Returns the body, or undefined if the bytes are not gzip or decompress to more than the row's own `length`. */
async function decompress(packed: Buffer, length: number): Promise<Buffer | undefined> {
  try {
    const options = { maxOutputLength: length };
    return length <= MAX_SYNC_BYTES ? gunzipSync(packed, options) : await gunzipInThreadPool(packed, options);
  } catch {
    return undefined;
  }
}
