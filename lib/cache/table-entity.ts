/**
 * A stored response as one table entity: compressed and split over binary properties, within the service's real limits.
 * Source: Azure Table service, Understanding the data model (64 KiB a property, 1 MiB an entity); P-17.
 */
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync } from 'node:zlib';
import { CACHE_VERSION, type CacheKey, toDigest } from './key.ts';
import type { StoredResponse } from './store.ts';

const gunzipInThreadPool = promisify(gunzip);
/** Up to this size the thread pool costs more than it saves: at most 1 ms of work. */
const MAX_SYNC_BYTES = 256 * 1024;

const MAX_PROPERTY_BYTES = 64 * 1024;
/** 14 of 64 KiB stay well below an entity's 1 MiB, names and types included. */
const MAX_PROPERTIES = 14;
/** What a row may unpack to; a larger response is stored in memory only (P-17). */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Times are those of the clock of the instance that loaded the response. */
export interface ResponseEntity {
  readonly version: number;
  readonly fetchedAt: Date;
  readonly expiresAt: Date;
  /** Bytes of the body. */
  readonly length: number;
  /** Over key and body: a row copied to another key is invalid. */
  readonly digest: string;
  /** Until then one instance holds the lease to refresh the response. */
  readonly leasedUntil?: Date;
  /** `content0`, `content1` …: the gzip stream in order. */
  readonly [content: `content${number}`]: Uint8Array;
}

/** Thrown when a response is too large for an entity. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

/** 256 partitions: the first byte of the key. */
export function toPartition(key: CacheKey): string {
  return key.slice(0, 2);
}

/** Returns the entity. Throws ResponseTooLarge. */
export function toEntity(key: CacheKey, response: StoredResponse) {
  const { body, digest, fetchedAt, expiresAt, date, packed = gzipSync(body, { level: 1 }) } = response;
  if (body.length > MAX_BODY_BYTES || packed.length > MAX_PROPERTIES * MAX_PROPERTY_BYTES) throw new ResponseTooLarge();
  const parts: Record<`content${number}`, Uint8Array> = {};
  for (let at = 0; at < packed.length; at += MAX_PROPERTY_BYTES) {
    parts[`content${at / MAX_PROPERTY_BYTES}`] = packed.subarray(at, at + MAX_PROPERTY_BYTES);
  }
  return {
    partitionKey: toPartition(key),
    rowKey: key as string,
    version: CACHE_VERSION,
    fetchedAt: new Date(date),
    expiresAt: new Date(date + expiresAt - fetchedAt),
    length: body.length,
    digest,
    ...parts,
  };
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
