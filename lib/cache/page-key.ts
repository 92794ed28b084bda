/**
 * The key that seals page tokens: random, made once by the first instance that needs it, kept in the table and shared by all
 * instances (ADR 20).
 */
import { randomBytes } from 'node:crypto';
import { SafeError } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import type { TableClient } from './table-client.ts';
import { isTableMissing } from './table-error.ts';

/** Its own partition: those of responses have two characters. The sweep leaves a row without `expiresAt` alone. */
const PARTITION = 'page-key';
const ROW = 'current';
const KEY_BYTES = 32;
const READ_TIMEOUT_MS = 500;
const WRITE_TIMEOUT_MS = 1_000;
/** After a failed read, and before a page token that no key opens makes us read again. */
const RETRY_MS = 10_000;
/** A key that somebody deleted comes back, or its successor is found, within this time. */
const REREAD_MS = 10 * 60_000;

export class SharedPageKey {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  /** The newest first. */
  #shared: readonly Uint8Array[] = [];
  /** Seals while the table cannot be reached. */
  #local: Uint8Array | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** `onError` is called when the table cannot be reached and no key was read before. */
  constructor(table: TableClient, clock: Clock, onError: (error: unknown) => void) {
    this.#table = table;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Returns the keys that open page tokens; the first one seals. Without the table: a key of this instance only. Never rejects. */
  async list(): Promise<readonly Uint8Array[]> {
    this.#readAfter(this.#shared.length === 0 ? RETRY_MS : REREAD_MS);
    if (this.#shared.length === 0) await this.#reading;
    return this.#keys();
  }

  /** Like `list`, and first reads the key again unless it was read just now. */
  async reload(): Promise<readonly Uint8Array[]> {
    this.#readAfter(RETRY_MS);
    await this.#reading;
    return this.#keys();
  }

  #keys(): readonly Uint8Array[] {
    if (this.#shared.length === 0) this.#local ??= randomBytes(KEY_BYTES);
    return this.#local ? [...this.#shared, this.#local] : this.#shared;
  }

  #readAfter(ms: number): void {
    const now = this.#clock.monotonicNow();
    if (now - this.#readAt < ms) return;
    this.#readAt = now;
    this.#reading = this.#read();
  }

  async #read(): Promise<void> {
    try {
      const key = (await this.#get()) ?? (await this.#insert(this.#shared[0] ?? this.#local ?? randomBytes(KEY_BYTES)));
      // The one before it still opens what it sealed.
      if (!this.#shared[0] || Buffer.compare(key, this.#shared[0]) !== 0)
        this.#shared = [key, ...this.#shared].slice(0, 2);
    } catch (error) {
      if (this.#shared.length === 0) this.#onError(error);
    }
  }

  async #get(): Promise<Uint8Array | undefined> {
    const read = () => this.#table.get(PARTITION, ROW, READ_TIMEOUT_MS);
    // Repeated once: the first call of a new instance also opens the connection.
    const row = await read().catch(read);
    if (row === undefined) return undefined;
    const { key } = row;
    if (key instanceof Uint8Array && key.length >= KEY_BYTES) return key;
    throw new SafeError('The row of the page key is damaged.');
  }

  /** Returns the key of the instance that inserted it first. */
  async #insert(key: Uint8Array): Promise<Uint8Array> {
    const row = { partitionKey: PARTITION, rowKey: ROW, key, createdAt: new Date(this.#clock.wallNow()) };
    const insert = () => this.#table.insert(row, WRITE_TIMEOUT_MS);
    const isFirst = await insert().catch(async (error: unknown) => {
      if (!isTableMissing(error)) throw error;
      await this.#table.create(WRITE_TIMEOUT_MS);
      return insert();
    });
    const inserted = isFirst ? key : await this.#get();
    if (inserted === undefined) throw new SafeError('The row of the page key was deleted.');
    return inserted;
  }
}
