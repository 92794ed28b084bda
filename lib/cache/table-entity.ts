/**
 * A stored reply as one table entity: compressed, split over binary properties, within the service's real limits.
 * Source: the table service's data model (64 KiB a property, 1 MiB an entity); reliability 0, 9 and 4.4.
 */
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync } from 'node:zlib';
import { CACHE_VERSION, type CacheKey, toDigest } from './key.ts';
import type { StoredResponse } from './store.ts';

const inflate = promisify(gunzip);
/** Up to here the way to another thread and back costs more than it spares: a millisecond's work at the most. */
const MAX_INFLATED_HERE = 256 * 1024;

const MAX_PROPERTY_BYTES = 64 * 1024;
/** 14 of 64 KiB stay well below an entity's 1 MiB, names and types included. */
const MAX_PROPERTIES = 14;
/** What a reply may inflate to: as much as an upstream may answer. */
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;

export interface ResponseEntity {
  readonly version: number;
  readonly fetchedAt: Date;
  readonly expiresAt: Date;
  /** Bytes of the content. */
  readonly length: number;
  /** Over key and content: a row that was copied under another key is not its reply. */
  readonly digest: string;
  /** Until then one instance is refreshing the reply. */
  readonly leasedUntil?: Date;
  /** `content0`, `content1` …: the gzip stream in order. */
  readonly [content: `content${number}`]: Uint8Array;
}

/** Thrown when a reply is too large for an entity. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/** 256 partitions: the first byte of the key. */
export function toPartition(key: CacheKey): string {
  return key.slice(0, 2);
}

/** Answers the entity; throws ReplyTooLarge. */
export function toEntity(key: CacheKey, { body, digest, fetchedAt, expiresAt }: StoredResponse) {
  const packed = gzipSync(body, { level: 1 });
  if (body.length > MAX_CONTENT_BYTES || packed.length > MAX_PROPERTIES * MAX_PROPERTY_BYTES)
    throw new ResponseTooLarge();
  const parts: Record<`content${number}`, Uint8Array> = {};
  for (let at = 0; at < packed.length; at += MAX_PROPERTY_BYTES) {
    parts[`content${at / MAX_PROPERTY_BYTES}`] = packed.subarray(at, at + MAX_PROPERTY_BYTES);
  }
  return {
    partitionKey: toPartition(key),
    rowKey: key as string,
    version: CACHE_VERSION,
    fetchedAt: new Date(fetchedAt),
    expiresAt: new Date(expiresAt),
    length: body.length,
    digest,
    ...parts,
  };
}

/** Answers the reply in a row, or undefined for a row of another version or one that does not hold what it says. */
export async function toStoredResponse(key: CacheKey, row: ResponseEntity): Promise<StoredResponse | undefined> {
  const { version, length, digest, fetchedAt, expiresAt } = row;
  if (version !== CACHE_VERSION || !(length > 0 && length <= MAX_CONTENT_BYTES)) return undefined;
  if (!(fetchedAt instanceof Date && expiresAt instanceof Date)) return undefined;
  const parts: Uint8Array[] = [];
  for (let part = row.content0, n = 0; part instanceof Uint8Array; part = row[`content${++n}`]) parts.push(part);
  // Bounded by the length that the row itself states: what inflates further is not what was stored.
  const body = await unpack(Buffer.concat(parts), length);
  if (body?.length !== length || toDigest(key, body) !== digest) return undefined;
  return { body, digest, fetchedAt: fetchedAt.getTime(), expiresAt: expiresAt.getTime() };
}

/** Answers the content, or undefined where it is no gzip stream or inflates beyond the length. */
async function unpack(packed: Buffer, length: number): Promise<Buffer | undefined> {
  try {
    const options = { maxOutputLength: length };
    return length <= MAX_INFLATED_HERE ? gunzipSync(packed, options) : await inflate(packed, options);
  } catch {
    return undefined;
  }
}
