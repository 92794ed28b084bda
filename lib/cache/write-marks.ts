/**
 * Which resources were written: each write gives them a new mark, a random text that the keys of stored responses hold, so that
 * what was loaded before a write is found by nobody who knows of it (ADR 22).
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/clock.ts';
import { type CacheKey, toTextKey } from './key.ts';
import type { MarkStore } from './store.ts';

interface Mark {
  readonly id: string;
  /** Of the monotonic clock. */
  readonly readAt: number;
  /** Other instances do not know it yet. */
  readonly isUnsaved: boolean;
}

/** Of the keys, some ten thousand; measured, with the marks: 5 MB. */
const MAX_CHARACTERS = 2_000_000;

export class WriteMarks {
  readonly #store: MarkStore;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  /** By key: the end of the read that is under way, and the read that begins then. */
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<string | undefined>>();
  readonly #marks = new LRUCache<string, Mark>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, { length }) => length,
  });

  /** `onError` is called when a mark cannot be stored. */
  constructor(store: MarkStore, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Returns the resource's mark as of `maxAgeMs` ago at most; empty if it was not written lately. Never rejects. */
  async read(address: string, resource: string, maxAgeMs: number): Promise<string> {
    const key = toKey(address, resource);
    const known = this.#marks.get(key);
    if (known && this.#clock.monotonicNow() - known.readAt < maxAgeMs) return known.id;
    // Under a new mark: another write may have left its own meanwhile.
    if (known?.isUnsaved) return this.#write(key);
    const readAt = this.#clock.monotonicNow();
    // Without the table only the writes of this instance count.
    const id = await this.#readStore(key).catch(() => known?.id);
    const current = this.#marks.get(key);
    // A write of this instance, or a later read, has ended meanwhile.
    if (current && (current.isUnsaved || current.readAt > readAt)) return current.id;
    this.#marks.set(key, { id: id ?? '', readAt, isUnsaved: false });
    return id ?? '';
  }

  /** Who asks while a read is under way gets the next one, with all others: a read that began before may miss a write. */
  #readStore(key: string): Promise<string | undefined> {
    const reading = this.#reading.get(key);
    const next = this.#next.get(key) ?? (reading ? reading.then(() => this.#beginRead(key)) : this.#beginRead(key));
    if (reading) this.#next.set(key, next);
    return next;
  }

  #beginRead(key: string): Promise<string | undefined> {
    this.#next.delete(key);
    const read = this.#store.getMark(toRowKey(key));
    const ended = read.catch(() => {}).then(() => this.#reading.delete(key));
    this.#reading.set(key, ended);
    return read;
  }

  /** Marks the resource, and every resource that it is part of, but not its group. Resolves when all instances can know; never rejects. */
  async add(address: string, resource: string): Promise<void> {
    await Promise.all(listParents(resource).map((path) => this.#write(toKey(address, path))));
  }

  async #write(key: string): Promise<string> {
    const mark = { id: randomUUID(), readAt: this.#clock.monotonicNow(), isUnsaved: true };
    this.#marks.set(key, mark);
    try {
      await this.#store.setMark(toRowKey(key), mark.id);
      const saved = { ...mark, readAt: this.#clock.monotonicNow(), isUnsaved: false };
      if (this.#marks.get(key) === mark) this.#marks.set(key, saved);
    } catch (error) {
      this.#onError(error);
    }
    return mark.id;
  }
}

/** Paths name one resource in any casing. */
function toKey(address: string, resource: string): string {
  return address + resource.toLowerCase();
}

function toRowKey(key: string): CacheKey {
  return toTextKey('mark', key);
}

/**
 * Returns the path itself and those of the resources that it is part of: every one of whole pairs of type and name. No stored
 * response depends on a subscription, a group or a provider.
 */
function listParents(path: string): string[] {
  const segments = path.split('/').slice(1);
  const lengths = segments
    .map((_, index) => index + 1)
    .filter((length) => (length % 2 === 0 && length > segments.indexOf('providers') + 2) || length === segments.length);
  return lengths.map((length) => `/${segments.slice(0, length).join('/')}`);
}
